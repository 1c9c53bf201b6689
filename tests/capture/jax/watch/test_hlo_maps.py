"""How optimised HLO is joined to a jaxpr: by tags that changed nothing, else by lines of Python, and it says so."""

import json
from pathlib import Path
from typing import Any

import pytest

from chipward.bundle.journal import Journal
from chipward.capture.tracers.jax.handover import EQUATIONS, JAXPR, Handover
from chipward.capture.tracers.jax.hlo_maps import record_hlo
from chipward.capture.tracers.jax.work import Work

_TABLES = """HloModule jit_f

FileNames
1 "/src/f.py"

FileLocations
1 {file_name_id=1 line=3 end_line=3 column=4 end_column=9}
2 {file_name_id=1 line=4 end_line=4 column=4 end_column=9}

StackFrames
1 {file_location_id=1 parent_frame_id=1}
2 {file_location_id=2 parent_frame_id=1}

"""
_CODE = """ENTRY %main (x: f32[]) -> f32[] {{
  %x = f32[] parameter(0)
  %sin = f32[] sine(%x), metadata={{op_name="jit(f)/{0}sin" stack_frame_id=1}}
  %copy = f32[] copy(%sin)
  ROOT %mul = f32[] {2}(%copy, %sin), metadata={{op_name="jit(f)/{1}mul" stack_frame_id=2}}
}}
"""
PLAIN = _TABLES + _CODE.format("", "", "multiply")


@pytest.fixture
def work(tmp_path: Path) -> Work:
    home = tmp_path / "lowered"
    home.mkdir()
    (home / JAXPR).write_text("{ lambda ; a:f32[]. let\n    b:f32[] = sin a\n    c:f32[] = mul b b\n  in (c,) }\n")
    rows = (("sin", 2, 3), ("mul", 3, 4))
    same = {"depth": 0, "calls": False, "columns": [4, 9], "calls_made": [], "stack": "", "turns": None}
    equations = [
        {"primitive": name, "line": line, "frames": [["/src/f.py", at, at, 4, 9]], **same} for name, line, at in rows
    ]
    (home / EQUATIONS).write_text(json.dumps(equations))
    journal = Journal(tmp_path / "spool")
    unit = journal.unit("jit-0-f", name="f", kind="jitted", selection={"explainer": "how-jax-runs", "choices": {}})
    facts: dict[str, Any] = {"kind": "jitted"}
    return Work(journal, "cpu", Handover(home), unit, unit, "f", {}, f"{unit}/jaxpr", None, None, 1, facts)


def records(work: Work, kind: str) -> list[dict[str, Any]]:
    lines = (work.journal.folder / "journal-0.jsonl").read_text().splitlines()
    return [record for record in map(json.loads, lines) if record["type"] == kind]


def test_tags_that_changed_nothing_tell_the_equations(work: Work) -> None:
    tagged = "HloModule jit_f\n" + _CODE.format("cw.eq0/", "cw.eq1/", "multiply")
    hlo = record_hlo(work, PLAIN, tagged, origin="executed", how="Made up")

    assert hlo.is_exact
    assert (hlo.equations_of("sin"), hlo.equations_of("mul"), hlo.equations_of("copy")) == ((0,), (1,), ())
    assert not records(work, "finding")
    assert "text-identical without metadata" in records(work, "map")[0]["method"]
    assert ["to", 1, "added by XLA"] in records(work, "map")[0]["losses"]


def test_tags_that_changed_the_program_do_not_count(work: Work) -> None:
    tagged = "HloModule jit_f\n" + _CODE.format("cw.eq1/", "cw.eq0/", "add")
    hlo = record_hlo(work, PLAIN, tagged, origin="executed", how="Made up")

    assert not hlo.is_exact
    assert (hlo.equations_of("sin"), hlo.equations_of("mul")) == ((0,), (1,))  # by their lines of Python
    assert "XLA makes another program of f. The first difference: " in records(work, "finding")[0]["text"]
    assert "lines of Python" in records(work, "finding")[0]["text"]
    assert "Python" in records(work, "map")[0]["method"]


def test_no_tags_are_told_of_too(work: Work) -> None:
    hlo = record_hlo(work, PLAIN, None, origin="executed", how="Made up")

    assert hlo.kind == "inferred"
    assert "could not be given names" in records(work, "finding")[0]["text"]


TURNED = """ENTRY %main (x: f32[2,3]) -> f32[3,2] {{
  %x = f32[2,3] parameter(0)
  ROOT %dot = f32[3,2] {1}(%x, %x), metadata={{op_name="jit(f)/{0}transpose" stack_frame_id=2}}
}}
"""


@pytest.mark.parametrize(("opcode", "held"), [("dot", [2, 3]), ("negate", [3])])
def test_a_product_named_after_its_transpose_holds_both_equations(work: Work, opcode: str, held: list[int]) -> None:
    file = work.handover.folder / EQUATIONS
    told = json.loads(file.read_text())
    told[0]["primitive"], told[1]["primitive"], told[1]["turns"] = "dot_general", "transpose", 0
    file.write_text(json.dumps(told))

    texts = (_TABLES + TURNED.format(tag, opcode) for tag in ("", "cw.eq1/"))
    hlo = record_hlo(work, *texts, origin="compiled", how="for the test")

    (product,) = (one for one in hlo.module.instructions if one.opcode == opcode)
    assert [work.equations[number].line for number in product.tags] == held
