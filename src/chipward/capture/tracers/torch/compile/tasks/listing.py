"""Lists the machine code of a kernel, and joins each instruction to the line of C++ that it is from."""

from collections.abc import Mapping
from pathlib import Path

from chipward.artifacts.machine_code import Listing, list_shared_object
from chipward.bundle.journal import Journal
from chipward.capture.folders import without_folders
from chipward.capture.tracers.torch.compile.cache import PLACEHOLDER
from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.tasks.rebuild import NotRebuilt, Rebuilt, rebuild

_LONGEST = 240  # characters

_LISTED = "Disassembled from the shared object"
_PROVEN = (
    f"{_LISTED}; its lines are those of a second build with -g, whose machine code (.text) is the same byte for byte"
)
_DWARF = "The debug information (DWARF) of the same code, built again with -g, through every inlined call"
_DWARF_AS_BUILT = "The debug information (DWARF) that PyTorch built the kernel with"


def list_kernel(facts: Mapping[str, Foreign], journal: Journal) -> None:
    """Do the after-work of one kernel."""
    target, unit = Path(facts["target"]), facts["unit"]
    source = Path(facts["source"]).name
    rebuilt: Rebuilt | None = None
    try:
        rebuilt = rebuild(facts["command"], target, journal.folder / "rebuilt")
    except NotRebuilt as why:
        told = _told(str(why), facts["cache"], journal.folder)
        journal.missing(f"Lines of inlined code in the instructions of {facts['kernel']}", told, unit=unit)
    found = list_shared_object(rebuilt.shared_object if rebuilt else target, source)
    command = [_without(word, facts["cache"], journal.folder) for word in rebuilt.command] if rebuilt else []
    listing = journal.artifact(
        unit,
        "asm",
        stage=None,
        kind="asm-x86",
        title="Instructions",
        content=found.text,
        how=_PROVEN if rebuilt else _LISTED,
        origin=facts.get("origin", "executed"),
        command=command,
        made_from=facts["binary"],
        cached=facts["cached"],
    )
    if found.edges:
        method = _DWARF if rebuilt else _DWARF_AS_BUILT
        journal.map(facts["cpp"], listing, [_edge(edge) for edge in found.edges], method=method, losses=_losses(found))


def _edge(edge: Foreign) -> tuple[int, int, str]:
    return edge.start, edge.end, str(edge.kind)


def _losses(found: Listing) -> list[Foreign]:
    return [(loss.side, loss.lines, loss.why) for loss in found.losses]


def _told(why: str, cache: str, spool: Path) -> str:
    """A sentence without folders that are made up anew for each run, or that are this machine's own; cut if long."""
    said = without_folders(_without(why, cache, spool))
    return said if len(said) <= _LONGEST else f"{said[: _LONGEST - 1]}…"


def _without(word: str, cache: str, spool: Path) -> str:
    """A word of a command without the folders that are made up anew for each run."""
    return word.replace(cache, PLACEHOLDER).replace(str(spool), "$SPOOL")
