"""Triton kernels, compiled after the run down to machine code: for GPUs that are not here, and for one that is."""
