"""All that the tables of targets say with a quote, and where each thing stands in its file."""

from collections.abc import Iterator

from chipward.model.target_table import ArchName, Figure, Spelling, TargetTable
from chipward.model.tpu_table import Slice, TpuTable

Said = Figure | Spelling | ArchName | Slice


def target_rows(table: TargetTable | TpuTable) -> Iterator[tuple[str, Said]]:
    """Yield each figure with its place: ``gpus[0].l2``, ``generations[2].vmem``."""
    if isinstance(table, TpuTable):
        for at, generation in enumerate(table.generations):
            for key, of_tpu in generation.said.items():
                yield f"generations[{at}].{key}", of_tpu
    else:
        for at, gpu in enumerate(table.gpus):
            for key, of_gpu in gpu.said.items():
                yield f"gpus[{at}].{key}", of_gpu
