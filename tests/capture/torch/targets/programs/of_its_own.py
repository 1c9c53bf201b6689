"""What only this program has: operators, a Triton kernel that no graph calls; and what moves to a GPU all the same."""

import torch
import triton
import triton.language as tl


@triton.jit
def twice(x):
    return x * 2


@triton.jit
def doubled(x_ptr, SIZE: tl.constexpr):
    places = tl.arange(0, SIZE)
    tl.store(x_ptr + places, twice(tl.load(x_ptr + places)))


@torch.library.triton_op("own::behind", mutates_args=())
def behind(x: torch.Tensor) -> torch.Tensor:
    out = x.clone()
    torch.library.wrap_triton(doubled)[(1,)](out, SIZE=4)
    return out


@torch.compile
def calls_what_is_behind(x):
    return behind(x)


@torch.library.custom_op("own::tripled", mutates_args=())
def tripled(x: torch.Tensor) -> torch.Tensor:
    return x * 3


@tripled.register_fake
def _(x):
    return torch.empty_like(x)


@torch.compile
def calls_an_operator(x):
    return tripled(x.sin()) + 1


@torch.compile
def with_a_hook(x):
    y = x * 2
    y.register_hook(lambda grad: grad * 3)
    return y.sin()


@torch.compile
def back_to_the_cpu(x):
    return x.cpu() + torch.ones(4, device=x.device)


class Multiplied:
    def __init__(self, by):
        self.by = by


@torch.compile
def again(x, multiplied):
    return x * multiplied.by


print(calls_an_operator(torch.ones(4)), back_to_the_cpu(torch.ones(4)))
print(again(torch.ones(4), Multiplied(2)), again(torch.ones(4), Multiplied("2" == "2")))
x = torch.ones(4, requires_grad=True)
with_a_hook(x).sum().backward()
print(x.grad)
for call in (lambda: doubled[(1,)](torch.ones(4), SIZE=4), lambda: calls_what_is_behind(torch.ones(4))):
    try:
        call()
    except RuntimeError as error:
        print(error)
