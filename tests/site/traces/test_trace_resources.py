"""What a kernel takes of the chip is read from its listing, whoever wrote that."""

from types import SimpleNamespace

import pytest

from chipward.site.traces.resources import USAGE, takes


def told(*lines: str) -> str | None:
    artifact = SimpleNamespace(kind=USAGE, lines=len(lines), bytes=len("".join(lines)), unit="kernel-0")
    exhibit = SimpleNamespace(trace=SimpleNamespace(artifacts=[artifact]), lines=lambda _artifact: lines)
    return takes(exhibit).get("kernel-0")


def test_registers_and_shared_memory_are_always_told_and_spills_if_there_are_any() -> None:
    registers, shared = "registers per thread     22", "shared memory per block     1024 bytes"
    assert told(registers, shared, "spill stores per thread     0 bytes") == (
        "22 registers, 1,024 bytes of shared memory"
    )
    assert told(registers, "spill stores per thread     8 bytes") == "22 registers, 8 bytes of spill stores"


@pytest.mark.parametrize("line", ["a" + " " * 200_000 + "x", "a " * 100_000, "registers     " + "9" * 200_000])
def test_a_hostile_line_says_nothing_and_takes_no_time(line: str) -> None:
    assert told(line, "registers     7") == "7 registers"
