"""What is taken out of a bundle before it is passed on: machine paths, and the program's source."""
