"""Tells what was compared when a kernel was made again with numbered lines, for a reader who wants to do it, too."""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256

from chipward.artifacts.gpu_code.cubin import Cubin
from chipward.artifacts.gpu_code.sass_listing import Listed
from chipward.capture.tracers.jax.gpu.kernel_lines import KernelLines, compared_sections

_HASH = 16  # digits of it that are shown


def proof(lines: KernelLines, first: Cubin, second: Cubin, listed: Listed) -> str:
    """The text: what is the same both times, and how many instructions know their line."""
    return "".join(f"{line}\n" for line in _lines(lines, first, second, listed))


def _lines(lines: KernelLines, first: Cubin, second: Cubin, listed: Listed) -> Iterator[str]:
    yield "XLA makes the kernel a second time, from its LLVM IR with the number of each line as its place:"
    yield "  xla_gpu_llvm_ir_file=<the numbered LLVM IR>  xla_gpu_generate_line_info=true"
    yield ""
    yield f"The instructions of PTX are {_same(lines.ptx is not None)} both times."
    ours, theirs = compared_sections(first), compared_sections(second)
    yield f"Code, constants and shared memory are {_same(ours == theirs)} both times:"
    width = max(map(len, {*ours, *theirs}), default=0)
    for name in sorted({*ours, *theirs}):
        one, other = ours.get(name), theirs.get(name)
        size = f"{len(one if one is not None else other or b''):7d} bytes"
        told = f"{_hash(one)} in both" if one == other else f"{_hash(one)} and {_hash(other)}"
        yield f"  {name:<{width}} {size}  sha256 {told}"
    yield ""
    yield f"Instructions of SASS: {len(listed.spots)}"
    yield f"  from a line of PTX: {len(lines.sass)}"
    yield from (f"  {why}: {count}" for why, count in sorted(Counter(lines.lost.values()).items()))
    yield f"  name the line of LLVM IR that their line of PTX names: {lines.agreed}"


def _same(same: bool) -> str:  # noqa: FBT001 -- the answer to one question
    return "the same" if same else "not the same"


def _hash(content: bytes | None) -> str:
    return "of nothing" if content is None else sha256(content).hexdigest()[:_HASH]
