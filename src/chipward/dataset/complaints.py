"""What pydantic found wrong, said to a person: the place as a path in the JSON, the fault, the remedy."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

SHOWN = 60  # characters of a wrong value

Say = Callable[[Mapping[str, Any], str], str]

# By pydantic's error types: what is wrong, and the remedy.
_SAYINGS: Mapping[str, Say] = {
    "missing": lambda _, __: "is missing; add it",
    "extra_forbidden": lambda _, __: "is a key that nothing reads; remove it or correct its spelling",
    "string_too_long": lambda ctx, value: (
        f"has more than the {ctx['max_length']} characters that fit ({value}); shorten it"
    ),
    "string_too_short": lambda ctx, value: (
        f"has {value}, and {ctx['min_length']} characters are the least; write more or remove it"
    ),
    "string_pattern_mismatch": lambda ctx, value: f"is {value}, which does not match {ctx['pattern']}; write it so",
    "json_invalid": lambda ctx, _: f"is not JSON ({ctx['error']}); mend it there",
    "enum": lambda ctx, value: f"is {value}; write one of {ctx['expected']}",
    "literal_error": lambda ctx, value: f"is {value}; write {ctx['expected']}",
    "too_short": lambda ctx, _: f"has too few entries; give at least {ctx['min_length']}",
    "too_long": lambda ctx, _: f"has too many entries; give {ctx['max_length']} at most",
    "value_error": lambda ctx, _: f"is refused: {ctx['error']}",
    "string_type": lambda _, value: f"is {value}; write a string in quotation marks",
    "string_unicode": lambda _, __: "holds half of a surrogate pair; write the whole character",
    "int_type": lambda _, value: f"is {value}; write a whole number without quotation marks",
    "bool_type": lambda _, value: f"is {value}; write true or false without quotation marks",
    "tuple_type": lambda _, value: f"is {value}; write a list in square brackets",
    "mapping_type": lambda _, value: f"is {value}; write an object in braces",
    "dict_type": lambda _, value: f"is {value}; write an object in braces",
    "model_type": lambda _, value: f"is {value}; write an object in braces",
    "date_type": lambda _, value: f"is {value}; write a day as 2026-01-31",
    "date_parsing": lambda _, value: f"is {value}; write a day as 2026-01-31",
    "date_from_datetime_parsing": lambda _, value: f"is {value}; write a day as 2026-01-31",
    "date_from_datetime_inexact": lambda _, value: f"is {value}; write a day as 2026-01-31",
}


def complaints(error: ValidationError, data: object) -> tuple[tuple[str, str], ...]:
    """Return (place, sentence) for everything that is wrong, in the order of the file."""
    branches: dict[str, dict[tuple[str, ...], list[tuple[str, str]]]] = defaultdict(lambda: defaultdict(list))
    for detail in error.errors(include_url=False):
        place, alternatives, fork = _place(detail["loc"], data)
        branches[fork or place][alternatives].append((place, _sentence(detail)))
    # Where a value may be one of two things, only what stands between it and the nearer one is worth saying.
    nearest = (min(found.values(), key=len) for found in branches.values())
    return tuple(dict.fromkeys(said for found in nearest for said in found))


def place_in(steps: Iterable[int | str]) -> str:
    """Spell a place: ``stages[3].caption``."""
    place = ""
    for step in steps:
        place += f"[{step}]" if isinstance(step, int) else f".{step}" if place else str(step)
    return place


def _place(loc: tuple[int | str, ...], data: object) -> tuple[str, tuple[str, ...], str]:
    """Keep those parts of pydantic's location that lead through the data; the rest name alternatives of a union."""
    steps: list[int | str] = []
    alternatives: list[str] = []
    fork = ""
    here: object = data
    for index, part in enumerate(loc):
        last = index == len(loc) - 1
        if isinstance(here, Mapping) and isinstance(part, str) and (part in here or last):
            here = here.get(part)
        elif isinstance(here, Sequence) and not isinstance(here, str) and isinstance(part, int):
            here = here[part] if part < len(here) else None
        else:
            fork = fork or place_in(steps)
            alternatives.append(str(part))
            continue
        steps.append(part)
    return place_in(steps), tuple(alternatives[:1]), fork


def _sentence(detail: ErrorDetails) -> str:
    say = _SAYINGS.get(detail["type"])
    if say is None:
        return f"is not as the schema wants it: {detail['msg']}"
    return say(detail.get("ctx", {}), _shown(detail["input"]))


def _shown(value: object) -> str:
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = ascii(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
