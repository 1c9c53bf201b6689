"""Reasons to trace or to compile again, in sentences, with what can be done about them."""

import re
from dataclasses import dataclass

from chipward.capture.memory import without_addresses

_MOST = 4  # differences that are told
_LONGEST = 200  # characters of one
_LINK = re.compile(r"\s*https?://\S+")
# JAX wraps a static argument: "<class 'jax._src.tree_util.Static'> with pytree metadata Static(val=2)".
_STATIC_VALUE = re.compile(
    r"<class '[\w.]+\.Static'> with pytree metadata Static\(val=(?P<value>.*?)\)(?= and before |, so )"
)
_SAYS_LITTLE = re.compile(r"(?<=, now static )(?P<values>.* and before static .*), so the pytree node .*")
_TYPES, _TREE, _CONTEXT = "different input types", "different input pytree", "Tracing context"
_ARRAY = re.compile(r"now (?P<now>[a-z]\w*)\[(?P<new>[^\]]*)\].* and before (?P<before>[a-z]\w*)\[(?P<old>[^\]]*)\]")


@dataclass(frozen=True)
class Reason:
    """Why, as the end of a sentence, and what to do."""

    text: str
    advice: str | None = None


NEW_FUNCTION = Reason(
    "JAX keeps what it traced by the function object, and this call hands it a new one, made by the same definition",
    "Make the function once, outside of what runs again and again, and hand over what it closes over as arguments.",
)
ELSEWHERE = Reason(
    "it isn't traced again, and JAX says no reason; it compiles anew for other devices, shardings, layouts or options",
    "Keep the arguments where they are from call to call, and in the same shards.",
)
NAMED_NOTHING = "explanation unavailable"
_UNNAMED = Reason(
    "JAX names no difference to earlier calls; the value of a static argument can be one",
    "Mark as static only what takes few values: JAX compiles for each of them.",
)
_SHAPE = "Keep the shape the same from call to call, for example by padding to a few sizes."
_DTYPE = "Keep the type the same from call to call; a number of Python's own has a weak type, which counts too."
_STATIC = (
    "Keep the structure of the arguments the same, and mark as static only what takes few values: JAX compiles for "
    "each of them."
)
_SETTINGS = "Change JAX's settings once, before the first call."


def of_difference(told: str) -> Reason:
    """The reason that JAX's own comparison tells."""
    if NAMED_NOTHING in told:
        return _UNNAMED
    heading, *differences = [
        line.strip() for line in without_addresses(_LINK.sub("", told)).split("\n") if line.strip()
    ]
    said = [_shortened(difference.removeprefix("* ")) for difference in differences]
    more = [f"and {len(said) - _MOST} more"] if len(said) > _MOST else []
    text = f"{heading.rstrip('.:')}: {'; '.join([*said[:_MOST], *more])}" if said else heading.rstrip(".:")
    return Reason(f"JAX tells {text}" if text[:1].isupper() else text, _advice(told))


def changes_in(told: str) -> int:
    """How much changed where JAX tells of types: an array may have another shape, another type of element, or both."""
    arrays = [found.groupdict() for found in _ARRAY.finditer(told)]
    return sum((one["now"] != one["before"]) + (one["new"] != one["old"]) for one in arrays)


def _advice(told: str) -> str | None:
    if told.startswith(_TREE):
        return _STATIC
    if told.startswith(_CONTEXT):
        return _SETTINGS
    if told.startswith(_TYPES):
        changed = [found.groupdict() for found in _ARRAY.finditer(told)]
        return _SHAPE if any(one["new"] != one["old"] for one in changed) else _DTYPE
    return None


def _shortened(text: str) -> str:
    text = _SAYS_LITTLE.sub(r"\g<values>", _STATIC_VALUE.sub(r"static \g<value>", text))
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
