"""Functions for a GPU of this machine: with gradients, a library call, timed candidates. And one for the CPU."""

import sys

import stand_in_gpu

mode = stand_in_gpu.is_here(*sys.argv[1:2], pooled="pooled" in sys.argv, loaded_by_triton="by-triton" in sys.argv)

import torch  # noqa: E402 -- the GPU was there before PyTorch


@torch.compile
def share(x, weight):
    return torch.softmax(x * weight, -1)


@torch.compile
def at_home(x):
    return torch.relu(x) + 1


@torch.compile
def product(x, weight):
    return torch.relu(x @ weight)


@torch.compile(options={"max_autotune_gemm": True, "max_autotune_gemm_backends": "ATEN,TRITON"})
def either_way(x, weight):
    return x @ weight


@torch.compile(options={"max_autotune_pointwise": True})
def timed(x):
    return x.sin().sum(-1)


print(at_home(torch.tensor([-1.0, 2.0])).tolist())
with mode:
    x = torch.empty(512, 1000, device="cuda", requires_grad=True)
    share(x, torch.empty(1000, device="cuda")).sum().backward()
    print(x.grad.device, tuple(x.grad.shape))
    print(product(torch.empty(64, 32, device="cuda"), torch.empty(32, 16, device="cuda")).shape)
    if "ways" in sys.argv:
        either_way(torch.empty(256, 256, device="cuda"), torch.empty(256, 256, device="cuda"))
    for _ in range(3):
        timed(torch.empty(4096, 4096, device="cuda"))
print(sorted(stand_in_gpu.launches.items()))
