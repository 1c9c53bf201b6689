"""A trace that nobody ran: what a small MLP became, written by hand, for tests of everything downstream of a bundle.

`write_trace(out)` makes the bundle; `write_hostile_trace(out)` one that wants to run script and command terminals;
`write_large_trace(out, lines)` one of many lines. `python tests/made_up_trace.py OUT` leaves all three in a folder.
"""

import linecache
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from chipward.bundle.journal import Journal
from chipward.bundle.pack import pack
from made_up_texts import ATEN, FX, IR, MLP, RELU_ASM, RELU_CPP, SIN_ASM, SIN_CPP, WRAPPER

TORCH = ("torch 2.13.0",)
COMPILER = ("g++", "-O3", "-shared", "-march=native", "kernel.cpp", "-o", "kernel.so")
HANDED = "Handed over by torch.compile"
STACKS = "Stack traces that torch.compile keeps with every node"
WRITING = "The node that Inductor was writing when it wrote the line"
DWARF = "DWARF of the shared object"
SELECTION = {"explainer": "how-pytorch-runs", "choices": {"mode": "compile", "device": "cpu"}, "target": "cpu"}

MARKUP = '</script><script>document.title="owned"</script><img src=x onerror="document.title=\'owned\'"><!-- {{ 7*7 }} '
TERMINAL = "\x1b]0;owned\x07\x1b[31mred\x1b[2J\r\x9b2J\u202egnp.exe\u2028\u2029\x00\x7f"
NOT_UTF8 = b"good line\n\xff\xfe broken \xc3\x28 line\nnul \0 here\n" + b"x" * 300_000 + b"\nlast, without an end"


def write_trace(out: Path) -> Path:
    """The MLP, compiled for the CPU."""
    return packed(tell_mlp, out)


def write_hostile_trace(out: Path) -> Path:
    """The MLP, and beside it whatever could run, mislead or break a layout."""
    return packed(_hostile, out)


def write_large_trace(out: Path, lines: int) -> Path:
    """A source, a graph and a listing of so many lines, joined line by line."""
    return packed(lambda journal: _large(journal, lines), out)


def packed(write: Callable[[Journal], None], out: Path) -> Path:
    """Let a journal be written, and make a bundle of it."""
    with tempfile.TemporaryDirectory() as name:
        spool = Path(name) / "spool"
        journal = Journal(spool)
        write(journal)
        journal.outcome(ending="finished", exit_code=0, processes=1, seconds=1.5)
        pack(spool, out)
    return out


def _begin(journal: Journal, entry: str) -> None:
    journal.program(kind="script", entry=entry, arguments=["--steps", "3"], directory="project")
    journal.environment(
        system="Linux 6.1",
        machine="x86_64",
        processor="AMD EPYC 7B13",
        instruction_sets=["avx2", "fma"],
        python="3.11.2",
        packages={"torch": "2.13.0+cpu"},
        variables={"OMP_NUM_THREADS": "2"},
        settings={"threads": "2"},
    )


def source_of(journal: Journal, name: str, text: str) -> str:
    """Hand over a source as a notebook does: by a name that is no file, so that no folder gets into the bundle."""
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    artifact = journal.source(name)
    assert artifact is not None
    return artifact


def edges_of(**kinds: str) -> Iterator[tuple[int, int, str]]:
    """Spell edges: ``exact="9-2 9-3"``."""
    for kind, ends in kinds.items():
        for edge in ends.split():
            start, _, end = edge.partition("-")
            yield int(start), int(end), kind


def tell_mlp(journal: Journal) -> None:
    """What the MLP became on the CPU."""
    _begin(journal, "mlp.py")
    source = source_of(journal, "mlp.py", MLP)
    journal.unit("frame-0-0", name="MLP.forward", kind="frame", selection=SELECTION, place=(source, 8))
    journal.unit("graph-0-0", name="MLP.forward, inference", kind="graph", parent="frame-0-0", selection=SELECTION)
    fx = tell_text(journal, "frame-0-0/fx", ("dynamo", "fx-graph"), "as Dynamo captured it", FX)
    aten = tell_text(journal, "graph-0-0/post-grad", ("aotautograd", "aten-graph"), "after the post-grad passes", ATEN)
    ir = tell_text(journal, "graph-0-0/ir-post-fusion", ("inductor", "inductor-ir"), "after fusion", IR)
    wrapper = tell_text(journal, "graph-0-0/wrapper", ("inductor", "inductor-wrapper"), "calls the kernels", WRAPPER)
    relu, relu_asm = _kernel(journal, 0, "cpp_fused_relu_0", (RELU_CPP, RELU_ASM))
    sin, sin_asm = _kernel(journal, 1, "cpp_fused_add_sin_1", (SIN_CPP, SIN_ASM))

    columns = [(9, 2, "exact", (19, 28)), (9, 3, "exact", (8, 29)), (11, 5, "exact", (12, 17))]
    journal.map(source, fx, [*columns, *edges_of(exact="10-4 11-6 11-7")], method=STACKS)
    comments = ("to", 3, "comments")
    graph = edges_of(exact="2-3 2-4 3-5 4-7 4-8 5-10 6-11 7-12")
    journal.map(fx, aten, graph, method="Names of nodes that AOTAutograd keeps", losses=[comments])
    journal.map(aten, ir, edges_of(exact="4-1 5-2 8-3", fused="10-4 11-4"), method="Origins of scheduler nodes")
    journal.map(ir, wrapper, edges_of(exact="1-4 2-6 3-8 4-10"), method="Names of kernels")
    loop = ("to", 6, "loop control and braces")
    journal.map(aten, relu, edges_of(inferred="5-6 5-7 5-8", unit="5-2"), method=WRITING, losses=[loop])
    journal.map(aten, sin, edges_of(inferred="10-6 10-7 10-8 11-9 11-10"), method=WRITING)
    ends = ("to", 2, "prologue and epilogue")
    instructions = edges_of(exact="4-3 4-7 4-8 4-9 2-2 10-11", inlined="6-4 7-5 8-6")
    journal.map(relu, relu_asm, instructions, method=DWARF, losses=[ends])
    journal.map(sin, sin_asm, edges_of(exact="4-2 4-7 4-8", inlined="7-3 8-4 9-5 10-6"), method=DWARF)

    journal.finding(
        "extern-call",
        "addmm stayed outside the generated code: ATen calls a library for it.",
        unit="graph-0-0",
        place=(source, 9),
        evidence=(wrapper, 4),
        advice="Look at the wrapper to see which library function it calls.",
    )
    journal.missing("Machine code of addmm", "The library that ran it was not sampled.", stage="cpu-kernels")


