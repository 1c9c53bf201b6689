"""Where a reader begins: the panes that stand there first, and the line that is lit in them."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from chipward.bundle.journal import Journal
from chipward.bundle.pack import pack
from chipward.site.traces.exhibit import Exhibit, exhibits
from chipward.site.traces.homes import first_line, home_of
from chipward.site.traces.start import start_panes
from made_up_trace import SELECTION, source_of, write_trace

KINDS = {
    "bytecode": "python-bytecode",
    "fx": "fx-graph",
    "aten": "aten-graph",
    "ir": "inductor-ir",
    "cpp": "cpp-kernel",
    "asm": "asm-x86",
}


def traced(folder: Path, names: Iterable[str], maps: Iterable[tuple[str, str]], *, unit: str = "forward") -> Exhibit:
    """A source of three lines, texts of three lines, and maps that join them line by line."""
    journal = Journal(folder / "spool")
    ids = {"source": source_of(journal, "net.py", "a\nb\nc\n")}
    for name in names:
        where = "backward" if name.startswith("back") else unit
        journal.unit(where, name=where, kind="graph", selection=SELECTION)
        short = name.removeprefix("back-")
        ids[name] = journal.artifact(
            where, short, stage=None, kind=KINDS[short], title=name, content=f"{name} 1\n2\n3\n", how="By hand"
        )
    for start, end in maps:
        journal.map(ids[start], ids[end], [(line, line, "exact") for line in (1, 2, 3)], method="By hand")
    pack(folder / "spool", folder / "x.chipward")
    return exhibits([folder / "x.chipward"])[0]


def start_of(exhibit: Exhibit) -> list[str]:
    return [name.partition("/")[2] for name in start_panes(exhibit.trace)]


def test_one_text_of_each_layer_down_to_the_deepest(tmp_path: Path) -> None:
    way = ["bytecode", "fx", "aten", "ir", "cpp", "asm"]
    exhibit = traced(tmp_path, way, zip(["source", *way], way, strict=False))
    assert start_of(exhibit) == ["net.py", "aten", "cpp", "asm"]


def test_what_runs_forward_comes_before_what_runs_backward(tmp_path: Path) -> None:
    maps = [("source", "back-aten"), ("back-aten", "back-asm"), ("source", "aten"), ("aten", "asm")]
    exhibit = traced(tmp_path, ["back-aten", "back-asm", "aten", "asm"], maps)
    assert start_panes(exhibit.trace) == ("program/net.py", "forward/aten", "forward/asm")


def test_the_file_that_was_run_comes_before_what_it_called(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "spool")
    journal.program(kind="script", entry="net.py", directory="project")
    source = source_of(journal, "net.py", "a\n")
    cached = source_of(journal, "cached.py", "b\n")
    journal.unit("forward", name="forward", kind="graph", selection=SELECTION)
    texts = {
        short: journal.artifact(
            "forward", short, stage=None, kind=KINDS[short], title=short, content=short, how="By hand"
        )
        for short in ("aten", "cpp", "asm")
    }
    for start, end in [(source, "asm"), (cached, "aten"), (texts["aten"], "cpp"), (texts["cpp"], "asm")]:
        journal.map(start, texts[end], [(1, 1, "exact")], method="By hand")
    pack(tmp_path / "spool", tmp_path / "x.chipward")
    (exhibit,) = exhibits([tmp_path / "x.chipward"])
    assert start_of(exhibit) == ["net.py", "asm"]


def test_where_no_map_leads_on_from_the_source_it_stands_beside_the_rest(tmp_path: Path) -> None:
    exhibit = traced(tmp_path, ["aten", "cpp", "asm"], [("aten", "cpp"), ("cpp", "asm")])
    assert start_of(exhibit) == ["net.py", "aten", "cpp", "asm"]
    assert first_line(exhibit, start_panes(exhibit.trace)) is None


def test_without_maps_the_first_text_of_each_layer_is_shown(tmp_path: Path) -> None:
    exhibit = traced(tmp_path, ["fx", "aten", "asm"], [])
    assert start_of(exhibit) == ["net.py", "aten", "asm"]


def test_the_line_that_is_lit_first_is_in_every_pane(tmp_path: Path) -> None:
    (exhibit,) = exhibits([write_trace(tmp_path / "mlp.chipward")])
    place = first_line(exhibit, start_panes(exhibit.trace))
    assert place is not None
    assert (place.artifact, place.line) == ("program/mlp.py", 9)


@pytest.mark.parametrize(
    ("artifact", "line"), [("kernel-1/asm", 11), ("kernel-1/cpp", 11), ("frame-0-0/fx", 11), ("program/mlp.py", None)]
)
def test_a_text_knows_the_line_it_came_from_most(tmp_path: Path, artifact: str, line: int | None) -> None:
    (exhibit,) = exhibits([write_trace(tmp_path / "mlp.chipward")])
    home = home_of(exhibit, exhibit.artifact[artifact].id)  # type: ignore[index]  # ids are strings
    assert (home.line if home else None) == line


def test_maps_that_run_in_a_circle_lead_nowhere_and_end(tmp_path: Path) -> None:
    exhibit = traced(tmp_path, ["fx", "aten"], [("fx", "aten"), ("aten", "fx")])
    assert home_of(exhibit, exhibit.texts[-1].id) is None
    assert start_panes(exhibit.trace)


def test_eager_code_begins_with_its_operators_and_the_kernel_that_ran_most(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "spool")
    source = source_of(journal, "net.py", "a\nb\n")

    def text(unit: str, name: str, kind: str) -> str:
        journal.unit(unit, name=unit, kind="kernel", selection=SELECTION)
        return journal.artifact(unit, name, stage=None, kind=kind, title=name, content=f"{unit} 1\n2\n", how="By hand")

    ops, back = text("eager", "ops", "eager-ops"), text("eager", "backward-ops", "eager-ops")
    dispatch = text("eager", "dispatch", "dispatch-keys")
    for start, end, kind in [
        (source, back, "exact"),
        (source, ops, "exact"),
        (ops, back, "exact"),
        (ops, dispatch, "inferred"),
        (back, dispatch, "inferred"),
    ]:
        journal.map(start, end, [(1, 1, kind), (2, 2, kind)], method="By hand")
    for number, times in (("1", 1), ("2", 9)):
        stack, code = text(f"op-{number}", "native", "native-stack"), text(f"code-{number}", "asm", "asm-x86")
        journal.seen(f"op-{number}", times)
        journal.map(dispatch, stack, [(1, 1, "inferred")], method="By hand")
        journal.map(stack, code, [(1, 1, "exact")], method="By hand")
    pack(tmp_path / "spool", tmp_path / "x.chipward")
    panes = start_panes(exhibits([tmp_path / "x.chipward"])[0].trace)
    assert panes == (source, ops, "op-2/native", "code-2/asm")
