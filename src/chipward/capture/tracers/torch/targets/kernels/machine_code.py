"""What ptxas made of a candidate: a listing of its SASS, the lines of PTX behind it, and what it takes of the chip."""

from collections import Counter
from collections.abc import Mapping
from typing import Literal

from chipward.artifacts.gpu_code import usage
from chipward.artifacts.gpu_code.cubin import Cubin, Spot
from chipward.artifacts.gpu_code.places import Located, name_of
from chipward.artifacts.gpu_code.relink import Relink, proof, relink
from chipward.artifacts.gpu_code.sass_listing import listing
from chipward.capture.nvidia_tools import DISASSEMBLE
from chipward.capture.tracers.torch.targets.kernels import nvidia_tools
from chipward.capture.tracers.torch.targets.kernels.candidates import Compiled
from chipward.capture.tracers.torch.targets.kernels.kept import Kept
from chipward.capture.tracers.torch.targets.kernels.stages_again import Assembled
from chipward.capture.tracers.torch.targets.kernels.writing import Unit, keep_binary
from chipward.capture.versions import version_of_package

_HEADINGS = "headings, labels and blank lines"


def keep_machine_code(unit: Unit, compiled: Compiled, again: Assembled | None, ptx: Kept) -> None:
    """Keep the cubin, its listing, the map from PTX to it with the proof, and the usage.

    `again` is what came of numbered PTX; nothing if it could not be assembled.
    """
    assembler = [nvidia_tools.version_of(again.tool)] if again else []
    cubin = keep_binary(unit, compiled, "cubin", again.command if again else (), *assembler)
    keep_usage(unit, compiled, again)
    first, second = Cubin(compiled.binaries["cubin"]), Cubin(again.cubin) if again else None
    disassembly = nvidia_tools.disassemble(compiled.binaries["cubin"])
    plain = listing(disassembly, {})
    found = relink(ptx.text, first, second, plain)
    shown = listing(disassembly, _notes(found, ptx.places, unit.file))
    sass = unit.keep(
        "sass",
        stage="cubin",
        kind="sass",
        title="SASS",
        content=shown.text,
        how="Disassembled from the cubin; directives for the assembler are left out, and a comment names the line of "
        "Triton's library that was inlined",
        command=DISASSEMBLE,
        versions=[nvidia_tools.version_of("nvdisasm")],
        made_from=cubin,
        shows="cubin",
    )
    edges = [(origin.line, shown.spots[spot], origin.kind.value) for spot, origin in found.origins.items()]
    unit.journal.map(ptx.artifact, sass, edges, method=found.method, losses=_losses(found, ptx.places, shown.text))
    if again and second:
        unit.keep(
            "relink",
            stage="cubin",
            kind="relink-proof",
            title="Proof that the lines of SASS are right",
            content=proof(found, first, second, again.command),
            how="Compared with a second cubin of the same PTX, whose .loc directives number its own lines",
            command=again.command,
            versions=assembler,
            made_from=cubin,
        )


def keep_usage(unit: Unit, compiled: Compiled, again: Assembled | None) -> None:
    """Keep what the kernel takes of the chip."""
    assembly = compiled.texts.get("amdgcn")
    if assembly is not None:
        figures, how = usage.of_amdgcn(assembly, compiled.metadata), "Told by the metadata of the AMDGCN assembly"
    else:
        figures = usage.of_ptxas(again.log if again else "", compiled.metadata)
        how = "Told by ptxas as it assembled the kernel, and by Triton" if again else "Told by Triton"
    unit.keep(
        "usage",
        stage="cubin" if assembly is None else None,
        kind="resource-usage",
        title="Registers, memory and threads",
        content=usage.told(figures),
        how=how,
        versions=[version_of_package("triton")],
        shows="cubin" if assembly is None else "amdgcn",
    )


def _notes(found: Relink, ptx: Located, own: str) -> Mapping[Spot, str]:
    """The line of a library that an instruction is from, where that is another file than the kernel's."""
    notes: dict[Spot, str] = {}
    for spot, origin in found.origins.items():
        for chain in ptx.chains.get(origin.line, ()):
            inner = chain[0]
            if inner.file and inner.line and name_of(inner.file) != own:
                notes[spot] = f"{name_of(inner.file)}:{inner.line}"
    return notes


def _losses(found: Relink, ptx: Located, sass: str) -> list[tuple[Literal["from", "to"], int, str]]:
    rest = sass.count("\n") - len(found.origins) - len(found.lost)
    used = {origin.line for origin in found.origins.values()}
    items = set(ptx.items)
    told: list[tuple[Literal["from", "to"], int, str]] = [
        ("from", len(items - used), "instructions that ptxas merged with others or left out"),
        ("from", ptx.lines - len(items | used), "no instructions"),
        *(("to", count, why) for why, count in sorted(Counter(found.lost.values()).items())),
        ("to", rest, _HEADINGS),
    ]
    return [loss for loss in told if loss[1] > 0]
