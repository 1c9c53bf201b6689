"""Where the operations of a Pallas kernel come from, as Mosaic keeps it: lines of Python, innermost first."""

from collections.abc import Iterator

from chipward.artifacts.gpu_code.mlir import mlir_locations
from chipward.artifacts.locations.home import Home
from chipward.model.lines import EdgeKind


def locate(text: str) -> Iterator[Home]:
    """The lines of Python that each operation names: its own, and those of the calls around it."""
    for line, chains in mlir_locations(text).chains.items():
        kind = EdgeKind.FUSED if len(chains) > 1 else EdgeKind.EXACT
        told: set[tuple[str, int]] = set()
        for chain in chains:
            for depth, frame in enumerate(chain):
                place = frame.file, frame.line
                if frame.file and frame.line and place not in told:
                    told.add(place)
                    yield Home(line, frame.file, frame.line, EdgeKind.INLINED if depth else kind)
