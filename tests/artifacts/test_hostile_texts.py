"""Texts that nobody meant to write: a reader yields what it knows, and never raises."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_traces import derived, trace_of

from chipward.artifacts.kinds import KINDS
from chipward.artifacts.kinds.kind import Kind

# Pieces of what readers look for, so that random texts come close to it.
_PIECES = st.sampled_from(
    [
        "# File: ",
        "mlp.py:",
        "1",
        "99999999999999999999",
        " in forward, code: ",
        "# Topologically Sorted Source Nodes: [",
        "a, b",
        "], Original ATen: [",
        " = torch.relu(x)",
        'a: "f32[4]" = ',
        "        ",
        "+- TENSOR_MATCH: ",
        "  # mlp.py:4 in f",
        "LOAD_FAST",
        ">>",
        "--",
        "L1:",
        "async_compile.cpp(r'''",
        "''')",
        "  %0 = ",
        " loc(#loc1)",
        ", !dbg !1",
        "\t@%p1 ",
        "add.s32",
        ";",
        "        /*0010*/ ",
        "\n",
        "\r\n",
        "\x00",
        "\u2028",
        "\ufffd",
    ]
)
_texts = st.lists(_PIECES | st.text(max_size=5), max_size=30).map("".join)
_ENORMOUS = 300_000  # characters
_kinds = st.sampled_from(KINDS)


@given(_kinds, _texts)
def test_readers_stay_within_the_text(kind: Kind, text: str) -> None:
    lines = text.count("\n") + 1
    for home in kind.locate(text) if kind.locate else ():
        assert 1 <= home.line <= lines
    for reader in (kind.defines, kind.mentions):
        for name in reader(text) if reader else ():
            assert 1 <= name.line <= lines
            assert name.name
    assert kind.calls is None or all(isinstance(kind.calls(line), str) for line in text.split("\n"))
    assert 0 <= kind.count(text.split("\n")) <= lines


@given(st.lists(st.tuples(_kinds, _texts), max_size=5))
def test_derived_maps_stay_within_both_texts(texts: list[tuple[Kind, str]]) -> None:
    named = {f"unit-{number % 2}/{number}": (str(kind.id), text) for number, (kind, text) in enumerate(texts)}
    named["program/mlp.py"] = ("python-source", "x = 1\ny = 2\nz = 3\nw = 4\n")
    trace, read_text = trace_of(
        named,
        parents={"unit-1": "unit-0"},
        files={"mlp.py": "program/mlp.py"},
        places={"unit-0": ("program/mlp.py", 1)},
    )
    lengths = {artifact.id: artifact.lines or 0 for artifact in trace.artifacts}
    for (start, end), one in derived(trace, read_text).items():
        assert one.line_map.edges
        assert all(1 <= edge.start <= lengths[start] and 1 <= edge.end <= lengths[end] for edge in one.line_map)
        assert all(loss.lines > 0 for loss in one.losses)


@pytest.mark.parametrize(
    "piece", [*' ["0@{;', "# ", "a, ", "| ", "# File: a:", "File: a:1 in b, ", "L1:", ">> ", "  # ", "  %a = ", "\ta"]
)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_an_enormous_line_takes_no_more_time_than_its_length(kind: Kind, piece: str) -> None:
    text = piece * (_ENORMOUS // len(piece))
    begin = time.process_time()
    for reader in (kind.locate, kind.defines, kind.mentions):
        assert reader is None or len(list(reader(text))) <= _ENORMOUS
    kind.is_item(text)
    assert kind.calls is None or len(kind.calls(text)) <= _ENORMOUS

    # Linear readers take milliseconds; a pattern that tries every pair of places takes minutes.
    assert time.process_time() - begin < 5
