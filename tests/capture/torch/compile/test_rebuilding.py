"""What a trace says where a kernel cannot be built again."""

import json
import sys
from pathlib import Path

import pytest

from chipward.bundle.journal import Journal
from chipward.capture.tracers.torch.compile.tasks import listing, rebuild

SAYS = "The compiler could not be run again: {}."


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """The cache of a run, with the source of a kernel."""
    cache = tmp_path / "made-anew" / "cache"
    cache.mkdir(parents=True)
    (cache / "c.cpp").write_text("int main() {}\n")
    return cache


def why_missing(cache: Path, compiler: str) -> str:
    """What the after-work says of a kernel, with this program as its compiler."""
    program = cache / "g++"
    program.write_text(compiler)
    program.chmod(0o755)
    spool = cache.parent / "spool"
    journal = Journal(spool)
    facts = {
        "target": sys.executable,  # an object that has code
        "source": str(cache / "c.cpp"),
        "command": [str(program), str(cache / "c.cpp"), "-o", str(cache / "c.so")],
        "unit": journal.unit("kernel", name="kernel", kind="kernel"),
        "kernel": "k",
        "cache": str(cache),
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(listing, "list_shared_object", _stop)
        with pytest.raises(Listing):
            listing.list_kernel(facts, journal)
    records = [json.loads(line) for line in (spool / "journal-0.jsonl").read_text().splitlines()]
    (why,) = (record["why"] for record in records if record["type"] == "missing")
    return str(why)


class Listing(Exception):  # noqa: N818 -- it names what begins
    """The listing begins: what is missing has been told."""


def _stop(*_args: object) -> None:
    raise Listing


def failing(*lines: str) -> str:
    said = "\n".join(lines)
    return f"#!/bin/sh\ncat >&2 <<'END'\n{said}\nEND\nexit 1\n"


def test_the_compilers_first_error_is_told_without_folders_of_this_run(cache: Path) -> None:
    header = "/opt/somewhere/include/vec.h"
    lines = ("In file included from x:", f"{cache}/ab/c.cpp:3:1: error: {header}: no vector", "y:1: error: later")
    assert why_missing(cache, failing(*lines)) == SAYS.format(
        "$TORCHINDUCTOR_CACHE_DIR/ab/c.cpp:3:1: error: …/vec.h: no vector"
    )


def test_a_failure_without_an_error_is_told_by_its_last_line(cache: Path) -> None:
    assert why_missing(cache, failing("first", "Killed.")) == SAYS.format("Killed")


def test_a_failure_without_a_word_is_told(cache: Path) -> None:
    assert why_missing(cache, "#!/bin/sh\nexit 1\n") == SAYS.format("it gave no reason")


def test_a_compiler_that_is_no_program_is_told_without_its_path(cache: Path) -> None:
    assert why_missing(cache, "neither a script nor a program") == SAYS.format("Exec format error")


def test_a_compiler_that_does_not_end_is_told_without_its_command(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuild, "_SECONDS", 0.2)
    assert why_missing(cache, "#!/bin/sh\nexec sleep 5\n") == SAYS.format("it took more than 0.2 seconds")


def test_a_long_error_is_cut(cache: Path) -> None:
    told = why_missing(cache, failing(f"c.cpp:1: error: {'Vectorized<' * 99}"))
    assert len(told) == len(told.rstrip("…")) + 1 <= 240
