"""The events of the stand-in, as the program's process reads them."""

import ctypes
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from chipward.capture.tracers.torch.dry_run.building import RUNTIME
from chipward.capture.tracers.torch.dry_run.ring import CONTAINERS, Ring

KEPT = 4096
NOTING = """
#include <cstring>
#include "ring.h"
extern "C" void noted(const char* event) { chipward::note(event); }
extern "C" const void* chipward_container(const char* symbol, long long* bytes) {
  *bytes = 4;
  return std::strcmp(symbol, "known") ? nullptr : "code";
}
"""

Note = Callable[[str], None]


@pytest.fixture
def noting(tmp_path: Path) -> tuple[Ring, Note]:
    """A ring of its own, and what writes into it."""
    source, library = tmp_path / "noting.cpp", tmp_path / "noting.so"
    source.write_text(NOTING)
    files = [str(source), str(RUNTIME / "ring.cpp")]
    command = ["g++", "-std=c++17", "-shared", "-fPIC", f"-I{RUNTIME}", *files, "-o", str(library)]
    subprocess.run(command, check=True)
    loaded = ctypes.CDLL(str(library))
    return Ring(loaded), lambda event: loaded.noted(event.encode())


def test_what_came_after_a_mark_is_read_in_its_fields(noting: tuple[Ring, Note]) -> None:
    ring, note = noting
    note("fill\t4")
    mark = ring.mark()
    note("copy\tDtoH\t8")
    note("call\tcublasSgemm_v2\tm=1")

    assert ring.since(mark) == [["copy", "DtoH", "8"], ["call", "cublasSgemm_v2", "m=1"]]
    assert ring.since(ring.mark()) == []


def test_only_the_latest_events_are_kept(noting: tuple[Ring, Note]) -> None:
    ring, note = noting
    for number in range(KEPT + 3):
        note(f"fill\t{number}")

    assert ring.mark() == KEPT + 3
    events = ring.since(0)
    assert (len(events), events[0], events[-1]) == (KEPT, ["fill", "3"], ["fill", str(KEPT + 2)])


def test_a_refusal_is_seen_while_it_is_the_latest_event(noting: tuple[Ring, Note]) -> None:
    ring, note = noting
    assert not ring.has_refused
    note("refused\tcudnnBackendFinalize")
    assert ring.has_refused
    note("fill\t4")
    assert not ring.has_refused


def test_machine_code_is_copied_once_for_each_kernel(noting: tuple[Ring, Note], tmp_path: Path) -> None:
    ring, _ = noting
    events = [["launch", "1,1,1", "1,1,1", "0", "0", symbol] for symbol in ("known", "unknown")]

    files = ring.keep_machine_code(events, tmp_path)

    assert list(files) == ["known"]
    assert (tmp_path / CONTAINERS / files["known"]).read_bytes() == b"code"
    assert ring.keep_machine_code(events, tmp_path) == {}


def test_without_a_stand_in_there_is_no_ring() -> None:
    assert Ring.here() is None
