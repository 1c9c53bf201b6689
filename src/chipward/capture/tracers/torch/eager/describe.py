"""Describes the arguments of an operator in JSON, fully enough to make up others of the same form."""

from collections.abc import Mapping, Sequence
from typing import Any

import torch

from chipward.capture.tracers.torch.eager.inside import without_subclasses

_NAMED = (torch.dtype, torch.layout, torch.memory_format)
_MANY = 64  # items of a list that are described one by one
_LONG = 80  # characters of a text that are kept


class Description:
    """The arguments of one call. A tensor that is given twice has the same number twice."""

    def __init__(self, args: Sequence[Any], kwargs: Mapping[str, Any] | None) -> None:
        self._numbers: dict[int, int] = {}
        with without_subclasses():  # a subclass is not asked
            self.args = [self.describe(value) for value in args]
            self.kwargs = {name: self.describe(value) for name, value in (kwargs or {}).items()}

    def result(self, value: Any) -> Any:  # noqa: ANN401 -- whatever an operator returns
        """Describe what the operator returned; a tensor among its arguments keeps its number."""
        with without_subclasses():
            return self.describe(value)

    def describe(self, value: Any) -> Any:  # noqa: ANN401, PLR0911 -- one line for each kind of value
        """Describe any value: scalars stand for themselves, all else is an object that says what it is."""
        if value is None or isinstance(value, bool | int):
            return value
        if isinstance(value, float):
            return {"float": repr(value)}  # JSON has no infinity
        if isinstance(value, complex):
            return {"complex": repr(value)}
        if isinstance(value, str):
            return value[:_LONG]
        if isinstance(value, torch.Tensor):
            return {"object": "nested tensor"} if value.is_nested else self._tensor(value)  # that one has no shape
        if isinstance(value, list | tuple):
            return {"list": [self.describe(item) for item in value[:_MANY]], "length": len(value)}
        if isinstance(value, torch.device):
            return {"device": str(value)}
        if isinstance(value, _NAMED):
            return {"torch": str(value).removeprefix("torch.")}
        return {"object": type(value).__qualname__}

    def _tensor(self, tensor: Any) -> dict[str, Any]:  # noqa: ANN401 -- torch is not followed by the type checker
        told: dict[str, Any] = {"tensor": str(tensor.dtype).removeprefix("torch."), "shape": list(tensor.shape)}
        number = self._numbers.setdefault(id(tensor), len(self._numbers))
        told["number"] = number
        if tensor.layout is torch.strided:
            told |= {"stride": list(tensor.stride()), "offset": tensor.storage_offset()}
        else:
            told["layout"] = str(tensor.layout).removeprefix("torch.")
        if tensor.device.type != "cpu":
            told["device"] = str(tensor.device)
        if tensor.requires_grad:
            told["grad"] = True
        if type(tensor) not in (torch.Tensor, torch.nn.Parameter):
            told["type"] = type(tensor).__qualname__
        elif type(tensor) is torch.nn.Parameter:
            told["parameter"] = True
        return told
