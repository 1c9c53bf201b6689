"""What is the program's alone is missing on a target with a reason that its reader understands; the rest is there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from target_runs import bare, record, texts, work

from chipward.bundle.read import Bundle, open_bundle

pytestmark = pytest.mark.slow

PROGRAM = Path(__file__).parent / "programs" / "of_its_own.py"
H100 = "cuda:h100"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("own")


@pytest.fixture(scope="module")
def printed(folder: Path) -> str:
    spool, stdout = record(folder, PROGRAM, targets=[H100])
    work(spool, H100)
    return stdout


@pytest.fixture(scope="module")
def bundle(folder: Path, printed: str) -> Iterator[Bundle]:
    assert printed
    with open_bundle(folder / "run.chipward.part") as opened:
        yield opened


def missing(bundle: Bundle) -> dict[str, str]:
    return {gone.what: gone.why for gone in bundle.trace.missing if H100 in gone.what}


def test_the_program_prints_what_it_prints_without_a_trace(printed: str, folder: Path) -> None:
    assert printed == bare(folder, PROGRAM)


def test_what_cannot_be_had_is_named_with_its_reason(bundle: Bundle) -> None:
    told = missing(bundle)
    assert set(told) == {
        f"What calls_an_operator becomes on {H100}",
        f"What calls_what_is_behind becomes on {H100}",
        f"What the Triton kernel doubled becomes on {H100}",
    }
    assert told[f"What calls_an_operator becomes on {H100}"].startswith("The graph calls own::tripled, an operator")
    assert "outside of torch.compile" in told[f"What the Triton kernel doubled becomes on {H100}"]


def test_hooks_and_ways_to_the_cpu_are_compiled(bundle: Bundle) -> None:
    names = {unit.id: unit.name for unit in bundle.trace.units if unit.id.startswith("cuda-h100-frame")}
    assert {"with_a_hook", "back_to_the_cpu"} <= set(names.values())
    kernels = texts(bundle, "triton")
    for name in ("with_a_hook", "back_to_the_cpu"):
        (frame,) = [unit for unit, function in names.items() if function == name]
        place = frame.removeprefix("cuda-h100-frame-")
        assert any(unit.startswith(f"cuda-h100-kernel-{place}-") for unit in kernels), name


def test_a_recompile_points_at_the_line_that_made_the_guard(bundle: Bundle) -> None:
    (line,) = [n for n, text in enumerate(PROGRAM.read_text().split("\n"), 1) if "x * multiplied.by" in text]
    (told,) = [each for each in bundle.trace.findings if each.kind == "recompile"]
    assert told.place is not None
    assert told.place.line == line
    assert not [gone for gone in bundle.trace.missing if gone.what.startswith("The source of")]
