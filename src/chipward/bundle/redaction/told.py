"""The words of a trace, one and all, put through a function. Ids and the words of the format stay."""

from collections.abc import Callable, Iterator, Mapping

from chipward.model.artifact import Artifact
from chipward.model.trace import Environment, Finding, MapEntry, NotSeen, Program, Trace, Unit

Mend = Callable[[str], str]


def retold(trace: Trace, mend: Mend) -> Trace:
    """Return the trace with every sentence, name, path and command mended."""
    note = trace.outcome.note
    return trace.model_copy(
        update={
            "program": _program(trace.program, mend),
            "environment": _environment(trace.environment, mend),
            "outcome": trace.outcome.model_copy(update={"note": note and mend(note)}),
            "units": tuple(_unit(unit, mend) for unit in trace.units),
            "artifacts": tuple(_artifact(artifact, mend) for artifact in trace.artifacts),
            "maps": tuple(_map(entry, mend) for entry in trace.maps),
            "findings": tuple(_finding(finding, mend) for finding in trace.findings),
            "missing": tuple(_missing(missing, mend) for missing in trace.missing),
        }
    )


def sayings(trace: Trace) -> Iterator[str]:
    """Walk everything that `retold` mends."""
    said: list[str] = []

    def note(text: str) -> str:
        said.append(text)
        return text

    retold(trace, note)
    yield from said


def _program(program: Program, mend: Mend) -> Program:
    return program.model_copy(
        update={
            "entry": mend(program.entry),
            "arguments": tuple(map(mend, program.arguments)),
            "directory": mend(program.directory),
            "files": tuple(file.model_copy(update={"path": mend(file.path)}) for file in program.files),
        }
    )


def _environment(environment: Environment, mend: Mend) -> Environment:
    return environment.model_copy(
        update={
            "system": mend(environment.system),
            "machine": mend(environment.machine),
            "processor": environment.processor and mend(environment.processor),
            "instruction_sets": tuple(map(mend, environment.instruction_sets)),
            "python": mend(environment.python),
            "packages": _mapping(environment.packages, mend),
            "variables": _mapping(environment.variables, mend),
            "settings": _mapping(environment.settings, mend),
        }
    )


def _unit(unit: Unit, mend: Mend) -> Unit:
    return unit.model_copy(update={"name": mend(unit.name), "note": unit.note and mend(unit.note)})


def _artifact(artifact: Artifact, mend: Mend) -> Artifact:
    recipe = artifact.recipe.model_copy(
        update={
            "how": mend(artifact.recipe.how),
            "command": tuple(map(mend, artifact.recipe.command)),
            "versions": tuple(map(mend, artifact.recipe.versions)),
        }
    )
    return artifact.model_copy(update={"title": mend(artifact.title), "recipe": recipe})


def _map(entry: MapEntry, mend: Mend) -> MapEntry:
    losses = tuple(loss.model_copy(update={"why": mend(loss.why)}) for loss in entry.losses)
    return entry.model_copy(update={"method": mend(entry.method), "losses": losses})


def _finding(finding: Finding, mend: Mend) -> Finding:
    return finding.model_copy(update={"text": mend(finding.text), "advice": finding.advice and mend(finding.advice)})


def _missing(missing: NotSeen, mend: Mend) -> NotSeen:
    return missing.model_copy(update={"what": mend(missing.what), "why": mend(missing.why)})


def _mapping(values: Mapping[str, str], mend: Mend) -> dict[str, str]:
    return {mend(key): mend(value) for key, value in values.items()}
