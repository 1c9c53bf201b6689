"""What things of a trace are called on a page."""

from collections.abc import Iterable
from pathlib import PurePath, PurePosixPath, PureWindowsPath

from chipward.artifacts.kinds import kind_of
from chipward.model.artifact import Artifact
from chipward.model.layer import Layer
from chipward.model.trace import Ending, Outcome, Trace, Unit
from chipward.model.unit import CANDIDATE
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.kernels import KERNEL

_PROPER = {"aten": "ATen", "isa": "ISA", "mkl": "MKL", "onednn": "oneDNN", "cpu": "CPU"}
_FRAMEWORKS = ("torch", "jax", "llama.cpp")


def title_of(trace: Trace) -> str:
    """What a trace is called: the file of the script, or the module."""
    return _pure(trace.program.entry).name or trace.program.entry


def subtitle_of(trace: Trace, paths: Iterable[str]) -> str:
    """Which paths the run went along, and on what."""
    packages = trace.environment.packages
    frameworks = [f"{name} {packages[name]}" for name in _FRAMEWORKS if name in packages]
    where = trace.environment.processor or trace.environment.machine
    ways = ", ".join(dict.fromkeys(paths))
    return " · ".join(filter(None, [ways, *frameworks, where]))


def artifact_title(exhibit: Exhibit, artifact: Artifact) -> str:
    """What a text is called beside the name of its kind. A source is called by its path, as short as it can be told."""
    kind = kind_of(artifact.kind)
    if kind.layer is Layer.YOUR_CODE:
        return source_name(artifact.title, exhibit.trace.program.directory)
    # A text that is called like its kind, or that every kernel has one of, is told from others by its unit.
    unit = exhibit.unit.get(artifact.unit)
    if unit is not None and unit.kind in {KERNEL, CANDIDATE} and exhibit.alone(artifact):
        return unit_name(exhibit, unit)
    told = artifact.title.removeprefix(kind.title)
    if told == artifact.title or told[:1].isspace():
        return artifact.title
    return told.lstrip(":, ") or (unit_name(exhibit, unit) if unit else artifact.id)


def unit_name(exhibit: Exhibit, unit: Unit) -> str:
    """What a unit is called away from its place in the tree; a candidate with the kernel that it is one of."""
    kernel = exhibit.unit.get(unit.parent) if unit.kind == CANDIDATE and unit.parent else None
    return f"{unit.name} · {kernel.name}" if kernel else unit.name


def target_of(exhibit: Exhibit, unit: Unit | None) -> str | None:
    """What the code of a unit is for, where the trace holds code for several and this is not what ran it."""
    selections = exhibit.trace.selections
    if unit is None or unit.selection >= len(selections):
        return None
    target = selections[unit.selection].target
    return target if target != selections[0].target else None


def source_name(path: str, directory: str) -> str:
    """What a source file is called: as seen from where the program ran, else by its name and folder."""
    file, home = _pure(path), _pure(directory)
    if file.is_relative_to(home):
        return str(file.relative_to(home))
    return "/".join(file.parts[-2:]) if file.is_absolute() else path


def ended(outcome: Outcome) -> str | None:
    """A sentence, where the run did not simply finish or where something of it was lost."""
    how = {
        Ending.FINISHED: None,
        Ending.EXITED: f"The program ended with exit code {outcome.exit_code}.",
        Ending.KILLED: f"The program was ended by {outcome.signal or 'a signal'}.",
        Ending.UNKNOWN: "The recording stops without a word: what came after is not here.",
    }[outcome.ending]
    return " ".join(filter(None, (how, outcome.note))) or None


def heading_of(kind: str) -> str:
    """The kind of a finding as a heading: Graph break."""
    words = [_PROPER.get(word, word) for word in kind.split("-")]
    first = words[0] if words[0] in _PROPER.values() else words[0][:1].upper() + words[0][1:]
    return " ".join([first, *words[1:]])


def _pure(path: str) -> PurePath:
    return PureWindowsPath(path) if "\\" in path else PurePosixPath(path)
