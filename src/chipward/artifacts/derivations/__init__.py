"""Line maps read out of the texts themselves, one file for each way in which texts point at each other."""
