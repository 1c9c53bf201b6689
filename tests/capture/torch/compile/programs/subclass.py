"""A tensor of the program's own kind, which does not survive being printed while it is compiled."""

import torch
from torch.utils._pytree import tree_map


class Wrapped(torch.Tensor):
    @staticmethod
    def __new__(cls, inner):
        return torch.Tensor._make_wrapper_subclass(cls, inner.shape, dtype=inner.dtype)

    def __init__(self, inner):
        self.inner = inner

    def __tensor_flatten__(self):
        return ["inner"], None

    @staticmethod
    def __tensor_unflatten__(inner, _context, _size, _stride):
        return Wrapped(inner["inner"])

    @classmethod
    def __torch_dispatch__(cls, operator, _types, args=(), kwargs=None):
        args, kwargs = tree_map(lambda value: getattr(value, "inner", value), (args, kwargs or {}))
        return tree_map(
            lambda value: cls(value) if isinstance(value, torch.Tensor) else value, operator(*args, **kwargs)
        )


@torch.compile(fullgraph=True)
def doubled(x):
    return (x.sin() * 2).relu()


print(doubled(Wrapped(torch.ones(16))).inner)
