"""What an executable tells of itself, in the program's own process."""

from typing import Any

from chipward.capture.tracers.jax.compiling import Compilation
from chipward.capture.tracers.jax.foreign import Foreign

_MEMORY = "_in_bytes"


def hlo_of(executable: Foreign) -> str | None:
    """The optimised HLO; None if it keeps none."""
    modules = executable.hlo_modules()
    return str(modules[0].to_string()) if modules else None


def serialized(compilation: Compilation) -> bytes | None:
    """The executable as bytes; None where it cannot be had: one that calls back into Python is no use elsewhere."""
    executable, backend = compilation.executable, compilation.backend
    try:
        if hasattr(executable, "serialize"):
            return bytes(executable.serialize())
        return bytes(backend.serialize_executable(executable))
    except (RuntimeError, AttributeError, ValueError):
        return None


def costs_of(executable: Foreign) -> dict[str, Any]:
    """What XLA estimates of its costs, and what it knows of its memory, in bytes; what it cannot tell is left out."""
    told: dict[str, Any] = {}
    try:
        cost = executable.cost_analysis()
        first = cost[0] if isinstance(cost, list) and cost else cost
        told["cost"] = {str(key): float(value) for key, value in first.items()} if isinstance(first, dict) else {}
    except (RuntimeError, NotImplementedError):
        told["cost"] = {}
    try:
        memory = executable.get_compiled_memory_stats()
        told["memory"] = {
            name.removesuffix(_MEMORY): int(getattr(memory, name)) for name in dir(memory) if name.endswith(_MEMORY)
        }
    except (RuntimeError, NotImplementedError):
        told["memory"] = {}
    return told


def device_count(backend: Foreign) -> int:
    """How many devices the program sees: XLA splits its work on a CPU for as many threads."""
    return len(backend.local_devices())
