"""What XLA compiled for the CPU, as an executable holds it when it is serialised.

Behind a header with its length in front stands a message whose first field is XLA's `CompilationResultProto`: the HLO,
the object files, the thunks in the order in which they are run, and the machine that the code is for.
"""

from dataclasses import dataclass

from chipward.artifacts.xla.cpu_thunks import Thunk, read_thunks
from chipward.artifacts.xla.wire import Message, read_number

_RESULT = 1
_BARE_OBJECTS, _THUNKS, _OBJECTS, _MACHINE = 4, 6, 8, 9  # fields of a result; older ones hold objects in the fourth
_OBJECT = 1
_TRIPLE, _CPU, _FEATURES = 1, 2, 3


@dataclass(frozen=True)
class Machine:
    """What LLVM was told of the machine: x86_64-unknown-linux-gnu, emeraldrapids, +avx512f,-zu."""

    triple: str
    cpu: str
    features: str


@dataclass(frozen=True)
class CpuExecutable:
    """What a serialised executable holds. All is empty where the bytes are something else."""

    objects: tuple[bytes, ...]  # object files that are not linked, a kernel or more in each
    thunks: tuple[Thunk, ...]  # nested ones stand behind the one that runs them
    machine: Machine


def read_cpu_executable(content: bytes) -> CpuExecutable:
    """Read a serialised executable. Never raises."""
    result = _result(content)
    objects = [*result.values(_BARE_OBJECTS)]
    objects += [value for one in result.messages(_OBJECTS) for value in one.values(_OBJECT)[:1]]
    machine = result.message(_MACHINE)
    return CpuExecutable(
        tuple(objects),
        tuple(read_thunks(result.message(_THUNKS))),
        Machine(machine.text(_TRIPLE), machine.text(_CPU), machine.text(_FEATURES)),
    )


def _result(content: bytes) -> Message:
    header, start = read_number(content, 0)
    behind = Message(content[start + header :]) if 0 < header < len(content) else Message(b"")
    for outer in (behind, Message(content)):
        result = outer.message(_RESULT)
        if result.has(_THUNKS) and (result.has(_OBJECTS) or result.has(_BARE_OBJECTS) or outer is behind):
            return result
    return Message(b"")
