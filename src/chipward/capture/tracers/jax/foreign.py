"""What comes from JAX: its internals carry no types that a checker could follow."""

from typing import Any, TypeAlias

Foreign: TypeAlias = Any
