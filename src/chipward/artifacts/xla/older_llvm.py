"""LLVM IR as XLA's LLVM prints it, in the words of the LLVM before it, which llvmlite brings.

XLA is built with a newer LLVM than any that is released: it spells some constants and attributes in a way that older
ones cannot read. What is rewritten means the same; lines stay where they are.
"""

import math
import re
import struct

# e.g. "f0x42280000": the bits of a number, in the width of its type
_BITS = re.compile(r"(?P<type>\b(?:float|double|half|bfloat) )?\bf0x(?P<bits>[0-9A-Fa-f]{4,16})\b")
_DECIMAL = re.compile(r"(?P<type>\b(?:float|double|half|bfloat) )?(?<![\w.])(?P<number>-?[0-9]+\.[0-9]+e[+-][0-9]+)")
_TYPE = re.compile(r"\b(?:float|double|half|bfloat)\b")
_WORDS = {"+inf": math.inf, "-inf": -math.inf, "+qnan": math.nan, "-qnan": math.copysign(math.nan, -1.0)}
_WORD = re.compile(r"(?P<type>\b(?:float|double|half|bfloat) )?(?<=[ (,\[])(?P<word>[+-](?:inf|qnan))(?=[\]),\s>]|$)")
# e.g. "denormal_fpenv(preservesign)"
_DENORMALS = re.compile(r" denormal_fpenv\((?P<mode>[^)]*)\)")
_PRESERVE = ' "denormal-fp-math"="preserve-sign,preserve-sign"'
_TARGET_MEMORY = re.compile(r", target_mem[0-9]*: \w+")
_HINTS = re.compile(r"e[+-]|f0x|[+-]inf|[+-]qnan")
# e.g. "distinct !{!7, i1 false}", "!{!"XLA global AA domain", i1 false}": domains of alias scopes
_DOMAIN = re.compile(
    r"(?P<domain>(?:distinct !\{!\d+(?:, !\"[^\"]*\")?|!\{!\"(?!llvm\.)[^\"]*\")), i1 (?:true|false)(?=[,}])"
)
_ARITHMETIC = re.compile(
    r"= (?P<operation>fadd|fsub|fmul|fdiv) (?P<flags>(?:[a-z]+ )*?)(?=(?:float|double|half|bfloat|<))"
)


def for_older_llvm(text: str) -> str:
    """The same module for LLVM 22."""
    text = _TARGET_MEMORY.sub("", text)
    text = _DOMAIN.sub(r"\g<domain>", text)
    text = _DENORMALS.sub(lambda found: _PRESERVE if found["mode"] == "preservesign" else "", text)
    return "\n".join(_constants(line) if _HINTS.search(line) else line for line in text.split("\n"))


def fusing_as_xla_does(text: str) -> str:
    """Let each operation on floats be fused with the next, as XLA tells LLVM for the whole program."""
    return _ARITHMETIC.sub(
        lambda found: found[0] if "contract" in found["flags"] else f"{found[0]}contract ",
        text,
    )


def _constants(line: str) -> str:
    # Decimals that are not the exact value of a number are refused by older ones, so all are told by their bits.
    first = _TYPE.search(line)
    usual = first[0] if first else "float"

    def told(found: re.Match[str], value: float) -> str:
        return (found["type"] or "") + _bits((found["type"] or usual).strip(), value)

    line = _WORD.sub(lambda found: told(found, _WORDS[found["word"]]), line)
    line = _BITS.sub(lambda found: told(found, _value((found["type"] or usual).strip(), int(found["bits"], 16))), line)
    return _DECIMAL.sub(lambda found: told(found, float(found["number"])), line)


def _bits(kind: str, value: float) -> str:
    """A number of a type as older ones want it: a float by the bits of the double that has its value."""
    try:
        if kind == "half":
            return f"0xH{struct.unpack('<H', struct.pack('<e', value))[0]:04X}"
        if kind == "bfloat":
            return f"0xR{struct.unpack('<I', struct.pack('<f', value))[0] >> 16:04X}"
        if kind == "float" and math.isfinite(value):
            value = struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return repr(value)
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


def _value(kind: str, bits: int) -> float:
    form, size = {"half": ("<e", 2), "double": ("<d", 8)}.get(kind, ("<f", 4))
    content = (bits << 16 if kind == "bfloat" else bits) & ((1 << 8 * size) - 1)
    return float(struct.unpack(form, content.to_bytes(size, "little"))[0])
