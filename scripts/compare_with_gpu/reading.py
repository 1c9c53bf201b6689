"""Reads one side out of a bundle, or out of the folder of a recording."""

from collections.abc import Iterator, Mapping

from scripts.compare_with_gpu.sides import UNNAMED, Graph, Kernel, MachineCode

from chipward.bundle.read import Bundle
from chipward.model.trace import Unit

FIDELITY = "fidelity"


def graphs(bundle: Bundle, target: str) -> Mapping[str, Graph]:
    """The graphs that were compiled for a target, by id."""
    found = (unit for unit in _of(bundle, target) if unit.kind == "graph")
    return {
        str(unit.id): Graph(
            _text(bundle, unit.id, "wrapper") or "",
            dict(_kernels(bundle, unit)),
        )
        for unit in found
    }


def said_beforehand(bundle: Bundle, target: str) -> tuple[str, ...]:
    """What chipward itself says of how close it comes, kernel by kernel left out."""
    frames = {unit.id for unit in _of(bundle, target) if unit.kind == "frame"}
    found = (each.text for each in bundle.trace.findings if each.kind == FIDELITY and each.unit in frames)
    return tuple(dict.fromkeys(found))


def _kernels(bundle: Bundle, graph: Unit) -> Iterator[tuple[str, Kernel]]:
    for unit in _below(bundle, graph):
        source = _text(bundle, unit.id, "triton")
        if source is not None:
            candidates = {each.name: _code(bundle, each) for each in _below(bundle, unit)}
            codes = (candidates or {UNNAMED: _code(bundle, unit)}).items()
            yield unit.name, Kernel(source, {name: code for name, code in codes if code is not None})


def _code(bundle: Bundle, unit: Unit) -> MachineCode | None:
    ptx, sass = _text(bundle, unit.id, "ptx"), _text(bundle, unit.id, "sass")
    return None if ptx is None or sass is None else MachineCode(ptx, without_notes(sass))


def without_notes(sass: str) -> str:
    """A listing without the lines of Triton's library that chipward notes behind its instructions."""
    return "".join(f"{line.partition(' // ')[0].rstrip()}\n" for line in sass.splitlines())


def _of(bundle: Bundle, target: str) -> Iterator[Unit]:
    selections = bundle.trace.selections
    yield from (unit for unit in bundle.trace.units if selections[unit.selection].target == target)


def _below(bundle: Bundle, parent: Unit) -> Iterator[Unit]:
    yield from (unit for unit in bundle.trace.units if unit.parent == parent.id)


def _text(bundle: Bundle, unit: str, name: str) -> str | None:
    identity = f"{unit}/{name}"
    known = any(artifact.id == identity for artifact in bundle.trace.artifacts)
    return bundle.text(identity) if known else None
