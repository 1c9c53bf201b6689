"""Has XLA compile a program for the CPU again, outside the program that compiled it first. Nothing of it is run.

What is asked for beyond the program's own options is dumps alone; they decide nothing. Options that XLA reads once per
process are not needed.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from chipward.artifacts.xla.wire import Message
from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.modules import parse
from chipward.capture.tracers.jax.overrides import WHERE_TO_WRITE
from chipward.capture.tracers.jax.read_options import read_options

# Newer versions write LLVM IR only if it is asked for; more than that can bring them down when kernels are many.
_DUMPS = {"xla_dump_hlo_pass_re": ".*", "xla_dump_emitter_re": "^llvm"}
_NOT_OPTIONS = (
    *WHERE_TO_WRITE,
    "xla_force_host_platform_device_count",
)  # they decide nothing, or are told in other ways
_TRUTHS = {"true": True, "false": False}
_COMPUTATION, _DEVICES = 3, 1  # fields of a device assignment, and of a computation in it


@dataclass(frozen=True)
class Compiled:
    """What XLA made, and what it wrote down as it went along."""

    hlo: str  # optimised
    executable: bytes | None  # nothing where it cannot be serialised
    dumped: Mapping[str, bytes]  # files by their names


@dataclass(frozen=True)
class Circumstances:
    """What else decides what XLA makes of a program."""

    options: bytes  # of the compilation, serialised
    devices: int = 1  # that the program sees its CPU as: XLA splits its kernels for as many threads, if not for more
    flags: str = ""  # XLA_FLAGS of the program


def compile_again(module: bytes, circumstances: Circumstances, folder: Path | None = None) -> Compiled:
    """Compile StableHLO as the program did. With an empty folder, XLA writes its dumps there."""
    xla_client = _xla_client()
    wanted = read_options(circumstances.options)
    flags = flags_as_options(circumstances.flags)
    dump = {"xla_dump_to": os.fspath(folder), **_DUMPS} if folder is not None else {}
    wanted.env_option_overrides = [*flags.items(), *wanted.env_option_overrides, *dump.items()]
    devices = device_numbers(wanted)
    client = _client(max(circumstances.devices, max(devices) + 1))
    chosen = xla_client.DeviceList(tuple(client.devices()[number] for number in devices))
    made = client.compile_and_load(parse(module), executable_devices=chosen, compile_options=wanted)
    files = sorted(folder.iterdir()) if folder is not None else []
    return Compiled(
        made.hlo_modules()[0].to_string(),
        _serialized(made),
        {file.name: file.read_bytes() for file in files if file.is_file()},
    )


def device_numbers(options: Foreign) -> tuple[int, ...]:
    """The devices that a program is compiled for, in its own order."""
    assignment = Message(options.device_assignment.serialize()) if options.device_assignment else Message(b"")
    computations = assignment.messages(_COMPUTATION)
    return tuple(dict.fromkeys(number for one in computations for number in one.numbers(_DEVICES))) or (0,)


def flags_as_options(told: str) -> Mapping[str, str | bool]:
    """The flags that a program gave to XLA, as options of one compilation. Those of this process hold anyway."""
    if told == os.environ.get("XLA_FLAGS", ""):
        return {}
    words = (word.removeprefix("--").partition("=") for word in told.split() if word.startswith("--"))
    return {
        name: _TRUTHS.get(value.lower(), value) if equals else True
        for name, equals, value in words
        if not name.startswith(_NOT_OPTIONS)
    }


@lru_cache(maxsize=2)
def _client(devices: int) -> Foreign:
    """XLA's CPU, seen as so many devices: the program may have asked for more than one."""
    return _xla_client().make_cpu_client(num_devices=devices)


def _xla_client() -> Foreign:
    return import_module("jax._src.lib").xla_client  # only in a room, once it is prepared


def _serialized(made: Foreign) -> bytes | None:
    try:
        return bytes(made.serialize())
    except RuntimeError:  # XLA's errors are some; a program with a host callback cannot be
        return None


def dumps(dumped: Mapping[str, bytes], ending: str) -> Iterator[tuple[str, bytes]]:
    """The dumped files whose names end so, with what stands before."""
    for name, content in dumped.items():
        if name.endswith(ending):
            yield name.removesuffix(ending), content
