"""Prints what this process sees of GPUs, and whether anything stands in for one."""

import os

import torch


@torch.compile
def double(x):
    return x * 2


print(double(torch.ones(2)).tolist())
print(torch.cuda.is_available(), torch.cuda.device_count(), torch.version.cuda)
print({name: value for name, value in sorted(os.environ.items()) if name.endswith("_VISIBLE_DEVICES")})
with open("/proc/self/maps") as maps:
    print(sorted({os.path.basename(line.split()[-1]) for line in maps if "/chipward/" in line and ".so" in line}))
