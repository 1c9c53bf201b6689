"""Recordings for the tests: what a traced program could have written."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from chipward.bundle.journal import Journal
from chipward.bundle.pack import pack
from chipward.bundle.read import Bundle, open_bundle
from chipward.errors import Misuse

SELECTION = {"explainer": "how-pytorch-runs", "choices": {"mode": "compile", "device": "cpu"}, "target": "cpu"}
GRAPH = "# File: train.py:2 in f, code: return torch.relu(x + 1)\nadd = x + 1\nrelu = add.relu()\n"
KERNEL = "auto tmp0 = in[i];\nauto tmp1 = tmp0 + 1;\nauto tmp2 = max(tmp1, 0);\nout[i] = tmp2;\n"
SOURCE = "def f(x):\n    return torch.relu(x + 1)\n"


def record(journal: Journal, program: Path) -> None:
    """Write what a small compiled program would."""
    journal.program(kind="script", entry=str(program), arguments=("--steps", "3"), directory=str(program.parent))
    journal.environment(system="Linux 6.1", machine="x86_64", python="3.11.2", packages={"torch": "2.13.0"})
    journal.environment(packages={"numpy": "2.0.0"}, variables={"OMP_NUM_THREADS": "2"})
    source = journal.source(program)
    assert source is not None
    frame = journal.unit("frame-0-0", name="f", kind="frame", selection=SELECTION, place=(source, 1, (4, 5)))
    kernel = journal.unit("kernel-0", name="cpp_fused_add_relu_0", kind="kernel", parent=frame)
    graph = journal.artifact(
        frame,
        "post-grad",
        stage="inductor",
        kind="aten-graph",
        title="Post-grad graph",
        content=GRAPH,
        how="Handed over",
    )
    cpp = journal.artifact(
        kernel, "cpp", stage="cpp", kind="cpp-kernel", title="C++", content=KERNEL, how="Written by Inductor"
    )
    journal.artifact(
        kernel,
        "object",
        stage="cpu",
        kind="shared-object",
        title="Shared object",
        content=b"\x7fELF\0\0",
        how="Compiled",
        command=("g++", "-O3", str(program.parent / "kernel.cpp")),
        versions=("g++ 12.2",),
        made_from=cpp,
    )
    journal.map(source, graph, [(2, 2, "exact", (22, 27)), (2, 3, "exact", (11, 28))], method="Stack traces")
    journal.map(
        graph, cpp, [(2, 2, "exact"), (3, 3, "exact"), (2, 3, "fused"), (2, 4, "unit")], method="Hooks",
        losses=[("to", 1, "loads have no node")],
    )  # fmt: skip
    journal.seen(kernel, 2, seconds=0.5)
    journal.finding(
        "scalar-loop", "The loop is scalar.", unit=kernel, place=(source, 2), evidence=(cpp, 1), advice="Pad."
    )
    journal.missing("The x86 code", "objdump is not installed.", stage="cpu", unit=kernel)
    journal.outcome(ending="finished", exit_code=0)


def program(folder: Path) -> Path:
    """Write the program that the recording speaks of."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "train.py"
    file.write_text(SOURCE)
    return file


def spool(folder: Path) -> Path:
    """Write a whole spool folder."""
    record(Journal(folder / "spool"), program(folder / "home"))
    return folder / "spool"


def bundle(folder: Path) -> Path:
    """Write a whole bundle."""
    pack(spool(folder), folder / "run.chipward")
    return folder / "run.chipward"


def rewritten(path: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """Change the members of a bundle."""
    with ZipFile(path) as old:
        members = {name: old.read(name) for name in old.namelist()}
    change(members)
    with ZipFile(path, "w", ZIP_DEFLATED) as new:
        for name, raw in members.items():
            new.writestr(name, raw)
    return path


def retraced(path: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """Change the trace.json of a bundle."""

    def mutate(members: dict[str, bytes]) -> None:
        trace = json.loads(members["trace.json"])
        change(trace)
        members["trace.json"] = json.dumps(trace).encode()

    return rewritten(path, mutate)


REMEDY = "; take an undamaged copy, or trace the program again"


def refused(path: Path, read: Callable[[Bundle], object] = lambda bundle: bundle) -> str:
    """Return the sentence, without the file's name and the remedy."""
    with pytest.raises(Misuse) as caught, open_bundle(path) as bundle:
        read(bundle)
    told = str(caught.value)
    assert told.startswith(f"{path}: ")
    assert "\n" not in told
    return told.removeprefix(f"{path}: ").removesuffix(REMEDY)


def read_all(bundle: Bundle) -> None:
    for artifact in bundle.trace.artifacts:
        bundle.raw(artifact.id)
    for entry in bundle.trace.maps:
        bundle.line_map(entry.id)


def artifact_file(path: Path, identity: str) -> str:
    """The name of an artifact's file in a bundle."""
    with open_bundle(path) as bundle:
        return bundle.artifact(identity).file
