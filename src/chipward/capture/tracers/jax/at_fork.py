"""What begins anew in a forked child.

The interpreter keeps such hooks for ever, so they hold what they reset weakly.
"""

import os
import weakref
from collections.abc import Callable
from typing import TypeVar

Owner = TypeVar("Owner")


def after_fork(owner: Owner, reset: Callable[[Owner], None]) -> None:
    """Reset something in each forked child, for as long as it is there."""
    weak = weakref.ref(owner)

    def reset_there() -> None:
        there = weak()
        if there is not None:
            reset(there)

    os.register_at_fork(after_in_child=reset_there)
