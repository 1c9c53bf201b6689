"""What a tracer is: a module's `TRACER` that says which modules it hooks, and how it ends."""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Protocol

from chipward.bundle.journal import Journal
from chipward.capture.session import Session

Hook = Callable[[ModuleType, Session], None]

# Runs after the program, in a process of its own. Its facts may name, for a sentence on what is missing, `what` it
# brings, and of which `stage`, `unit` and `selection`; one that is `quick` is done even if no after-work is wanted.
Task = Callable[[Mapping[str, Any], Journal], None]


class Tracer(Protocol):
    """Watches one framework, or a part of it, from inside the program."""

    @property
    def watches(self) -> Mapping[str, Hook]:
        """By the name of a module: what to hook there. Called after each import of the module, in this process."""

    def stop(self, session: Session) -> None:
        """Write down what is still held back and take the hooks out. The program, or the block, is over."""
