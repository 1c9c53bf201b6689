"""A dry run: eager PyTorch with CUDA, and a stand-in where CUDA's runtime and the GPU would be."""
