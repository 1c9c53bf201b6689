"""What docs/bundle-format.md says is so: its reader runs, its tables and numbers are those of the code."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import recorded

from chipward.bundle import limits
from chipward.bundle.edges import LETTERS
from chipward.bundle.map_file import read_map
from chipward.bundle.redaction.source_lines import SHORTEST
from chipward.dataset.schema import json_schemas
from chipward.model.lines import EdgeKind
from chipward.model.trace import SCHEMA_VERSION

DOC = (Path(__file__).parents[2] / "docs" / "bundle-format.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", DOC, re.DOTALL)


def test_the_reader_in_the_doc_reads_a_bundle(tmp_path: Path) -> None:
    (reader,) = (body for language, body in BLOCKS if language == "python")
    assert len(reader.splitlines()) <= 15
    (tmp_path / "reader.py").write_text(reader)
    command = [sys.executable, "-I", "-W", "error::SyntaxWarning", tmp_path / "reader.py", recorded.bundle(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "program/train.py:2 return torch.relu(x + 1)  -e->  frame-0-0/post-grad:2 add = x + 1",
        "program/train.py:2 return torch.relu(x + 1)  -e->  frame-0-0/post-grad:3 relu = add.relu()",
        "frame-0-0/post-grad:2 add = x + 1  -e->  kernel-0/cpp:2 auto tmp1 = tmp0 + 1;",
        "frame-0-0/post-grad:2 add = x + 1  -f->  kernel-0/cpp:3 auto tmp2 = max(tmp1, 0);",
        "frame-0-0/post-grad:2 add = x + 1  -u->  kernel-0/cpp:4 out[i] = tmp2;",
        "frame-0-0/post-grad:3 relu = add.relu()  -e->  kernel-0/cpp:3 auto tmp2 = max(tmp1, 0);",
    ]


def test_the_map_in_the_doc_is_what_the_doc_says_it_is() -> None:
    (spelled,) = (body for _, body in BLOCKS if body.startswith("{"))
    edges = read_map(spelled.encode(), "the doc").edges
    assert [edge[:2] for edge in edges] == [(2, 1), (2, 2), (3, 6)]
    assert [edge.columns for edge in edges] == [(4, 9), None, None]


def test_every_kind_of_edge_has_its_letter_in_the_doc() -> None:
    assert re.findall(r"^\| `(\w)` \| (\w+) \|", DOC, re.MULTILINE) == [(LETTERS[kind], kind) for kind in EdgeKind]


def test_every_key_of_a_trace_is_in_the_doc() -> None:
    told = re.findall(r"^\| `(\w+)` \| [^|]+ \|$", DOC, re.MULTILINE)
    assert told == [key for key in json_schemas()["trace.json"]["properties"] if not key.startswith("$")]


@pytest.mark.parametrize(
    "sentence",
    [
        f"This page describes schema {SCHEMA_VERSION}.",
        f"more than {limits.MEMBERS:,} members",
        f"a `trace.json` above {limits.TRACE >> 20} MB or a map above {limits.MAP >> 20} MB",
        f"quotes one of { {8: 'eight'}[SHORTEST] } characters or more",
    ],
)
def test_numbers_in_the_doc_are_those_of_the_code(sentence: str) -> None:
    assert sentence in DOC


def test_the_doc_names_no_key_that_is_not_there() -> None:
    schema = json.dumps(json_schemas()["trace.json"])
    for name in re.findall(r"`([a-z]+_[a-z]+)`", DOC):
        assert f'"{name}"' in schema
