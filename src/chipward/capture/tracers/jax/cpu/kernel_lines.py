"""Which line of LLVM IR each x86 instruction of a kernel is from.

XLA:CPU writes no debug information and takes no IR back. So the optimised IR is compiled once more by the LLVM that
llvmlite brings, with the number of its line as the place of each instruction, and the two rows of instructions are laid
side by side. Where they are the same byte for byte, what the second says of its lines holds for the first.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Literal

from chipward.artifacts.machine_code.alignment import Alignment, align
from chipward.artifacts.machine_code.object_listing import ObjectListing, lines_of_object, list_object
from chipward.artifacts.xla.cpu_executable import Machine
from chipward.artifacts.xla.llvm_functions import functions_of
from chipward.artifacts.xla.numbered_llvm import NUMBERED, numbered_llvm
from chipward.artifacts.xla.older_llvm import for_older_llvm, fusing_as_xla_does
from chipward.capture.tracers.jax.foreign import Foreign

NOT_INSTALLED = (
    "It needs llvmlite, which compiles the LLVM IR of a kernel once more with a number for each line: "
    "`pip install llvmlite`, and trace again."
)
_AGAIN = "A second compilation of this LLVM IR by llvmlite, in which each line has its number for a place"
_IDENTICAL = f"{_AGAIN}: its machine code is the same byte for byte"
_ALIKE = f"{_AGAIN}: it has the same instructions in the same order, some with other registers"
_PAIRED = f"{_AGAIN}: {{pairs}} of {{all}} instructions have one of the same shape there, paired in order"
_FLAGS = re.compile(r"^!llvm\.module\.flags = .*$", re.MULTILINE)
_STDERR = 2

Loss = tuple[Literal["from", "to"], int, str]


class NotCompiledAgainError(Exception):
    """The LLVM of llvmlite cannot read this IR. Says why."""


@dataclass(frozen=True)
class KernelLines:
    """A map from the lines of LLVM IR to those of the listing."""

    edges: tuple[tuple[int, int, str], ...]
    method: str
    losses: tuple[Loss, ...]
    alignment: Alignment


def kernel_lines(ir: str, listing: ObjectListing, machine: Machine, *, large: bool) -> KernelLines:
    """Join the lines of a kernel's optimised LLVM IR to its instructions.

    Args:
        ir: the LLVM IR as LLVM has optimised it.
        listing: the machine code that XLA made of it.
        machine: what XLA told LLVM of the machine.
        large: whether code may lie anywhere in memory, as XLA tells LLVM for what it loads itself.

    Raises:
        ImportError: llvmlite is not installed.
        NotCompiledAgainError: its LLVM refuses the IR.
    """
    code = _compile(ir, machine, large=large)
    second = list_object(code, "the kernel, compiled once more")
    numbers = lines_of_object(code, "the kernel, compiled once more", NUMBERED)
    first = listing.code
    found = align(first, second.code)
    kind = "exact" if found.identical else "inferred"
    edges = tuple(
        (line, first[one].line, kind)
        for one, other in found.pairs
        if (line := numbers.get(second.code[other].instruction.address, 0))
    )
    method = _IDENTICAL if found.identical else _ALIKE if found.alike else _PAIRED
    told = method.format(pairs=len(found.pairs), all=len(first))
    return KernelLines(edges, told, tuple(_losses(ir, listing, edges, found)), found)


def _losses(ir: str, listing: ObjectListing, edges: Sequence[tuple[int, int, str]], found: Alignment) -> Iterator[Loss]:
    starts, ends = {edge[0] for edge in edges}, {edge[1] for edge in edges}
    code = {line for function in functions_of(ir) for line in function.lines}
    lines = ir.count("\n") + (not ir.endswith("\n"))
    paired = {listing.code[one].line for one, _ in found.pairs}
    told: Counter[tuple[Literal["from", "to"], str]] = Counter()
    told["from", "no instruction of their own: merged with others, or left out"] = len(code - starts)
    told["from", "headings, declarations, metadata and blank lines"] = lines - len(code | starts)
    for one in listing.code:
        if one.line not in ends and one.line in paired:
            told[
                "to", "LLVM names no line: it made them of several, or of its own, such as the frame of a function"
            ] += 1
        elif one.line not in ends:
            told["to", "no instruction of the second compilation is like them"] += 1
    told["to", "headings and blank lines"] = listing.lines - len(listing.code)
    yield from ((side, count, why) for (side, why), count in told.items() if count > 0)


def _compile(ir: str, machine: Machine, *, large: bool) -> bytes:
    llvm = _llvm()
    with _silent():
        target = _target(machine, large=large)
        older = fusing_as_xla_does(for_older_llvm(ir))
        try:
            # A broken module with debug information would end the process as it is read, so it is first read without.
            llvm.parse_assembly(_FLAGS.sub("", older)).verify()
            module = llvm.parse_assembly(numbered_llvm(older))
            module.verify()
        except RuntimeError as error:
            raise NotCompiledAgainError(str(error)) from error
        return bytes(target.emit_object(module))


def _llvm() -> Foreign:
    return import_module("llvmlite.binding")  # who has not installed it goes without


@lru_cache(maxsize=4)
def _target(machine: Machine, *, large: bool) -> Foreign:
    llvm = _llvm()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    found = llvm.Target.from_triple(machine.triple)
    model = "large" if large else "default"
    return found.create_target_machine(cpu=machine.cpu, features=machine.features, opt=3, codemodel=model)


@contextmanager
def _silent() -> Iterator[None]:
    """Nothing on stderr: LLVM says there, a line each time, which features of the machine it has not heard of."""
    kept = os.dup(_STDERR)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, _STDERR)
        yield
    finally:
        os.dup2(kept, _STDERR)
        os.close(kept)
        os.close(nowhere)
