"""From a jaxpr to the StableHLO that JAX lowers it to, by the tags of a second lowering."""

from collections.abc import Mapping
from dataclasses import replace

from chipward.artifacts.xla.offers import OPTIONS
from chipward.artifacts.xla.stablehlo import StableHlo, read_stablehlo
from chipward.capture.tracers.jax.handover import plain_file
from chipward.capture.tracers.jax.kept_options import without_folders
from chipward.capture.tracers.jax.losses import Loss, losses
from chipward.capture.tracers.jax.modules import parse, text_of
from chipward.capture.tracers.jax.selections import CPU, platform_of
from chipward.capture.tracers.jax.work import Work

METHOD = "Tags: JAX lowered the same jaxpr once more with a name for each equation, to the same operations"
SINGLE = "The jaxpr has one equation"
NO_OPERATION = "equation that becomes no operation of its own"
NO_EQUATION = "operation that no equation names: JAX adds it around them"
_OTHERS_FROM = "heading, parameter or bracket"
_OTHERS_TO = "heading, location or bracket"
_OPTIONS = "Handed to XLA by JAX in the program, as bytes of protocol buffers; folders of the machine are left out"
_LOWERED, _UNTAGGED = "Lowered by JAX for {}, in the program", "; it had tags, which are taken out"

Edge = tuple[int, int, str, tuple[int, int] | None]


def keep_for_target(work: Work) -> Work:
    """Keep the StableHLO for a target and the options that go with it, and map the jaxpr to it."""
    platform = platform_of(work.target)
    text = text_of(parse(work.handover.plain(platform)))
    was_tagged = not (work.handover.folder / plain_file(platform)).exists()
    artifact = work.journal.artifact(
        work.unit,
        "stablehlo",
        stage=work.stage("stablehlo"),
        kind="stablehlo",
        title="StableHLO",
        content=text,
        how=_LOWERED.format(platform) + (_UNTAGGED if was_tagged else ""),
        origin="compiled",
        text=True,
    )
    work.journal.artifact(  # with the text, all that it takes to compile it once more when somebody asks
        work.unit,
        OPTIONS,
        stage=work.stage("xla"),
        kind="compile-options",
        title="Compile options",
        content=without_folders(work.handover.options()),
        how=_OPTIONS,
        origin="compiled",
        text=False,
    )
    work = replace(work, stablehlo=artifact, stablehlo_text=text)
    _map(work, text)
    return work


def map_of_program(work: Work) -> None:
    """Map the jaxpr to the StableHLO that the program compiled."""
    text = work.handover.stablehlo_text()
    if work.target == CPU and text is not None:
        _map(work, text)


def equations_by_line(work: Work, text: str) -> Mapping[int, tuple[int, ...]]:
    """The equations behind the operations of StableHLO text; nothing where no tags tell."""
    plain = read_stablehlo(text)
    if len(work.equations) == 1:
        return dict.fromkeys(plain.operations, (0,))
    tagged = work.handover.tagged(platform_of(work.target))
    if tagged is None:
        return {}
    return _paired(plain, read_stablehlo(text_of(parse(tagged))))


def _paired(plain: StableHlo, tagged: StableHlo) -> Mapping[int, tuple[int, ...]]:
    if list(plain.operations.values()) != list(tagged.operations.values()):
        return {}
    pairs = zip(plain.operations, tagged.operations, strict=True)
    return {line: tags for line, other in pairs if (tags := tagged.tags.get(other))}


def _map(work: Work, text: str) -> None:
    jaxpr, equations = work.handover.jaxpr_text(), work.equations
    found = equations_by_line(work, text)
    if work.jaxpr is None or work.stablehlo is None or jaxpr is None or not found:
        return
    edges: list[Edge] = []
    for line, tags in found.items():
        kind = "exact" if len(tags) == 1 else "fused"
        told = [equations[tag] for tag in tags if tag < len(equations)]
        edges += [(one.line, line, kind, one.columns) for one in told if one.line is not None]
    starts = {one.line for one in equations if one.line is not None}
    lost: list[Loss] = [
        *losses("from", jaxpr, starts, {edge[0] for edge in edges}, (NO_OPERATION, _OTHERS_FROM)),
        *losses(
            "to", text, set(read_stablehlo(text).operations), {edge[1] for edge in edges}, (NO_EQUATION, _OTHERS_TO)
        ),
    ]
    method = SINGLE if len(equations) == 1 else METHOD
    work.journal.map(work.jaxpr, work.stablehlo, edges, method=method, losses=lost)
