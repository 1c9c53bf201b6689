"""Keeps optimised HLO, and maps to it from the jaxpr and from StableHLO.

The tags of a second compilation say which equations an instruction holds. They count only if that compilation made the
same program, which is compared here. Where it did not, the lines of Python that both name are all that joins them.
"""

from dataclasses import dataclass, replace

from chipward.artifacts.xla.hlo import HloModule, Instruction, read_hlo
from chipward.artifacts.xla.metadata import same_program
from chipward.artifacts.xla.stable import stable_hlo
from chipward.artifacts.xla.stablehlo import read_stablehlo
from chipward.capture.tracers.jax.handover import Equation
from chipward.capture.tracers.jax.kernel_places import map_interpreted
from chipward.capture.tracers.jax.losses import losses
from chipward.capture.tracers.jax.operation_pairs import Edge, pairs
from chipward.capture.tracers.jax.stablehlo_maps import SINGLE, equations_by_line
from chipward.capture.tracers.jax.turned_products import with_turned_products
from chipward.capture.tracers.jax.work import Work

NAME, KIND = "hlo-optimized", "hlo"
TITLE = "HLO after XLA's passes"
ADDED = "added by XLA"
_TAGS = (
    "Tags: XLA compiled the same program with a name for each equation; the optimised HLO of both is {}. A product "
    "that XLA names after the transpose of its result holds both equations"
)
_BY_LINES = "The line and columns of Python that an equation and an instruction both name"
_LOST = "equation that is no instruction of its own"
_LOST_OPERATION = "operation that is no instruction of its own"
_OTHERS = "heading, parameter, bracket or location"
_STRUCTURE = "structure, heading, place or bracket"
_NO_PROOF = (
    "With a name for each equation, XLA makes another program of {}. {}. So which equation an instruction comes from "
    "is told by lines of Python alone, and several equations of one line cannot be told apart."
)
_NOT_TAGGED = (
    "The equations of {} could not be given names. So which equation an instruction comes from is told by lines of "
    "Python alone, and several equations of one line cannot be told apart."
)
_GATHERING = frozenset({"fusion", "custom-call", "async-start"})  # they stand for all that they call


@dataclass(frozen=True)
class Hlo:
    """Optimised HLO that was kept."""

    artifact: str
    module: HloModule  # its instructions tagged with their equations, however they are known
    is_exact: bool  # whether they are known by tags

    def equations_of(self, instruction: str) -> tuple[int, ...]:
        """The equations that an instruction holds, with those of the computations that it calls."""
        return self.module.owners(instruction)

    @property
    def kind(self) -> str:
        """How an edge from one of its equations is known at best."""
        return "exact" if self.is_exact else "inferred"


def record_hlo(  # noqa: PLR0913 -- the two texts, and how they came to be
    work: Work, plain_hlo: str, tagged_hlo: str | None, *, origin: str, how: str, cached: bool = False
) -> Hlo:
    """Keep the optimised HLO of a compilation without tags, and map to it with the help of the tagged one, if any."""
    text = stable_hlo(plain_hlo)
    artifact = work.journal.artifact(
        work.unit,
        NAME,
        stage=work.stage("xla"),
        kind=KIND,
        title=TITLE,
        content=text,
        how=how,
        origin=origin,
        cached=cached,
        text=True,
    )
    module, method, is_exact = _with_equations(work, text, tagged_hlo)
    hlo = Hlo(artifact, module, is_exact)
    _map(work, hlo, text, method)
    map_interpreted(work, artifact, module, text.count("\n") + (not text.endswith("\n")))
    return hlo


def _with_equations(work: Work, text: str, tagged_hlo: str | None) -> tuple[HloModule, str, bool]:
    plain = read_hlo(text)
    if len(work.equations) == 1:
        return _tagged(plain, {one.line: (0,) for one in plain.instructions if "/" in one.op_name}), SINGLE, True
    doubt = _NOT_TAGGED.format(work.name) if len(work.equations) else ""
    if tagged_hlo is not None:
        tagged = stable_hlo(tagged_hlo)
        compared = same_program(text, tagged)
        if compared.same:
            tags = {one.line: one.tags for one in read_hlo(tagged).instructions}
            found = _tagged(plain, {line: tags[other] for line, other in compared.lines if tags.get(other)})
            named = replace(found, instructions=with_turned_products(found.instructions, work.equations))
            return named, _TAGS.format(compared.why), True
        doubt = _NO_PROOF.format(work.name, compared.why)
    if doubt:
        work.journal.finding("fidelity", doubt, unit=work.unit)
    return _tagged(plain, _by_places(work.equations, plain)), _BY_LINES, False


def _tagged(module: HloModule, tags: dict[int, tuple[int, ...]]) -> HloModule:
    return replace(module, instructions=tuple(replace(one, tags=tags.get(one.line, ())) for one in module.instructions))


def _by_places(equations: tuple[Equation, ...], module: HloModule) -> dict[int, tuple[int, ...]]:
    by_place: dict[tuple[str, int, int | None], list[int]] = {}
    for one in equations:
        if one.frames:
            place = one.frames[0]
            by_place.setdefault((place.file, place.line, place.column), []).append(one.number)
    found: dict[int, tuple[int, ...]] = {}
    for instruction in module.instructions:
        if instruction.frames:
            frame = instruction.frames[0]
            column = frame.column if frame.column >= 0 else None
            found[instruction.line] = tuple(by_place.get((frame.file, frame.line, column), ()))
    return found


def _map(work: Work, hlo: Hlo, text: str, method: str) -> None:
    held = {one.line: _held(hlo.module, one) for one in hlo.module.instructions}
    computing = {one.line for one in hlo.module.instructions if one.computes}
    jaxpr, stablehlo = work.handover.jaxpr_text(), _stablehlo_text(work)
    if work.jaxpr is not None and jaxpr is not None:
        edges: list[Edge] = []
        for line, numbers in held.items():
            kind = hlo.kind if len(numbers) == 1 or not hlo.is_exact else "fused"
            for number in numbers:
                equation = work.equations[number] if number < len(work.equations) else None
                if equation is not None and equation.line is not None:
                    edges.append((equation.line, line, kind, equation.columns))
        starts = {one.line for one in work.equations if one.line is not None}
        lost = losses("from", jaxpr, starts, {edge[0] for edge in edges}, (_LOST, _OTHERS))
        lost += losses("to", text, computing, {edge[1] for edge in edges}, (ADDED, _STRUCTURE))
        if edges:
            work.journal.map(work.jaxpr, hlo.artifact, edges, method=method, losses=lost)
    if work.stablehlo is not None and stablehlo is not None:
        operations = read_stablehlo(stablehlo).operations
        by_equation = equations_by_line(work, stablehlo)
        joined = pairs(operations, by_equation, {one.line: one for one in hlo.module.instructions}, held, hlo.kind)
        lost = losses("from", stablehlo, set(operations), {edge[0] for edge in joined}, (_LOST_OPERATION, _OTHERS))
        lost += losses("to", text, computing, {edge[1] for edge in joined}, (ADDED, _STRUCTURE))
        if joined:
            work.journal.map(work.stablehlo, hlo.artifact, joined, method=method, losses=lost)


def _held(module: HloModule, one: Instruction) -> tuple[int, ...]:
    return module.owners(one.name) if one.opcode in _GATHERING else one.tags


def _stablehlo_text(work: Work) -> str | None:
    return work.handover.stablehlo_text() if work.stablehlo_text is None else work.stablehlo_text
