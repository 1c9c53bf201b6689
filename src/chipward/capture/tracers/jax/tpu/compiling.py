"""Has libtpu compile a program for TPUs. Nothing of it can run here; the kind of executable is checked to be so."""

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from chipward.capture.tracers.jax.executable_kind import check_kind
from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.modules import parse
from chipward.capture.tracers.jax.overrides import kept_overrides
from chipward.capture.tracers.jax.read_options import read_options
from chipward.errors import ChipwardError
from chipward.model.tpu import TpuTarget

_OF_OTHERS = ("xla_cpu_", "xla_gpu_")  # options that libtpu does not know
_MEGACORE = "megacore"


class TooFewDevicesError(ChipwardError):
    """The program is for more devices than the slice has."""


@dataclass(frozen=True)
class Compiled:
    """What libtpu made, and what it wrote down as it went along."""

    hlo: str  # optimised, with layouts
    costs: Mapping[str, Mapping[str, float]]  # cost and memory
    dumped: Mapping[str, bytes]  # files of XLA by their names
    devices: int


def compile_for(module: bytes | str, options: bytes, tpu: TpuTarget, folder: Path | None = None) -> Compiled:
    """Compile StableHLO for the first devices of a slice. With an empty folder, XLA writes its dumps there."""
    xla_client = import_module("jax._src.lib").xla_client
    wanted = read_options(options)
    count = wanted.num_replicas * wanted.num_partitions
    devices = _devices(tpu)
    if count > len(devices):
        message = (
            f"The program is for {count} devices, and {tpu.id} has {len(devices)}; name a larger slice, such as "
            f"{tpu.generation}:{_larger(tpu, count)}"
        )
        raise TooFewDevicesError(message)
    wanted.device_assignment = _assigned(wanted, devices[:count])
    dump = [("xla_dump_to", os.fspath(folder)), ("xla_dump_hlo_pass_re", ".*")] if folder is not None else []
    wanted.env_option_overrides = [*kept_overrides(wanted.env_option_overrides, *_OF_OTHERS), *dump]
    chosen = xla_client.DeviceList(tuple(devices[:count]))
    made = devices[0].client.compile(parse(module), chosen, wanted)
    check_kind(type(made).__name__, devices[0].device_kind, tpu.name)
    files = sorted(folder.iterdir()) if folder is not None else []
    return Compiled(
        made.hlo_modules()[0].to_string(),
        _costs(made),
        {file.name: file.read_bytes() for file in files if file.is_file()},
        count,
    )


def _assigned(wanted: Foreign, devices: tuple[Foreign, ...]) -> Foreign:
    numpy = import_module("numpy")  # JAX needs it anyway
    numbers = numpy.array([one.id for one in devices]).reshape(wanted.num_replicas, wanted.num_partitions)
    return import_module("jax._src.lib").xla_client.DeviceAssignment.create(numbers)


@lru_cache(maxsize=1)
def _devices(tpu: TpuTarget) -> tuple[Foreign, ...]:
    """The devices of a slice that exists in libtpu's description alone."""
    topologies = import_module("jax.experimental.topologies")
    host = (*tpu.host, *(1,) * (3 - len(tpu.host)))
    more = {"chip_config_name": _MEGACORE} if tpu.cores_per_device > 1 else {}
    name = tpu.id.removeprefix("tpu:")
    described = topologies.get_topology_desc(
        platform="tpu", topology_name=name, chips_per_host_bounds=list(host), **more
    )
    return tuple(described.devices)


def _costs(made: Foreign) -> Mapping[str, Mapping[str, float]]:
    told: dict[str, Mapping[str, float]] = {}
    cost = made.cost_analysis()
    if isinstance(cost, list | tuple):
        cost = cost[0] if cost else {}
    if cost:
        told["cost"] = {str(name): float(value) for name, value in cost.items()}
    memory = made.get_compiled_memory_stats()
    figures = {name: getattr(memory, name) for name in sorted(dir(memory)) if name.endswith("_in_bytes")}
    told["memory"] = {name: float(value) for name, value in figures.items() if isinstance(value, int)}
    return told


def _larger(tpu: TpuTarget, count: int) -> str:
    """A slice of whole hosts with as many devices, doubled along its shortest axis again and again."""
    axes = list(tpu.topology if tpu.chips > 1 else (2, 2, *(1,) * (len(tpu.topology) - 2)))
    while math.prod(axes) * tpu.tensor_cores // tpu.cores_per_device < count:
        shortest = min(range(len(axes)), key=lambda at: (axes[at], -at))
        axes[shortest] *= 2
    return "x".join(map(str, axes))
