"""What tells apart the lines of a kernel that no step was generated for, by the language it is written in."""

import re
from typing import NamedTuple

# A Triton kernel that the program defines: what it calls stands below it, and its name is its own.
_OWN = re.compile(r"custom_kernel=True,\n\)\n@triton\.jit\n(?P<head>def )")


class Syntax(NamedTuple):
    """A language that Inductor writes kernels in."""

    head: re.Pattern[str]  # the line that the kernel as a whole is credited with; the last that matches
    before_head: str | None  # why lines before it are lost, if that is reason enough
    reasons: tuple[tuple[re.Pattern[str], str], ...]  # why others are, by how they begin; the first that matches

    def head_of(self, lines: list[str]) -> int:
        """The index of the head; 0 if there is none."""
        if own := _OWN.search("\n".join(lines)):
            return own.string.count("\n", 0, own.start("head"))
        return next((index for index in reversed(range(len(lines))) if self.head.match(lines[index])), 0)

    def why_lost(self, line: str, *, is_before_head: bool) -> str:
        """Why a line that is not empty was generated for no step."""
        if is_before_head and self.before_head:
            return self.before_head
        return next((why for begin, why in self.reasons if begin.match(line)), _OTHER)


_OTHER = "head, declaration or other text around the steps"

CPP = Syntax(
    head=re.compile(r'extern "C"'),
    before_head=None,
    reasons=((re.compile(r"\s*(?:for\s*\(|#pragma|if\s*\(|else\b|[{}]\s*$|int tid\b)"), "loop control"),),
)

# The head: `def triton_poi_fused_relu_0(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):`. Helper functions stand
# above it. Indices and masks that belong to the kernel as a whole: `xoffset = tl.program_id(0) * XBLOCK`,
# `r0_mask = r0_index < r0_numel`, `rbase = r0_base`, `RBLOCK: tl.constexpr = R0_BLOCK`, `xnumel = 8192`. Of kernels
# side by side: `num_xblocks_1 = num_xblocks_0 + tl.cdiv(19200, XBLOCK)`, `pid_offset = pid - num_xblocks_0`.
TRITON = Syntax(
    head=re.compile(r"def (?:triton_|Placeholder\b)"),
    before_head="imports, tuning and signature",
    reasons=(
        (re.compile(r"\s*(?:for |if |elif |else:|pass\b|split_size = )"), "loop control"),
        (
            re.compile(r"\s*(?:(?:local_)?pid|\w*pid_offset|num_x?blocks_\d+|[xy]_blocks_\d+) = "),
            "choice among kernels that are put side by side",
        ),
        (
            re.compile(r"\s*(?:[xyzr]\d*_?(?:offset|index|mask|base|numel)|\w*BLOCK\w*(?:: tl\.constexpr)?) \+?= "),
            "index or mask of the kernel as a whole",
        ),
    ),
)
