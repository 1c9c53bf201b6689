"""The values of LLO, the language of TPUs' last compiler: where a text makes each, and by which operation.

    %v174 = vpack.c.bf16 %v1907, %v1906            as emitted: "174"
    { %v174_v4 = vpack.c.bf16 %v1907_v2, %v1906_v1   in a bundle, once registers are known: "174" too

Operations that make no value are numbered as well: %5 = vsyncpa [#allocation5], 0
"""

import re
from dataclasses import dataclass

# A slot of a bundle begins with its bracket or with ";;", as listings that chipward lays out have it.
_VALUE = re.compile(
    r"\s*(?:(?:0x[0-9a-f]+|0)\s+(?:[A-Z]{2})?\s*:\s*[> ]*\{\s*|;;\s*)?"
    r"%(?P<sort>[a-z]*)(?P<number>[0-9]{1,9})(?:_[a-z]+[0-9]+)? = (?P<operation>[A-Za-z_][\w.]*)"
)


@dataclass(frozen=True)
class Value:
    """What one line of LLO, or one slot of a bundle, does."""

    line: int  # from 1
    sort: str  # s, v, p, vm; empty where nothing is made
    number: int  # which it keeps through all stages
    operation: str  # vpack.c.bf16


def value_on(line: str) -> Value | None:
    """The value that a line makes."""
    found = _VALUE.match(line)
    return Value(0, found["sort"], int(found["number"]), found["operation"]) if found else None


def read_values(text: str) -> tuple[Value, ...]:
    """All values that the lines of a text make, in order. What is not understood is left out."""
    found = ((number, value_on(line)) for number, line in enumerate(text.split("\n"), start=1))
    return tuple(Value(number, one.sort, one.number, one.operation) for number, one in found if one)


def kept_values(before: tuple[Value, ...], after: tuple[Value, ...]) -> tuple[tuple[int, int], ...]:
    """Pairs of lines that make the same value: of one number, by one operation but for its variant."""
    made = {one.number: one for one in before}
    return tuple(
        (made[one.number].line, one.line)
        for one in after
        if one.number in made and _stem(made[one.number].operation) == _stem(one.operation)
    )


def _stem(operation: str) -> str:
    return operation.partition(".")[0]
