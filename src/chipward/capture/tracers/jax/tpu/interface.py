"""What PJRT is handed with a program for TPUs: which arrays it takes and gives, and how they lie in memory."""

from collections.abc import Iterator, Sequence

from chipward.artifacts.xla.entry_arrays import Array, entry_arrays
from chipward.capture.tracers.jax.hlo_maps import Hlo
from chipward.capture.tracers.jax.losses import Loss
from chipward.capture.tracers.jax.tpu.reports import HOW, ORIGIN
from chipward.capture.tracers.jax.work import Work

_METHOD = "Each array is a parameter or the result of the program"
_OTHERS_FROM, _OTHERS_TO = "what stands between parameters and result", "headings"
_NO_THUNKS = "The steps that the runtime takes for a program"
_WHY_NONE = (
    "XLA leaves a list of them to the runtimes of CPUs and GPUs. libtpu makes one program, whose top level calls the "
    "others in turn."
)


def keep_interface(work: Work, hlo: Hlo, text: str) -> None:
    """Keep what the program takes and gives, with the map from the optimised HLO."""
    found = entry_arrays(text, hlo.module)
    told: list[str] = []
    edges: list[tuple[int, int, str]] = []
    for heading, arrays in (("takes", found.takes), ("gives", found.gives)):
        told.append(f"{work.name} {heading}" if arrays else f"{work.name} {heading} nothing")
        rows = list(_rows(arrays, found.written_over))
        edges += [(one.line, len(told) + place, "exact") for place, one in enumerate(arrays, start=1)]
        told += rows
    artifact = work.journal.artifact(
        work.unit,
        "interface",
        stage=work.stage("pjrt"),
        kind="executable-interface",
        title="What the executable takes and gives",
        content="".join(f"{line}\n" for line in told),
        how=HOW.format(work.target),
        origin=ORIGIN,
        text=True,
    )
    rest = text.count("\n") + (not text.endswith("\n")) - len({edge[0] for edge in edges})
    losses: list[Loss] = [("from", rest, _OTHERS_FROM), ("to", len(told) - len(edges), _OTHERS_TO)]
    work.journal.map(hlo.artifact, artifact, edges, method=_METHOD, losses=[one for one in losses if one[1] > 0])
    work.journal.missing(_NO_THUNKS, _WHY_NONE, stage=work.stage("pjrt"), selection=work.selection)


def _rows(arrays: Sequence[Array], written_over: dict[int, int]) -> Iterator[str]:
    width = max((len(one.shape) for one in arrays), default=0)
    for one in arrays:
        place = written_over.get(one.number) if one.name else None
        over = f"  given up: result {place} is written over it" if place is not None else ""
        yield f"  {one.number:>3}  {one.shape:<{width}}  {one.name}{over}".rstrip()
