"""A program that compiles some functions and calls operations one by one opens at what it compiles."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from chipward.bundle.journal import Journal
from chipward.bundle.pack import pack
from chipward.site.traces.exhibit import Exhibit, exhibits
from chipward.site.traces.one_by_one import called_one_by_one
from chipward.site.traces.opening import opening
from made_up_trace import source_of

FILL, INNER, CALL = 1, 2, 3  # lines of the program: an operation, a line of a jitted function, the call of it
SOURCE = "b = jnp.zeros(64)\n    return a + b\nstep(a, b)\n"
CPU, TPU = "cpu", "tpu:v5e:2x2"


def along(mode: str, target: str) -> Mapping[str, object]:
    device = "tpu" if target == TPU else "cpu"
    return {"explainer": "how-jax-runs", "choices": {"mode": mode, "device": device}, "target": target}


class Recording:
    """A trace that is written text by text."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.journal = Journal(folder / "spool")
        self.journal.program(kind="script", entry="net.py", directory="project")
        self.source = source_of(self.journal, "net.py", SOURCE)

    def text(self, unit: str, name: str, kind: str, lines: int, made_from: str | None = None) -> str:
        content = "".join(f"{unit} {name} {line}\n" for line in range(lines))
        return self.journal.artifact(
            unit, name, stage=None, kind=kind, title=name, content=content, how="By hand", made_from=made_from
        )

    def map(self, start: str, end: str, *edges: tuple[int, int, str]) -> None:
        self.journal.map(start, end, edges, method="By hand")

    def whole(self, start: str, line: int, end: str, lines: int) -> None:
        self.map(start, end, *((line, each, "unit") for each in range(1, lines + 1)))

    def chain(self, unit: str, target: str, *, at: int, size: int, call: int | None = None) -> None:
        """A jaxpr, steps of the runtime and machine code of so many lines; on a TPU with a view of that."""
        jaxpr = self.text(unit, "jaxpr", "jaxpr", 1)
        calls = [(call, 1, "inlined")] if call else []
        self.map(self.source, jaxpr, (at, 1, "exact"), *calls)
        hlo, thunks = self.text(unit, "hlo", "hlo", 1), self.text(unit, "thunks", "thunks", 1)
        self.map(jaxpr, hlo, (1, 1, "exact"))
        self.map(hlo, thunks, (1, 1, "exact"))
        code = self.text(unit, "code", "asm-x86" if target == CPU else "tpu-bundles", size)
        if call:
            self.whole(thunks, 1, code, size)
        else:
            self.map(thunks, code, (1, 1, "exact"))
        if target == TPU:
            view = self.text(unit, "slots", "slot-utilization", size, made_from=code)
            self.map(code, view, *((line, line, "exact") for line in range(1, size + 1)))

    def exhibit(self) -> Exhibit:
        pack(self.folder / "spool", self.folder / "x.chipward")
        return exhibits([self.folder / "x.chipward"])[0]


def recorded(folder: Path, *targets: str) -> Exhibit:
    recording = Recording(folder)
    journal = recording.journal
    journal.unit("dispatches", name="Without jit", kind="eager", selection=along("no-jit", CPU))
    journal.unit("op-0", name="zeros", kind="op", parent="dispatches", selection=along("no-jit", CPU))
    journal.seen("op-0", 9)
    journal.unit("jit-1", name="step", kind="jitted", selection=along("jit", CPU))
    recording.chain("op-0", CPU, at=FILL, size=9)
    recording.chain("jit-1", CPU, at=INNER, size=3, call=CALL)
    for target in targets:
        for unit, mode in (("op-0", "no-jit"), ("jit-1", "jit")):
            journal.unit(f"tpu-{unit}", name=unit, kind="op", parent=unit, selection=along(mode, target))
        recording.chain("tpu-op-0", target, at=FILL, size=9)
        recording.chain("tpu-jit-1", target, at=INNER, size=3, call=CALL)
    return recording.exhibit()


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Exhibit:
    return recorded(tmp_path_factory.mktemp("alone"))


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Exhibit:
    return recorded(tmp_path_factory.mktemp("both"), TPU)


def test_the_first_descent_is_of_what_was_compiled_however_often_the_rest_was_called(alone: Exhibit) -> None:
    assert opening(alone).panes == ("program/net.py", "jit-1/jaxpr", "jit-1/hlo", "jit-1/code")


def test_the_first_line_is_lit_where_only_the_whole_code_is_known_to_come_of_it(alone: Exhibit) -> None:
    at = opening(alone).at
    assert at is not None
    assert at.line == INNER


def test_side_by_side_stands_a_line_of_the_function_and_not_its_call(both: Exhibit) -> None:
    told = opening(both)
    assert told.abreast is not None
    assert told.abreast.source.line == INNER
    assert told.panes == ("program/net.py", "jit-1/code", "tpu-jit-1/code")
    both_codes = ("jit-1/code", "tpu-jit-1/code")
    assert told.abreast.choices == (both_codes, ("jit-1/jaxpr", "jit-1/hlo", *both_codes))


def test_figures_about_machine_code_do_not_stand_for_it(both: Exhibit) -> None:
    told = opening(both).abreast
    assert told is not None
    assert told.sides == ("jit-1/code", "tpu-jit-1/code")


def test_what_is_below_a_call_was_called_one_by_one_on_each_target(both: Exhibit) -> None:
    assert called_one_by_one(both.trace) == {"dispatches", "op-0", "tpu-op-0"}


def test_a_kernel_that_runs_others_stands_behind_them(tmp_path: Path) -> None:
    recording = Recording(tmp_path)
    journal = recording.journal
    journal.unit("jit-1", name="step", kind="jitted", selection=along("jit", CPU))
    recording.chain("jit-1", CPU, at=INNER, size=3)
    kernels = [journal.unit(name, name=name, kind="kernel", selection=along("jit", TPU)) for name in ("tlp", "fusion")]
    llo = [recording.text(unit, "llo", "llo", 2) for unit in kernels]
    for unit, start in zip(kernels, llo, strict=True):
        recording.map(recording.source, start, (INNER, 1, "exact"))
        recording.map(start, recording.text(unit, "bundles", "tpu-bundles", 2), (1, 1, "exact"))
    recording.whole(llo[0], 2, llo[1], 2)
    told = opening(recording.exhibit()).abreast
    assert told is not None
    assert told.sides == ("jit-1/code", "fusion/bundles")
