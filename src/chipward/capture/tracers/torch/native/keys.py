"""The dispatch keys that a call visits, in order, and the registration behind each. Runs in the process that replays.

PyTorch's Python dispatcher asks each operator at each hop which kernel to take. It is given the answer that it would
get without being asked, the kernel in C++, and never lets it be remembered, so that it asks again.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

import torch
from torch._dispatch.python import enable_python_dispatcher
from torch._ops import OpOverload, OpOverloadPacket

from chipward.capture.replacing import replaced

# e.g. "AutogradCPU: registered at /pytorch/build/aten/src/ATen/RegisterCPU_0.cpp:1297 [kernel]"
_ROW = re.compile(r"(\w+): (.*)")
_BUILD = re.compile(r"(?<= at )(?:\S*/)?pytorch/|(?<= at )\.\./")  # the folder in which PyTorch was built
_COMPOSITE = "AutogradCPU"  # the key at which such an operator takes itself apart


class Visit(NamedTuple):
    """An operator at one dispatch key."""

    operator: str
    key: str
    registered: str


def visits(call: Callable[[], Any]) -> list[Visit]:
    """Call once and tell what was visited."""
    with _listening() as heard:
        call()
    return [Visit(operator, key, registration(operator, key)) for operator, key in heard]


def composite(name: str, than: str) -> Visit | None:
    """The operator of this name that takes itself apart into others before a backend is asked, if there is one."""
    packet = getattr(torch.ops.aten, name, None)
    if not isinstance(packet, OpOverloadPacket) or than.partition(".")[0] == f"aten::{name}":
        return None
    for overload in packet.overloads():
        operator: str = getattr(packet, overload)._name  # noqa: SLF001
        registered = registration(operator, _COMPOSITE)
        if "[math kernel]" in registered:
            return Visit(operator, _COMPOSITE, registered)
    return None


@cache
def registration(operator: str, key: str) -> str:
    """Where the kernel of an operator for a key was registered, as PyTorch tells it."""
    return _table(operator).get(key, "no kernel of its own: the next key")


@cache
def _table(operator: str) -> dict[str, str]:
    rows = torch._C._dispatch_dump_table(operator).splitlines()  # noqa: SLF001 -- no public door
    return {match[1]: _BUILD.sub("", match[2]) for row in rows if (match := _ROW.match(row))}


@contextmanager
def _listening() -> Iterator[list[tuple[str, str]]]:
    heard: list[tuple[str, str]] = []
    real = OpOverload._get_dispatch  # noqa: SLF001 -- what the Python dispatcher calls

    def answer(operator: Any, key: Any) -> Any:  # noqa: ANN401 -- as torch calls it
        found = real(operator, key)
        operator._dispatch_cache.pop(key, None)  # noqa: SLF001
        name = operator._name  # noqa: SLF001
        heard.append((name, str(key).rpartition(".")[2]))
        if not isinstance(found, torch._C.DispatchKey) and torch._C._dispatch_has_computed_kernel_for_dispatch_key(  # noqa: SLF001
            name, str(key).rpartition(".")[2]
        ):
            return key
        return found

    for namespace in ("aten", "prims"):
        for packet in tuple(vars(getattr(torch.ops, namespace)).values()):
            for overload in tuple(getattr(packet, "__dict__", {}).values()):
                if isinstance(overload, OpOverload):
                    overload._dispatch_cache.clear()  # noqa: SLF001
    with replaced(OpOverload, "_get_dispatch", answer), enable_python_dispatcher():
        yield heard
