"""Has XLA compile a program for GPUs that are not here. Nothing is run, and no driver is asked."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from chipward.artifacts.xla.wire import Message
from chipward.capture.tracers.jax.executable_kind import check_kind
from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.gpu.needs import cudnn
from chipward.capture.tracers.jax.gpu.target_config import target_config
from chipward.capture.tracers.jax.read_options import read_options
from chipward.dataset.targets import find_gpu

DUMPS: Mapping[str, str | bool] = {"xla_dump_hlo_pass_re": ".*", "xla_dump_emitter_re": "^llvm|^ptx|^triton-fusion"}

_FIRST = ".before_optimizations.txt"
_COMPUTATION, _DEVICES = 3, 1  # fields of a device assignment, and of a computation in it


@dataclass(frozen=True)
class Compiled:
    """What XLA made, and what it wrote down as it went along."""

    hlo: str  # optimised
    executable: bytes
    dumped: Mapping[str, str]  # texts about the program itself, by the ends of their names: "thunk_sequence.txt"
    number: int | None  # that XLA gave to the module; None if nothing was written down


def compile_for(
    target: str, module: bytes | str, options: bytes, folder: Path | None = None, **more: str | bool
) -> Compiled:
    """Compile StableHLO for a GPU.

    Args:
        target: cuda:h100
        module: bytecode or text of MLIR
        options: CompileOptions, serialised
        folder: where XLA may write down what it does; it must be empty
        more: further options of XLA

    Raises:
        WrongTargetError: what came of it is for another device.
    """
    from chipward.capture.tracers.jax.modules import parse  # noqa: PLC0415 -- only in a room, once it is prepared

    xla_client = _xla_client()
    wanted = read_options(options)
    dump = {"xla_dump_to": os.fspath(folder), **DUMPS} if folder is not None else {}
    wanted.env_option_overrides = [*wanted.env_option_overrides, *dump.items(), *more.items()]
    numbers = _device_numbers(wanted)
    devices = _devices(target, max(numbers) + 1)
    chosen = xla_client.DeviceList(tuple(devices[number] for number in numbers))
    made = devices[0].client.compile(parse(module), executable_devices=chosen, compile_options=wanted)
    check_kind(type(made).__name__, devices[0].device_kind, find_gpu(target).name)
    number, texts = _texts(folder) if folder is not None else (None, {})
    return Compiled(made.hlo_modules()[0].to_string(), bytes(made.serialize()), texts, number)


def one_device(options: bytes) -> bytes:
    """The same options, for a program of one device, one parameter and one result."""
    import numpy as np  # noqa: PLC0415 -- only in a room, where JAX has brought it along

    xla_client = _xla_client()
    wanted = xla_client.CompileOptions.ParseFromString(options)
    wanted.num_replicas = wanted.num_partitions = 1
    wanted.device_assignment = xla_client.DeviceAssignment.create(np.zeros((1, 1), dtype=np.int32))
    build = wanted.executable_build_options
    build.allow_spmd_sharding_propagation_to_parameters = [False]
    build.allow_spmd_sharding_propagation_to_output = [False]
    return bytes(wanted.SerializeAsString())


def _xla_client() -> Foreign:
    return import_module("jax._src.lib").xla_client  # only in a room, once it is prepared


@lru_cache(maxsize=4)
def _devices(target: str, count: int) -> tuple[Foreign, ...]:
    from jax.experimental import topologies  # noqa: PLC0415 -- only in a room, once it is prepared

    gpu = find_gpu(target)
    found = topologies.get_topology_desc(
        platform="cuda",
        topology_name="",
        target_config=target_config(gpu, cudnn()),
        topology=f"1x1x{count}",
    )
    return tuple(found.devices)


def _device_numbers(options: Foreign) -> tuple[int, ...]:
    assignment = Message(options.device_assignment.serialize()) if options.device_assignment else Message(b"")
    computations = assignment.messages(_COMPUTATION)
    return tuple(dict.fromkeys(number for one in computations for number in one.numbers(_DEVICES))) or (0,)


def _texts(folder: Path) -> tuple[int | None, Mapping[str, str]]:
    """The texts about the program; XLA also writes about pieces of it that it looks at as modules of their own."""
    first = next((file.name for file in sorted(folder.glob(f"*{_FIRST}"))), "")
    start = first.removesuffix(_FIRST.removeprefix(".")) if first else "."
    found = {file.name.removeprefix(start): file for file in sorted(folder.iterdir()) if file.name.startswith(start)}
    digits = first.removeprefix("module_").partition(".")[0]
    number = int(digits) if digits.isdecimal() else None
    return number, {name: file.read_text(errors="replace") for name, file in found.items()}
