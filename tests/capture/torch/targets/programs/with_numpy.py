"""NumPy under `torch.compile`: functions, methods and operators of one name, and an array that is made of none."""

import numpy as np
import torch


@torch.compile
def of_one_name(array):
    return np.sum(np.sin(array) * 2 + array.sum(), axis=0)


@torch.compile
def made_here(array):
    return np.add(array, array) + array + np.zeros(4, dtype=np.float32) + np.linalg.norm(array)


@torch.compile
def of_another_module(array):
    return np.fft.fft(array).real.astype(np.float32)


ones = np.ones((4, 4), dtype=np.float32)
print(of_one_name(ones), made_here(ones), of_another_module(ones))
