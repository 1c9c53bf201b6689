"""Makes up arguments of the form that was recorded. Runs in the process that replays."""

from collections.abc import Mapping, Sequence
from typing import Any

import torch

MOST_BYTES = 1 << 31  # of all tensors of a call


class CannotRebuildError(Exception):
    """The recording does not tell enough to call the operator again; the message says why."""


class MadeUp:
    """Makes the arguments of one call. Tensors are numbered: the same number is the same tensor."""

    def __init__(self, *, written: frozenset[int]) -> None:
        self._written = written  # numbers of the tensors that the operator writes into
        self._tensors: dict[int, Any] = {}
        self._bytes = 0

    def arguments(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """Make all of them."""
        self._limit = _smallest_size([*args, *kwargs.values()])
        return [self._make(told) for told in args], {name: self._make(told) for name, told in kwargs.items()}

    def _make(self, told: Any) -> Any:  # noqa: ANN401 -- any argument
        if not isinstance(told, dict):
            return told
        kind = next(iter(told))
        if kind == "tensor":
            if told["number"] not in self._tensors:
                self._tensors[told["number"]] = self._tensor(told)
            return self._tensors[told["number"]]
        return _SCALARS[kind](told[kind]) if kind in _SCALARS else self._other(kind, told)

    def _other(self, kind: str, told: Mapping[str, Any]) -> Any:  # noqa: ANN401 -- any argument
        if kind == "list":
            if len(told["list"]) != told["length"]:
                message = f"A list of {told['length']:,} items was not kept whole."
                raise CannotRebuildError(message)
            return [self._make(item) for item in told["list"]]
        message = f"An argument is of the kind {told.get('object', kind)}, which cannot be made up."
        raise CannotRebuildError(message)

    def _tensor(self, told: Mapping[str, Any]) -> Any:  # noqa: ANN401 -- torch is not followed by the type checker
        for key, kind in (("layout", told.get("layout")), ("type", told.get("type")), ("device", told.get("device"))):
            if kind is not None:
                message = f"A tensor has the {key} {kind}, which cannot be made up."
                raise CannotRebuildError(message)
        dtype = getattr(torch, told["tensor"])
        shape, stride, offset = told["shape"], told["stride"], told["offset"]
        span = offset + 1 + sum((size - 1) * step for size, step in zip(shape, stride, strict=True))
        self._bytes += max(span, 1) * dtype.itemsize
        if self._bytes > MOST_BYTES:
            message = "Its tensors are larger than 2 GiB."
            raise CannotRebuildError(message)
        tensor = self._numbers(max(span, 1), dtype).as_strided(shape, stride, offset)
        if told.get("grad"):
            tensor.requires_grad_()
            if told["number"] in self._written:
                tensor = tensor * 1  # a leaf must not be written into
        return tensor

    def _numbers(self, count: int, dtype: Any) -> Any:  # noqa: ANN401 -- a tensor
        if dtype.is_floating_point or dtype.is_complex:
            try:
                return torch.rand(count, dtype=dtype)
            except (NotImplementedError, RuntimeError):
                return torch.rand(count).to(dtype)
        if dtype is torch.bool:
            return torch.rand(count) < 0.5  # noqa: PLR2004 -- a half
        if dtype in _INTEGERS:
            return torch.randint(0, self._limit, (count,), dtype=dtype)  # may well be indices into another argument
        message = f"Numbers of the kind {dtype} cannot be made up."
        raise CannotRebuildError(message)


_SCALARS: Mapping[str, Any] = {
    "float": float,
    "complex": complex,
    "device": torch.device,
    "torch": lambda name: getattr(torch, name),
}
_INTEGERS = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
_MOST = 127  # what the smallest integers hold


def _smallest_size(told: Sequence[Any]) -> int:
    tensors = [item for item in told if isinstance(item, dict) and "tensor" in item]
    sizes: list[int] = [size for item in tensors if "int" not in item["tensor"] for size in item["shape"] if size > 0]
    return min([_MOST, *sizes])
