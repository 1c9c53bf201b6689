from collections.abc import Callable

import pytest

from chipward.capture.tracers.torch.compile.generated_lines import (
    GeneratedLine,
    Origins,
    keeping_origins,
    line_origins,
    origins_of,
    writeline_marking,
)


class Deferred:
    """A line that may be taken back, as Inductor has them."""

    def __init__(self, line: str, *, taken_back: bool = False) -> None:
        self.line = line
        self.taken_back = taken_back

    def __call__(self) -> str | None:
        return None if self.taken_back else self.line


class Buffer:
    """A buffer of lines, as Inductor has them."""

    def __init__(self) -> None:
        self._lines: list[object] = []
        self.indent = "    "

    def writeline(self, line: object) -> None:
        self._lines.append(line if isinstance(line, Deferred) else f"{self.indent}{line}")


def writing(step: Callable[[], object]) -> Callable[[Buffer, object], None]:
    return writeline_marking(Buffer.writeline, step, lambda _origins: None)


def test_a_line_remembers_the_step_and_reads_the_same() -> None:
    buffer = Buffer()
    writing(lambda: "sin")(buffer, "auto tmp1 = tmp0.sin();")
    assert buffer._lines == ["    auto tmp1 = tmp0.sin();"]
    assert origins_of(buffer._lines[0]).nodes == ["sin"]  # type: ignore[union-attr]


def test_a_line_keeps_its_step_on_its_way_into_another_buffer() -> None:
    first, second = Buffer(), Buffer()
    writing(lambda: "sin")(first, "a;")
    writing(lambda: None)(second, first._lines[0][4:])  # type: ignore[index]
    writing(lambda: "cos")(second, first._lines[0])
    assert [found.nodes for found in line_origins(second) if found] == [["sin"], ["sin"]]


def test_a_line_without_a_step_has_no_origin() -> None:
    buffer = Buffer()
    writing(lambda: None)(buffer, "}")
    assert line_origins(buffer) == [None]


def test_a_deferred_line_carries_its_step_and_counts_only_if_it_stays() -> None:
    buffer = Buffer()
    write = writing(lambda: "store")
    write(buffer, Deferred("gone;", taken_back=True))
    write(buffer, Deferred("kept;"))
    assert [found.nodes for found in line_origins(buffer) if found] == [["store"]]


def test_a_line_of_several_lines_counts_as_several() -> None:
    buffer = Buffer()
    writing(lambda: "loop")(buffer, "a;\nb;")
    assert len(line_origins(buffer)) == 2


def test_a_step_that_cannot_be_told_breaks_nothing() -> None:
    def broken() -> object:
        raise RuntimeError

    buffer = Buffer()
    writing(broken)(buffer, "a;")
    assert buffer._lines == ["    a;"]


def test_lines_rewritten_in_place_get_their_origins_back() -> None:
    buffer = Buffer()
    writing(lambda: "sum")(buffer, "acc = acc + 1;")
    writing(lambda: None)(buffer, "}")

    def rename(code: Buffer) -> None:
        code._lines = [str(line).replace("acc", "acc_local") for line in code._lines]

    keeping_origins(rename, lambda code, _result: code._lines)(buffer)
    assert buffer._lines[0] == "    acc_local = acc_local + 1;"
    assert line_origins(buffer)[0].nodes == ["sum"]  # type: ignore[union-attr]
    assert line_origins(buffer)[1] is None


def test_lines_that_grew_in_number_get_none_back() -> None:
    buffer = Buffer()
    writing(lambda: "sum")(buffer, "a;")

    def double(code: Buffer) -> None:
        code._lines = [str(line) for line in code._lines] * 2

    keeping_origins(double, lambda code, _result: code._lines)(buffer)
    assert line_origins(buffer) == [None, None]


def test_a_second_step_is_credited_once() -> None:
    origins = Origins("exp")
    origins.add("mul")
    origins.add("mul")
    assert origins.nodes == ["exp", "mul"]


@pytest.mark.parametrize("text", ["", "   ", "tmp0", "\t;"])
def test_a_generated_line_is_the_string_that_it_was(text: str) -> None:
    line = GeneratedLine.of(text, Origins("x"))
    assert line == text
    assert hash(line) == hash(text)
    assert f"{line}|" == f"{text}|"
    assert line[1:] == text[1:]
    assert line.lstrip() == text.lstrip()
    assert line.lstrip().origins is line.origins
