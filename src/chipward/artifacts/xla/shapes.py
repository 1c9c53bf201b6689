"""Shapes of arrays and slices of buffers, as XLA's messages hold them, in the words of HLO: f32[64,256]."""

from chipward.artifacts.xla.wire import Message

# XLA's PrimitiveType, in the order of its numbers.
_TYPES = [
    "invalid",
    "pred",
    "s8",
    "s16",
    "s32",
    "s64",
    "u8",
    "u16",
    "u32",
    "u64",
    "f16",
    "f32",
    "f64",
    "tuple",
    "opaque",
    "c64",
    "bf16",
    "token",
    "c128",
    "f8e5m2",
    "f8e4m3fn",
    "s4",
    "u4",
    "f8e4m3b11fnuz",
    "f8e5m2fnuz",
    "f8e4m3fnuz",
    "s2",
    "u2",
    "f8e4m3",
    "f8e3m4",
    "s1",
    "u1",
    "f4e2m1fn",
    "f8e8m0fnu",
]
_TUPLE = _TYPES.index("tuple")
_TYPE, _DIMENSIONS, _PARTS = 2, 3, 4
_DEEPEST = 8  # tuples in tuples
_MOST_DIMENSIONS = 64
_MOST_PARTS = 256


def shape(message: Message, depth: int = 0) -> str:
    """The shape that a `ShapeProto` tells of."""
    kind = message.number(_TYPE)
    if kind == _TUPLE and depth < _DEEPEST:
        parts = message.messages(_PARTS)
        told = [shape(part, depth + 1) for part in parts[:_MOST_PARTS]]
        return f"({', '.join(told + ['…'] * (len(parts) > _MOST_PARTS))})"
    name = _TYPES[kind] if kind < len(_TYPES) else f"type{kind}"
    sizes = message.numbers(_DIMENSIONS)[:_MOST_DIMENSIONS]
    return f"{name}[{','.join(map(str, sizes))}]"
