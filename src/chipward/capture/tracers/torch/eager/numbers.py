"""Numbers that were tensors.

PyTorch hands a mode plain numbers in the place of tensors that wrap a number, and takes them back in the operators that
eager code calls with numbers. TorchScript calls others, too: those refuse the number before anything has run.
"""

from collections.abc import Sequence
from typing import Any

import torch

_DTYPES = {bool: torch.bool, int: torch.int64, float: torch.float64, complex: torch.complex128}


def is_refused(func: Any, error: BaseException) -> bool:  # noqa: ANN401 -- an operator
    """Whether an operator has refused an argument for its type, and so has not run."""
    name = getattr(func, "_name", "").partition(".")[0]
    return isinstance(error, RuntimeError) and str(error).startswith(f"{name}() Expected a value of type ")


def with_tensors(func: Any, args: Sequence[Any]) -> list[Any]:  # noqa: ANN401
    """The arguments, with tensors in the place of numbers where the operator has tensors."""
    wanted = [str(argument.type) for argument in func._schema.arguments]  # noqa: SLF001 -- no public door
    return [
        torch.scalar_tensor(value, dtype=_DTYPES[type(value)]) if "Tensor" in kind and type(value) in _DTYPES else value
        for value, kind in zip(args, wanted, strict=False)
    ]
