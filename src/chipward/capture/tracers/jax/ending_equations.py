"""What a finding says of the equations that end where a library is called."""

from collections import Counter
from collections.abc import Sequence

from chipward.capture.tracers.jax.work import Work

_MOST_NAMED = 12  # primitives of one finding


def ending_there(work: Work, held: Sequence[int]) -> str:
    """A sentence, after a space, with the primitives of these equations; empty if none of them is known."""
    names = Counter(work.equations[number].primitive for number in held if number < len(work.equations))
    if not names:
        return ""
    told = [f"{name} ({count})" if count > 1 else name for name, count in names.most_common(_MOST_NAMED)]
    more = f" and {len(names) - _MOST_NAMED} other primitives" if len(names) > _MOST_NAMED else ""
    total = names.total()
    those = "1 equation of the jaxpr ends there" if total == 1 else f"{total} equations of the jaxpr end there"
    return f" {those}: {', '.join(told)}{more}."
