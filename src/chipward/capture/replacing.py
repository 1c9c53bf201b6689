"""Puts something else in the place of an attribute for a while, in a process of chipward's own."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType


@contextmanager
def replaced(owner: ModuleType | type, name: str, value: object) -> Iterator[None]:
    """Have an attribute that an owner itself holds be another one. It is put back, whatever happens meanwhile."""
    original = vars(owner)[name]
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, original)
