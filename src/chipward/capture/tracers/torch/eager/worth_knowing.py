"""What is worth knowing of the operators that were called: copies that a layout made necessary, types that grew."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chipward.capture.source_text import quote
from chipward.capture.tracers.torch.eager.seen import Call
from chipward.capture.tracers.torch.eager.spelling import is_contiguous, spell

_COPIES = ("aten::clone", "aten::contiguous")
_MIXES = ("aten::add.Tensor", "aten::sub.Tensor", "aten::mul.Tensor", "aten::div.Tensor", "aten::where.self")
_FLOATS = ("float16", "bfloat16", "float32", "float64")  # two of them in one operator: the wider one wins


@dataclass(frozen=True)
class Remark:
    """Something about one call."""

    kind: str
    text: str
    advice: str


def remarks(call: Call) -> Iterator[Remark]:
    """What is worth knowing of a call."""
    tensors = [value for value in call.args or () if isinstance(value, dict) and "tensor" in value]
    if call.name in _COPIES and call.kwargs.get("memory_format") == {"torch": "contiguous_format"}:
        yield from _copied(call, tensors[0])
    if call.name in _MIXES:
        yield from _mixed(call, tensors)


def _copied(call: Call, tensor: Mapping[str, Any]) -> Iterator[Remark]:
    if "stride" in tensor and not is_contiguous(tensor["shape"], tensor["stride"]):
        yield Remark(
            "copy",
            f"{_what(call)} copies a tensor, {spell(tensor)}, because its items do not lie one behind the other.",
            "If the copy costs too much, look for an order of dimensions that the lines around it can share.",
        )


def _mixed(call: Call, tensors: list[Any]) -> Iterator[Remark]:
    types = {tensor["tensor"] for tensor in tensors if tensor["shape"] and tensor["tensor"] in _FLOATS}
    result = call.result.get("tensor") if isinstance(call.result, dict) else None
    if len(types) > 1 and result in _FLOATS:
        names = " with ".join(spell({"torch": name}) for name in sorted(types, key=_FLOATS.index))
        yield Remark(
            "wider-type",
            f"{_what(call)} mixes {names}: the result is {spell({'torch': result})}, and so is all that is made of it.",
            "Convert one of the two beforehand if you do not want the wider type.",
        )


def _what(call: Call) -> str:
    said = quote(call.site.home)
    return f"`{said}`" if said else call.name
