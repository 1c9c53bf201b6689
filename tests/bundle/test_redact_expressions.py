"""Copies without the source quote no part of it either: no expression, no statement, whole or cut short."""

import ast
from pathlib import Path

import pytest

from chipward.bundle.journal import Journal
from chipward.bundle.pack import pack
from chipward.bundle.read import open_bundle
from chipward.bundle.redact import redact
from chipward.bundle.redaction.source_expressions import SHORTEST_PART, expressions
from chipward.bundle.redaction.source_lines import PLACEHOLDER
from chipward.bundle.redaction.told import sayings

SOURCE = """import torch
class Net:
    def forward(self, x):
        y = torch.clamp(self.conv(x)[:, :-1] * 2.5, -3.0, 3.0)
        return self.head(
            y.flatten(1),  # in rows
            [label for label in self.labels if label > 0],
            "é" + y.name,
        )
print(f"{Net().forward(x):.2f}", (16, 16))
"""
PARTS = sorted(
    spelled
    for node in ast.walk(ast.parse(SOURCE))
    if isinstance(node, ast.expr | ast.stmt)
    and not isinstance(node, ast.Name | ast.Attribute | ast.Constant)
    and not hasattr(node, "body")
    for spelled in [" ".join((ast.get_source_segment(SOURCE, node) or "").replace("  # in rows", "").split())]
    if len(spelled) >= SHORTEST_PART and "self" in spelled
)


def copied(folder: Path, quotes: str, source: str = SOURCE, kind: str = "eager-ops") -> tuple[str, str]:
    """Record a program and a text that quotes it; return the text and the sentences of the copy."""
    (folder / "train.py").write_text(source)
    journal = Journal(folder / "spool")
    journal.program(kind="script", entry="train.py", directory="/srv/x")
    journal.source(folder / "train.py")
    journal.unit("eager", name="Calls", kind="program", note=quotes)
    journal.artifact("eager", "calls", stage=None, kind=kind, title=quotes, content=quotes, how=quotes)
    journal.finding("copy", f"`{quotes}` copies a tensor", evidence=("eager/calls", 1), advice=quotes)
    pack(folder / "spool", folder / "run.chipward")
    with open_bundle(folder / "run.chipward") as bundle:
        redact(bundle, ["source"], folder / "copy.chipward")
    with open_bundle(folder / "copy.chipward") as copy:
        return copy.text("eager/calls"), "\n".join(sayings(copy.trace))


def test_no_expression_is_left_in_headings_rows_and_sentences(tmp_path: Path) -> None:
    assert len(PARTS) >= 6
    quotes = "".join(f"# train.py:4:1-9 in Net.forward: {part}\n{part}  [conv.py:3 in f]\n" for part in PARTS)
    text, said = copied(tmp_path, quotes)
    assert not [part for part in PARTS if part in text or part in said]
    told = f"# train.py:4:1-9 in Net.forward: {PLACEHOLDER}\n{PLACEHOLDER}  [conv.py:3 in f]\n"
    assert text == told * len(PARTS)


@pytest.mark.parametrize("length", [8, 20, 30])
def test_a_quotation_that_was_cut_short_is_taken_out(tmp_path: Path, length: int) -> None:
    quote = "torch.clamp(self.conv(x)[:, :-1] * 2.5, -3.0, 3.0)"[:length]
    text, _ = copied(tmp_path, f"# train.py:4: {quote}…\n")
    assert text == f"# train.py:4: {PLACEHOLDER}…\n"


def test_names_and_numbers_stay(tmp_path: Path) -> None:
    quotes = "# train.py:3 in Net.forward\naten::conv(f32[(16, 16)], torch.clamp, self.labels, -3.0)\n"
    assert copied(tmp_path, quotes)[0] == quotes


def test_an_operand_of_machine_code_stays(tmp_path: Path) -> None:
    quotes = "mov rax, self.conv(x)\n"
    assert copied(tmp_path, quotes, kind="asm-x86")[0] == quotes


def test_a_file_that_does_not_parse_is_taken_out_by_lines(tmp_path: Path) -> None:
    text, _ = copied(tmp_path, "z = secret(1)\nsecret(1)\n", source="%magic on\nz = secret(1)\n")
    assert text == f"{PLACEHOLDER}\nsecret(1)\n"
    assert expressions("\0") == set()
