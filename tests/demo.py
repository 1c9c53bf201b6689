"""A framework that does not exist, what it says of itself, and an explainer that quotes it.

Everything is written anew for each test, so a test may change whatever it likes.
"""

import json
import os
import subprocess
import zipfile
from collections.abc import Callable
from copy import deepcopy
from datetime import date
from pathlib import Path
from typing import Any

from chipward.dataset.folder import Dataset, read_dataset
from chipward.dataset.verify.lock_file import updated, write_lock
from chipward.dataset.verify.run import Result, quotes_in, verify
from chipward.dataset.verify.shelves.clones import Clones
from chipward.dataset.verify.shelves.library import Library
from chipward.dataset.verify.shelves.packages import Packages

REPOSITORY = "demo-org/engine"
GUIDE = """\
# Engine

Engine turns your function into a graph.
It runs the graph node by node, and each
node calls one kernel.

## Compiling

With `fast`, the compiler fuses the nodes and
writes machine code for the whole graph.

The chip loads the machine code and starts it.
"""
KERNELS = "".join(f"int kernel_{number}(void) {{ return {number}; }}\n" for number in range(1, 31)) + (
    "/* A kernel is a function in C that the\n * chip runs. */\n"
)
API = '"""Engine\'s functions, written in Python."""\n\n\ndef run(function):\n    """Call it through the engine."""\n'
HEADER = "#pragma once\n// The compiler is written in C, and hands machine code to the chip.\nvoid compile(void);\n"
GUARDED = (
    "#if !defined(TORCH_STABLE_ONLY) && !defined(TORCH_TARGET_VERSION)\n"
    f"{HEADER}\n#else\n"
    '#error "This file should not be included when either TORCH_STABLE_ONLY or TORCH_TARGET_VERSION is defined."\n'
    "#endif  // !defined(TORCH_STABLE_ONLY) && !defined(TORCH_TARGET_VERSION)\n"
)
WHEEL_FILES = {
    "demo_engine/api.py": API,
    "demo_engine/include/compiler.h": GUARDED,
    "demo_engine-1.2.0.dist-info/METADATA": f"Metadata-Version: 2.1\nName: demo-engine\n\n{GUIDE}",
}


class Demo:
    """The data folder, the clone and the wheel."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.clones = folder / "clones"
        self.packages = folder / "packages"
        self.commit = git(self.clones / "engine", "rev-parse", "HEAD")
        self.explainer: dict[str, Any] = explainer_of(self.commit)
        self.atlas: dict[str, Any] = atlas_of(self.commit)
        self.write()

    @property
    def file(self) -> Path:
        return self.data / "explainers/how-demo-runs.json"

    @property
    def lock(self) -> Path:
        return self.data / "evidence.lock.json"

    @property
    def recorded(self) -> dict[str, Any]:
        return json.loads(self.lock.read_text(encoding="utf-8"))

    def write(self) -> None:
        """Write the values of this object into the data folder."""
        for file, value in ((self.file, self.explainer), (self.data / "atlas/lineage.json", self.atlas)):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(value), encoding="utf-8")

    def change(self, alter: Callable[[dict[str, Any]], object]) -> None:
        """Change the explainer, and write it."""
        alter(self.explainer)
        self.write()

    def load(self) -> Dataset:
        """Read the folder, right or wrong."""
        dataset, problems = read_dataset(self.data)
        assert dataset, problems
        return dataset

    def library(self) -> Library:
        """Return the wheel and the clone as shelves."""
        return Library([Packages([self.packages]), Clones([self.clones])])

    def verify(self, day: date = date(2026, 1, 3)) -> tuple[Result, ...]:
        """Check all quotes and write the lock."""
        dataset = self.load()
        quotes = [quote for document in dataset.documents for quote in quotes_in(document)]
        results = verify(quotes, self.library(), day)
        write_lock(updated(dataset.lock, results, dataset.documents), self.data)
        return results


def make_sources(folder: Path) -> None:
    """Make the clone and the wheel that the explainer quotes."""
    commit_files(
        folder / "clones/engine", {"docs/guide.md": GUIDE, "src/kernels.c": KERNELS, "include/compiler.h": HEADER}
    )
    write_wheel(folder / "packages/demo_engine-1.2.0-py3-none-any.whl", WHEEL_FILES)


def commit_files(folder: Path, files: dict[str, str]) -> str:
    """Make a git repository that holds these files in one commit, and return the commit."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8", newline="")
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message=All")
    return git(folder, "rev-parse", "HEAD")


