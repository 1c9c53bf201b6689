"""Journals as tests write and read them."""

import json
import os
from pathlib import Path
from typing import Any

from chipward.bundle.journal import Journal


def records(folder: Path, name: str = "journal-0") -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / f"{name}.jsonl").read_bytes().splitlines()]


def keep(journal: Journal, name: str, content: Any = "a\n", unit: str = "frame-0", **facts: Any) -> str:
    facts = {"stage": None, "kind": "fx-graph", "title": name, "how": "Handed over"} | facts
    return journal.artifact(unit, name, content=content, **facts)


def begin(folder: Path) -> Journal:
    journal = Journal(folder)
    journal.unit("frame-0", name="f", kind="frame")
    return journal


def in_child(act: Any) -> None:
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            act()
            status = 0
        finally:
            os._exit(status)
    assert os.waitpid(pid, 0)[1] == 0
