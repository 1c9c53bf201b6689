"""What a program may ask of `torch.compile`. Prints each result to the last bit."""

import sys

import torch
import torch.nn.functional as F
from torch import nn

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def show(name, *tensors):
    for tensor in tensors:
        print(name, [number.hex() for number in tensor.detach().double().flatten()[:4].tolist()])


def trained():
    model = nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.Linear(32, 8))
    loss = torch.compile(model)(torch.randn(4, 16)).square().mean()
    loss.backward()
    return loss, model[0].weight.grad


def chosen_by_data(x):
    if x.sum() > 0:
        return x + 1
    return x - 1


def in_place(x, y):
    x.mul_(2)
    return x + y.sum()


def with_cond(x):
    return torch.cond(x.sum() > 0, lambda x: x.sin(), lambda x: x.cos(), (x,))


def scaled(x):
    return (x * 2).relu().cumsum(0)


def made_here(x):
    return x + torch.arange(16) + torch.zeros(16, device=x.device) + torch.tensor(2.0)


def attended(x):
    with torch.autocast(DEVICE.type, torch.bfloat16):
        return F.scaled_dot_product_attention(x, x, x).float()


def tuned(a, b):
    return F.relu(a @ b)


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return gradient * 2 * x


def doubled(x):
    return Doubled.apply(x).sin()


CASES = {
    "trained": trained,
    "chosen": lambda: (torch.compile(chosen_by_data)(torch.ones(8)), torch.compile(chosen_by_data)(-torch.ones(8))),
    "in_place": lambda: (torch.compile(in_place)(x := torch.randn(4, 4), x[2:]), x),
    "cond": lambda: (torch.compile(with_cond)(torch.randn(8, 8)),),
    "scaled": lambda: [torch.compile(scaled)(torch.randn(size, 16)) for size in (8, 9, 10)],
    "made": lambda: (torch.compile(made_here)(torch.randn(4, 16)),),
    "attended": lambda: (torch.compile(attended)(torch.randn(1, 2, 16, 16)),),
    "tuned": lambda: (
        torch.compile(tuned, options={"max_autotune": True, "max_autotune_gemm_backends": "TRITON,ATEN"})(
            torch.randn(64, 64), torch.randn(64, 64)
        ),
    ),
    "doubled": lambda: (torch.compile(doubled)(torch.randn(8, requires_grad=True)),),
}

if __name__ == "__main__":
    for name in sys.argv[1:] or CASES:
        torch.manual_seed(0)
        show(name, *CASES[name]())
