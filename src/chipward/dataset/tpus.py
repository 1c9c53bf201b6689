"""The TPUs that can be compiled for, by name: a generation alone, or with the shape of a slice."""

import math
import re
from collections.abc import Mapping
from functools import cache

from chipward.dataset.folder import TPUS, read_model
from chipward.dataset.load import data_folder
from chipward.errors import Misuse
from chipward.model.tpu import ONE_CHIP, PREFIX, GenerationId, TpuId, TpuTarget, spelled
from chipward.model.tpu_table import Generation, TpuTable

_SHAPE = re.compile(r"[1-9][0-9]{0,3}(?:x[1-9][0-9]{0,3}){1,2}")
_MOST_CHIPS = 16 * 24 * 48  # twice the largest slice that Google names; a description of more only fills memory


def find_tpu(name: str) -> TpuTarget:
    """Return the slice of this name: ``tpu:v5e`` is one host, ``tpu:v5e:4x4`` four. Misuse says what is wrong."""
    named, _, shape = name.casefold().removeprefix(PREFIX).partition(":")
    generation = generations().get(GenerationId(f"{PREFIX}{named}"))
    if generation is None:
        names = ", ".join(generations())
        message = f"there is no TPU {name!r}; choose from: {names}, each with a topology if you like: tpu:v5e:2x4"
        raise Misuse(message)
    host = _axes(generation.topology.value)
    topology = _flat(_axes(shape), len(host)) if _SHAPE.fullmatch(shape) else host
    if why := _unfit(shape, topology, host):
        message = f"there is no TPU {name!r}: {why}"
        raise Misuse(message)
    return tpu_of(generation, topology)


def all_tpus() -> tuple[TpuTarget, ...]:
    """Return one host of every generation."""
    return tuple(tpu_of(each, _axes(each.topology.value)) for each in generations().values())


@cache
def generations() -> Mapping[GenerationId, Generation]:
    """Read the table once."""
    table, problems = read_model(TpuTable, data_folder(), TPUS)
    if table is None:
        message = str(problems[0])
        raise Misuse(message)
    return {each.id: each for each in table.generations}


def tpu_of(generation: Generation, topology: tuple[int, ...]) -> TpuTarget:
    """Make a slice of this shape."""
    values = {key: each.value for key, each in generation.said.items() if key != "topology"}
    host = _axes(generation.topology.value)
    return TpuTarget(
        id=TpuId(f"{generation.id}:{spelled(topology)}"),
        generation=generation.id,
        topology=topology,
        host=host if math.prod(topology) > 1 else ONE_CHIP[: len(host)],
        **values,
    )


def _axes(shape: str) -> tuple[int, ...]:
    return tuple(map(int, shape.split("x")))


def _flat(axes: tuple[int, ...], wanted: int) -> tuple[int, ...]:
    """Write a shape with as many axes as a generation has, where the others hold one chip."""
    while len(axes) > wanted and axes[-1] == 1:
        axes = axes[:-1]
    return (*axes, *(1,) * (wanted - len(axes)))


def _unfit(shape: str, topology: tuple[int, ...], host: tuple[int, ...]) -> str:
    """Say why no slice has this shape, or nothing. A slice is one chip, or whole hosts."""
    example = spelled(host)
    if shape and not _SHAPE.fullmatch(shape):
        return f"a topology is the number of chips along each axis, as in {example}"
    if len(topology) != len(host):
        return f"its chips lie along {len(host)} axes, as in {example}"
    chips = math.prod(topology)
    if chips > _MOST_CHIPS:
        return f"it would have {chips:,} chips, and slices have at most {_MOST_CHIPS:,}; name a smaller one"
    if chips > 1 and any(here % there for here, there in zip(topology, host, strict=True)):
        return f"a slice is one chip, or whole hosts of {example} chips; name a multiple of that"
    return ""
