"""Spells calls of operators as text: `aten::addmm(f32[64], f32[32, 8], f32[8, 64] strides (1, 8)) -> f32[32, 64]`."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import mul
from typing import Any

from chipward.capture.tracers.torch.eager.seen import Call

_SHORT = {
    "float64": "f64",
    "float32": "f32",
    "float16": "f16",
    "bfloat16": "bf16",
    "complex128": "c128",
    "complex64": "c64",
    "int64": "i64",
    "int32": "i32",
    "int16": "i16",
    "int8": "i8",
    "uint8": "u8",
}


def spell_call(call: Call) -> str:
    """One call, without its count."""
    if call.is_rest or call.args is None:
        return f"{call.name}(…)"
    given = [*map(spell, call.args), *(f"{name}={spell(value)}" for name, value in call.kwargs.items())]
    result = "" if call.result is None else f" -> {_returned(call.result)}"
    return f"{call.name}({', '.join(given)}){result}{''.join(_circumstances(call))}"


def _circumstances(call: Call) -> Iterator[str]:
    if call.inference:
        yield ", inference mode"
    elif not call.grad and not call.is_of_engine:
        yield ", no grad"
    if call.autocast:
        yield ", autocast"


def _returned(value: Any) -> str:  # noqa: ANN401 -- as described
    # A number that an operator returns is the program's data, not the form of a call.
    if not isinstance(value, dict):
        return type(value).__name__
    for name in ("float", "complex"):
        if name in value:
            return name
    return spell(value)


def spell(value: Any) -> str:  # noqa: ANN401 -- one line for each kind of value
    """One value, as `describe` told it."""
    if not isinstance(value, dict):
        return repr(value)
    if "tensor" in value:
        return _tensor(value)
    if "list" in value:
        items = [spell(item) for item in value["list"]]
        more = value["length"] - len(items)
        return f"[{', '.join(items)}{f', … {more} more' if more else ''}]"
    if "torch" in value:
        return _SHORT.get(value["torch"]) or str(value["torch"])
    if "object" in value:
        return f"<{value['object']}>"
    return str(next(iter(value.values())))


def _tensor(told: Any) -> str:  # noqa: ANN401 -- a description
    kind = f"{told['type']} " if "type" in told else ""
    text = f"{kind}{_SHORT.get(told['tensor'], told['tensor'])}[{', '.join(map(str, told['shape']))}]"
    if "stride" in told and not is_contiguous(told["shape"], told["stride"]):
        text += f" strides ({', '.join(map(str, told['stride']))})"
    if "layout" in told:
        text += f" {told['layout']}"
    if "device" in told:
        text += f" on {told['device']}"
    return text


def is_contiguous(shape: Sequence[int], stride: Sequence[int]) -> bool:
    """Whether the items lie one behind the other; dimensions of one item may say what they like."""
    if 0 in shape:
        return True
    dense = [*accumulate(reversed(shape[1:]), mul, initial=1)][::-1] if shape else []
    return all(size == 1 or step == wanted for size, step, wanted in zip(shape, stride, dense, strict=True))
