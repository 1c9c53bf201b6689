"""SASS, the machine code of NVIDIA's GPUs, as `nvdisasm` lists it.

/*0040*/                   FADD R0, R0, R7 ;                  /* 0x0000000700007221 */
                                                              /* 0x000fca0000000000 */
"""

import re

_INSTRUCTION = re.compile(r"\s*/\*[0-9a-f]{4,16}\*/\s+[^;/\s]")


def is_instruction(line: str) -> bool:
    """Whether a line is an instruction, rather than a mark, a label, a directive or the second half of an encoding."""
    return _INSTRUCTION.match(line) is not None
