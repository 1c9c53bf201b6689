"""A function with a backward of its own: squared ReLU."""

import torch


class SquaredReLU(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        positive = x.clamp(min=0)
        ctx.save_for_backward(positive)
        return positive * positive

    @staticmethod
    def backward(ctx, grad):
        (positive,) = ctx.saved_tensors
        return 2 * positive * grad


@torch.compile
def energy(x):
    return SquaredReLU.apply(x).sum()


torch.manual_seed(0)
x = torch.randn(64, 64, requires_grad=True)
energy(x).backward()
print(x.grad.sum())