def git(folder: Path, *arguments: str) -> str:
    identity = {
        f"GIT_{role}_{what}": value
        for role in ("AUTHOR", "COMMITTER")
        for what, value in {"NAME": "Demo", "EMAIL": "demo@example.org", "DATE": "2026-01-01T00:00:00Z"}.items()
    }
    environment = os.environ | identity | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    command = ["git", "-c", "core.autocrlf=false", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def write_wheel(file: Path, files: dict[str, str]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)


def in_repository(name: str, path: str, commit: str) -> dict[str, Any]:
    facts = {"kind": "documentation", "title": f"Engine: {path}", "publisher": "The demo", "license": "MIT"}
    return {"id": name, **facts, "repository": REPOSITORY, "commit": commit, "path": path}


def in_wheel(name: str, path: str) -> dict[str, Any]:
    facts = {"kind": "source", "title": f"demo-engine: {path}", "publisher": "The demo", "license": "MIT"}
    return {"id": name, **facts, "release": {"package": "demo-engine", "version": "1.2.0", "path": path}}


def explainer_of(commit: str) -> dict[str, Any]:
    unwritten = {"what": "The language it is written in", "why": "It is not written."}

    def stage(name: str, layer: str, cited: str, written_in: object) -> dict[str, Any]:
        told = {"caption": f"the {name}", "layer": layer, "summary": f"The {name}.", "takes": "It.", "gives": "It."}
        return {"id": name, "name": name.title(), **told, "written_in": written_in, "citations": [cited]}

    def step(start: str, end: str, kind: str, cited: str) -> dict[str, Any]:
        return {"from": start, "to": end, "kind": kind, "summary": "So it goes.", "citations": [cited]}

    def written(node: str, cited: str) -> dict[str, Any]:
        return {"nodes": [node], "citations": [cited]}

    engine = stage("engine", "framework", "turns-into-a-graph", written("python", "written-in-python"))
    engine["atlas"] = {"node": "engine", "role": "The framework"}
    return deepcopy(
        {
            "$schema": "../schema/explainer.json",
            "schema": 1,
            "id": "how-demo-runs",
            "slug": "demo",
            "framework": "Demo",
            "version": "1.0.0",
            "checked": "2026-01-02",
            "license": "CC-BY-4.0",
            "title": "How does Demo run your code?",
            "summary": "From your function to the chip.",
            "choices": [
                {
                    "id": "mode",
                    "name": "Mode",
                    "options": [{"id": "plain", "name": "Plain"}, {"id": "fast", "name": "demo.fast"}],
                }
            ],
            "stages": [
                stage("code", "your-code", "turns-into-a-graph", unwritten),
                engine,
                stage("compiler", "compiler", "compiler-in-c", written("c", "compiler-in-c")),
                stage("kernels", "kernels", "kernel-is-a-function", written("c", "kernel-is-a-function")),
                stage("chip", "chip", "chip-starts-it", unwritten),
            ],
            "steps": [
                step("code", "engine", "calls", "turns-into-a-graph"),
                step("engine", "kernels", "calls", "node-calls-kernel"),
                step("kernels", "chip", "runs on", "kernel-is-a-function"),
                step("engine", "compiler", "hands over to", "fuses-the-nodes"),
                step("compiler", "chip", "writes code for", "compiler-in-c"),
            ],
            "paths": [
                {"selection": {"mode": "plain"}, "steps": ["code--engine", "engine--kernels", "kernels--chip"]},
                {"selection": {"mode": "fast"}, "steps": ["code--engine", "engine--compiler", "compiler--chip"]},
            ],
            "limits": [{"what": "Threads are left out", "why": "The demo has none."}],
            "sources": [
                in_repository("guide", "docs/guide.md", commit),
                in_repository("kernels", "src/kernels.c", commit),
                in_wheel("api", "demo_engine/api.py"),
                in_repository("header", "include/compiler.h", commit)
                | {"release": in_wheel("", "demo_engine/include/compiler.h")["release"]},
            ],
            "citations": [
                {
                    "id": "turns-into-a-graph",
                    "source": "guide",
                    "exact": "Engine turns your function into a graph.",
                    "lines": [3, 3],
                },
                {
                    "id": "node-calls-kernel",
                    "source": "guide",
                    "exact": "each node calls one kernel",
                    "prefix": "node by node, and",
                    "lines": [4, 5],
                },
                {
                    "id": "fuses-the-nodes",
                    "source": "guide",
                    "exact": "the compiler fuses the nodes and writes machine code",
                    "lines": [9, 10],
                },
                {
                    "id": "chip-starts-it",
                    "source": "guide",
                    "exact": "The chip loads the machine code and starts it.",
                    "lines": [12, 12],
                },
                {
                    "id": "kernel-is-a-function",
                    "source": "kernels",
                    "exact": "A kernel is a function in C",
                    "lines": [31, 31],
                },
                {"id": "written-in-python", "source": "api", "exact": "written in Python", "lines": [1, 1]},
                {
                    "id": "compiler-in-c",
                    "source": "header",
                    "exact": "The compiler is written in C, and hands machine code to the chip.",
                    "lines": [2, 2],
                },
            ],
            "changes": [{"version": "1.0.0", "date": "2026-01-02", "what": "First published."}],
        }
    )


def atlas_of(commit: str) -> dict[str, Any]:
    grown = {"what": "What it is written in", "why": "The demo does not say."}

    def node(name: str, kind: str, written_in: object) -> dict[str, Any]:
        return {"id": name, "name": name.title(), "kind": kind, "summary": "A thing.", "written_in": written_in}

    return {
        "$schema": "../schema/atlas.json",
        "schema": 1,
        "id": "lineage",
        "version": "1.0.0",
        "checked": "2026-01-02",
        "license": "CC-BY-4.0",
        "nodes": [
            node("engine", "framework", [{"node": "c", "part": "Its kernels", "citations": ["kernels-in-c"]}]),
            node("c", "language", grown),
            node("python", "language", grown),
        ],
        "sources": [in_repository("kernels", "src/kernels.c", commit)],
        "citations": [
            {"id": "kernels-in-c", "source": "kernels", "exact": "A kernel is a function in C", "lines": [31, 31]}
        ],
        "changes": [{"version": "1.0.0", "date": "2026-01-02", "what": "First published."}],
    }
