"""A trace that nobody ran, as large as it is asked to be: a program of many kernels, each text 100,000 lines long.

The texts of the first kernel are joined to the source by maps; ``HUB`` is a line of the source that became all of them.
"""

from collections.abc import Iterator
from pathlib import Path

from chipward.bundle.journal import Journal
from chipward.bundle.pack import pack

LINES = 100_000
HUB = 2
SOURCE, GRAPH, KERNEL, LISTING = "program/large.py", "graph/aten", "kernel-0/cpp", "kernel-0/asm"

_SELECTION = {"explainer": "how-pytorch-runs", "choices": {"mode": "compile", "device": "cpu"}, "target": "cpu"}
_EDGES_A_LINE = 8  # between the C++ and its instructions

_PYTHON = "".join(f"x{n} = torch.sin(x{n - 1}) + bias  # step {n}\n" for n in range(1, LINES + 1))
_ATEN = "".join(f"    sin_{n}: f32[64, 128] = torch.ops.aten.sin.default(add_{n})\n" for n in range(1, LINES))
_CPP = "".join(f"auto tmp{n} = at::vec::Vectorized<float>(tmp{n - 1}).sin();\n" for n in range(1, LINES))
_ASM = "".join(f"{4 * n:8x}  vmovups ymm1, ymmword ptr [rdi + {4 * n:#x}]\n" for n in range(1, LINES))


def write_trace(folder: Path, size: int) -> Path:
    """Write a bundle whose texts have at least so many bytes together."""
    journal = Journal(folder / "spool")
    journal.program(kind="script", entry="large.py", directory="project")
    journal.environment(system="Linux", machine="x86_64", python="3.11.2")
    (folder / "large.py").write_text(_PYTHON, encoding="utf-8")
    journal.source(folder / "large.py")
    journal.unit("graph", name="large", kind="graph", selection=_SELECTION)
    _text(journal, GRAPH, ("aotautograd", "aten-graph"), f"def forward(self):\n{_ATEN}")
    written = len(_PYTHON) + len(_ATEN)
    number = 0
    while written < size:
        unit = f"kernel-{number}"
        journal.unit(unit, name=f"cpp_fused_sin_{number}", kind="kernel", parent="graph", selection=_SELECTION)
        _text(journal, f"{unit}/cpp", ("cpp", "cpp-kernel"), f"// kernel {number}\n{_CPP}")
        _text(journal, f"{unit}/asm", (None, "asm-x86"), f"0000000000000000 <kernel_{number}>:\n{_ASM}")
        written += len(_CPP) + len(_ASM)
        number += 1
    journal.map(SOURCE, GRAPH, _from_source(), method="Line by line")
    journal.map(GRAPH, KERNEL, ((n, n, "exact") for n in range(1, LINES + 1)), method="Line by line")
    journal.map(KERNEL, LISTING, _instructions(), method="Scattered")
    journal.outcome(ending="finished", exit_code=0)
    out = folder / "large.chipward"
    pack(folder / "spool", out)
    return out


def _text(journal: Journal, name: str, what: tuple[str | None, str], content: str) -> None:
    unit, _, short = name.partition("/")
    journal.artifact(unit, short, stage=what[0], kind=what[1], title=unit, content=content, how="Made up")


def _from_source() -> Iterator[tuple[int, int, str]]:
    yield from ((HUB, line, "exact") for line in range(1, LINES + 1))
    yield from ((line, line, "exact") for line in range(HUB + 1, LINES + 1))


def _instructions() -> Iterator[tuple[int, int, str]]:
    for line in range(1, LINES + 1):
        for step in range(_EDGES_A_LINE):
            yield line, (7 * line + 31 * step) % LINES + 1, "inlined"
