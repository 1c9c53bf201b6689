"""The chips that can be compiled for, by name."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache

from chipward.dataset.folder import TARGETS, read_model
from chipward.dataset.load import data_folder
from chipward.dataset.tpus import all_tpus, find_tpu
from chipward.errors import Misuse
from chipward.model.target import CPU, Backend, Target, TargetId
from chipward.model.target_table import Gpu, TargetTable
from chipward.model.tpu import TpuTarget, is_tpu


def find_target(name: str) -> Target | TpuTarget:
    """Return the GPU, or the slice of TPUs, of this name. Misuse names those there are.

    The CPU is not among them, since it has no table.
    """
    return find_tpu(name) if is_tpu(name) else find_gpu(name)


def find_gpu(name: str) -> Target:
    """Return the GPU of this name. Misuse names all targets there are."""
    found = _targets().get(TargetId(name.casefold()))
    if found is None:
        raise _no_such(name, target_names())
    return found


def all_targets() -> tuple[Target, ...]:
    """Return every GPU and every architecture."""
    return tuple(_targets().values())


def target_names() -> tuple[str, ...]:
    """Name all that can be compiled for: the CPU, the GPUs, architectures, then TPUs by their generation."""
    return (CPU, *_targets(), *(tpu.generation for tpu in all_tpus()))


@cache
def _targets() -> Mapping[TargetId, Target]:
    """Read the table once. It is small: a worker that needs one target waits some milliseconds."""
    table, problems = read_model(TargetTable, data_folder(), TARGETS)
    if table is None:
        message = str(problems[0])
        raise Misuse(message)
    return targets_in(table)


def targets_in(table: TargetTable) -> Mapping[TargetId, Target]:
    """Make each row of a table a target."""
    gpus = {gpu.id: _target(gpu, gpu.id) for gpu in table.gpus}
    architectures = {each.id: _target(table.gpu[each.figures_of], each.id) for each in table.architectures}
    return {**gpus, **architectures}


def _target(gpu: Gpu, name: TargetId) -> Target:
    values = {key: each.value for key, each in gpu.said.items()}
    return Target.model_validate({"id": name, "backend": gpu.backend, "figures_of": gpu.id, **values})


def _no_such(name: str, names: Sequence[str]) -> Misuse:
    if name.casefold() == CPU:
        return Misuse("cpu is the machine that a program runs on anyway; it stands in no table of targets")
    backend = name.casefold().removesuffix(":")
    if backend in set(Backend):
        those = ", ".join(known for known in names if known.startswith(f"{backend}:"))
        return Misuse(f"{name!r} names no chip. Choose one: {those}")
    without_backend = [known for known in names if known.endswith(f":{name.casefold()}")]
    tails = {known.partition(":")[2]: known for known in names}
    near_tail = [tails[tail] for tail in get_close_matches(name.casefold(), tails, n=1)]
    near = without_backend or get_close_matches(name.casefold(), names, n=1) or near_tail
    guess = f"; did you mean {near[0]}?" if near else "."
    return Misuse(f"there is no target {name!r}{guess} Choose from: {', '.join(names)}")
