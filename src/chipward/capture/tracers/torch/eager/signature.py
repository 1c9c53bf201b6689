"""The form of an operator's arguments: what decides which kernel runs. The numbers inside do not belong to it."""

from collections.abc import Iterable, Mapping
from typing import Any

import torch

_TENSORS = frozenset({torch.Tensor, torch.nn.Parameter})
_strided = torch.strided
_VALUES = frozenset({bool, int, str, type(None), torch.dtype, torch.device, torch.layout, torch.memory_format})
_LISTS = (list, tuple)


def form_of(args: Iterable[Any], kwargs: Mapping[str, Any] | None) -> tuple[Any, ...]:
    """A key that is equal for arguments of the same form."""
    form: list[Any] = []
    _add(form, args)
    if kwargs:
        form.extend(kwargs)
        _add(form, kwargs.values())
    return tuple(form)


def _add(form: list[Any], values: Iterable[Any]) -> None:
    for value in values:
        kind = type(value)
        if kind in _TENSORS:
            try:
                form += (value.dtype, value.shape, value.stride() if value.layout is _strided else value.layout)
            except RuntimeError:  # a nested tensor has no shape; it is asked only once it refuses, since this is hot
                form += (value.dtype, "nested")
        elif kind in _VALUES:
            form.append(value)
        elif kind in _LISTS:
            form.append(len(value))
            _add(form, value)
        else:
            form.append(kind)
