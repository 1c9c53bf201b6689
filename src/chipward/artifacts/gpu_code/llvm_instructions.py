"""The instructions of LLVM IR without their places."""

import re
from collections.abc import Sequence

from chipward.artifacts.gpu_code.again import Instruction
from chipward.artifacts.gpu_code.llvm import llvm_debug

_PLACE = re.compile(r",? !dbg !\d+")
_NUMBERS = re.compile(r"(?<=[!#])\d+")  # of metadata and attributes: places decide how they are counted


def llvm_instructions(text: str) -> Sequence[Instruction]:
    """What each instruction does. The heading of a function is one of them."""
    lines = text.split("\n")
    return [
        Instruction(number, _NUMBERS.sub("", _PLACE.sub("", lines[number - 1])))
        for number in sorted(llvm_debug(text).items)
    ]