def tell_text(journal: Journal, name: str, what: tuple[str | None, str], title: str, content: str) -> str:
    """Keep a text that torch.compile handed over: ``unit/name``, its stage and its kind."""
    stage, kind = what
    unit, _, short = name.partition("/")
    return journal.artifact(
        unit, short, stage=stage, kind=kind, title=title, content=content, how=HANDED, versions=TORCH
    )


def _kernel(journal: Journal, number: int, name: str, texts: tuple[str, str]) -> tuple[str, str]:
    unit = f"kernel-{number}"
    journal.unit(unit, name=name, kind="kernel", parent="graph-0-0", selection=SELECTION)
    text = tell_text(journal, f"{unit}/cpp", ("cpp", "cpp-kernel"), "C++ kernel", texts[0])
    binary = journal.artifact(
        unit,
        "so",
        stage="cpp",
        kind="shared-object",
        title="Shared object",
        content=b"\x7fELF\0" + name.encode(),
        how="Compiled by Inductor",
        command=COMPILER,
        versions=("g++ 12.2.0",),
        made_from=text,
    )
    listing = journal.artifact(
        unit,
        "asm",
        stage=None,
        kind="asm-x86",
        title="x86 machine code",
        content=texts[1],
        how="Disassembled from the shared object",
        versions=("capstone 5.0.6",),
        made_from=binary,
    )
    return text, listing


def _hostile(journal: Journal) -> None:
    tell_mlp(journal)
    path = SELECTION | {"target": MARKUP}
    source = source_of(journal, "<img src=x onerror=alert(1)>.py", f"# {MARKUP}\n# {TERMINAL}\nx = 1\n")
    nasty = f"{MARKUP}{TERMINAL}"
    journal.unit(
        "hostile", name=nasty, kind="kernel", parent="graph-0-0", selection=path, place=(source, 1), note=nasty
    )
    text = journal.artifact(
        "hostile",
        "text",
        stage="inductor",
        kind="inductor-ir",
        title=nasty,
        content=f"{MARKUP}\n{TERMINAL}\n",
        how=nasty,
        command=("rm", "-rf", nasty),
        versions=(nasty,),
    )
    raw = journal.artifact(
        "hostile",
        "bytes",
        stage=None,
        kind="unheard-of",
        title="no text",
        content=NOT_UTF8.decode("utf-8", "surrogateescape"),
        how="By hand",
    )
    tell_text(journal, "hostile/html", (None, "compile-log"), "a page", f"<!doctype html>{MARKUP}")
    loss = ("to", 1, nasty)
    journal.map(source, text, edges_of(exact="1-1 2-2"), method=nasty, losses=[loss])
    journal.map(text, raw, edges_of(inferred="1-2"), method=nasty)
    journal.finding("graph-break", nasty, unit="hostile", place=(source, 2), evidence=(text, 1), advice=nasty)
    journal.missing(nasty, nasty, stage="cpu", selection=path)


def _large(journal: Journal, lines: int) -> None:
    _begin(journal, "large.py")
    numbers = range(1, lines + 1)
    source = source_of(journal, "large.py", "".join(f"x{n} = torch.sin(x{n - 1})\n" for n in numbers))
    journal.unit("frame-0-0", name="large", kind="frame", selection=SELECTION, place=(source, 1))
    graph = "".join(f"sin_{n} = aten.sin(sin_{n - 1})\n" for n in numbers)
    aten = tell_text(journal, "frame-0-0/aten", ("aotautograd", "aten-graph"), "as captured", graph)
    listing = "".join(f"call 0x{n:x}\n" for n in numbers)
    asm = tell_text(journal, "frame-0-0/asm", (None, "asm-x86"), "x86-64", listing)
    same = [(n, n, "exact") for n in numbers]
    journal.map(source, aten, same, method="Line by line")
    journal.map(aten, asm, same, method="Line by line")


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    write_trace(target / "mlp.chipward")
    write_hostile_trace(target / "hostile.chipward")
    write_large_trace(target / "large.chipward", 100_000)
