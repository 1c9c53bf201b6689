"""LLVM IR as XLA's LLVM prints it, in the words of the LLVM before it, which llvmlite brings.

XLA is built with a newer LLVM than any that is released: it spells some constants and attributes in a way that older
ones cannot read. What is rewritten means the same; lines stay where they are.
"""

import re
import struct

# e.g. "f0x42280000": the bits of a float; older ones want those of a double, whatever the type
_FLOAT_BITS = re.compile(r"\bf0x(?P<bits>[0-9A-Fa-f]{8})\b")
_DOUBLE_BITS = re.compile(r"\bf0x(?P<bits>[0-9A-Fa-f]{16})\b")
_HALF_BITS = re.compile(r"\bf0x(?P<bits>[0-9A-Fa-f]{4})\b")
_DECIMAL = re.compile(r"(?P<type>\b(?:float|double|half|bfloat) )?(?<![\w.])(?P<number>-?[0-9]+\.[0-9]+e[+-][0-9]+)")
_WORDS = {"+inf": "0x7FF0000000000000", "-inf": "0xFFF0000000000000"} | {
    "+qnan": "0x7FF8000000000000",
    "-qnan": "0xFFF8000000000000",
}
_WORD = re.compile(r"(?<=[ (,])[+-](?:inf|qnan)(?=[),\s]|$)")
_TARGET_MEMORY = re.compile(r", target_mem[0-9]*: \w+")
# e.g. "distinct !{!7, i1 false}": domains of alias scopes
_DOMAIN = re.compile(r"(?P<domain>distinct !\{!\d+(?:, !\"[^\"]*\")?), i1 (?:true|false)(?=[,}])")
_ARITHMETIC = re.compile(
    r"= (?P<operation>fadd|fsub|fmul|fdiv) (?P<flags>(?:[a-z]+ )*?)(?=(?:float|double|half|bfloat|<))"
)


def for_older_llvm(text: str) -> str:
    """The same module for LLVM 22."""
    text = _TARGET_MEMORY.sub("", text)
    text = _DOMAIN.sub(r"\g<domain>", text)
    text = _FLOAT_BITS.sub(lambda found: _double(_float_of(int(found["bits"], 16))), text)
    text = _DOUBLE_BITS.sub(r"0x\g<bits>", text)
    text = _HALF_BITS.sub(r"0xH\g<bits>", text)
    return "\n".join(_decimals(_WORD.sub(lambda found: _WORDS[found[0]], line)) for line in text.split("\n"))


def fusing_as_xla_does(text: str) -> str:
    """Let each operation on floats be fused with the next, as XLA tells LLVM for the whole program."""
    return _ARITHMETIC.sub(
        lambda found: found[0] if "contract" in found["flags"] else f"{found[0]}contract ",
        text,
    )


def _decimals(line: str) -> str:
    # Decimals that are not the exact value of a number are refused by older ones.
    if "e+" not in line and "e-" not in line:
        return line
    is_double = "double" in line
    return _DECIMAL.sub(
        lambda found: (
            (found["type"] or "")
            + _double(float(found["number"]) if is_double else _nearest_float(float(found["number"])))
        ),
        line,
    )


def _nearest_float(value: float) -> float:
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return value


def _float_of(bits: int) -> float:
    return float(struct.unpack("<f", struct.pack("<I", bits))[0])


def _double(value: float) -> str:
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
