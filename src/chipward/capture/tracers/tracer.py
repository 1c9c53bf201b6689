"""What a tracer is: a module's `TRACER` that says which modules it hooks, and how it ends."""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Protocol

from chipward.bundle.journal import Journal
from chipward.capture.session import Session

Hook = Callable[[ModuleType, Session], None]
Task = Callable[[Mapping[str, Any], Journal], None]  # runs after the program, in a process of its own


class Tracer(Protocol):
    """Watches one framework, or a part of it, from inside the program."""

    @property
    def watches(self) -> Mapping[str, Hook]:
        """By the name of a module: what to hook there. Called after each import of the module, in this process."""

    def stop(self, session: Session) -> None:
        """Write down what is still held back and take the hooks out. The program, or the block, is over."""
