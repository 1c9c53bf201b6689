"""What the tracer uses of Python's and PyTorch's insides, each named once. Eager code needs all of them."""

import sys

import torch

frame_at = sys._getframe  # noqa: SLF001 -- there is no public door, here and below

mode_count = torch._C._len_torch_dispatch_stack  # noqa: SLF001
mode_at = torch._C._get_dispatch_stack_at  # noqa: SLF001
push_mode = torch._C._push_on_torch_dispatch_stack  # noqa: SLF001
pop_mode = torch._C._pop_torch_dispatch_stack  # noqa: SLF001

autograd_node = torch._C._current_autograd_node  # noqa: SLF001 -- the node that the backward pass runs now
next_sequence_number = torch._C._autograd._get_sequence_nr  # noqa: SLF001 -- of the next node of this thread

without_subclasses = torch._C.DisableTorchFunctionSubclass  # noqa: SLF001 -- no subclass of Tensor is asked
frame_compiler = torch._C._dynamo.eval_frame  # noqa: SLF001 -- what TorchDynamo compiles, and what it leaves alone


def is_compiling() -> bool:
    """Whether this thread is in the midst of a compilation."""
    guards = torch._guards  # noqa: SLF001
    return guards.CompileContext.try_get() is not None or guards.TracingContext.try_get() is not None
