"""Makes a copy of a bundle that can be passed on: without the program's source, without paths of the machine.

Every text keeps its number of lines, so the line maps stay true. What cannot be mended becomes *missing*.
"""

from collections.abc import Collection, Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from chipward.bundle.archive import Archive, archive_at
from chipward.bundle.content import encode
from chipward.bundle.map_file import spell_map
from chipward.bundle.read import Bundle
from chipward.bundle.redaction.keeping import with_artifacts
from chipward.bundle.redaction.machine_paths import MachinePaths
from chipward.bundle.redaction.shortened_paths import ShortenedPaths
from chipward.bundle.redaction.source_lines import SourceLines
from chipward.bundle.redaction.taking_out import TakingOut
from chipward.bundle.redaction.told import retold
from chipward.errors import Misuse
from chipward.model.artifact import Artifact, ArtifactId
from chipward.model.lines import LineMap
from chipward.model.trace import Environment, MapEntry, NotSeen, Trace

REDACTIONS = ("source", "paths")
SOURCE = "python-source"  # the kind of the program's own texts
MACHINE_CODE = ("asm-x86", "shared-object")  # they quote whole lines at most: what looks like a part is an operand

_BINARY = "It is a binary that holds what is taken out of this copy, and a binary cannot be mended."
_SOURCE = "It is taken out of this copy. Its lines are kept empty, so that the line maps stay true."


def redact(bundle: Bundle, what: Collection[str], out: Path) -> Trace:
    """Write a copy of a bundle without what is named in ``what``: ``source``, ``paths``, or both."""
    unknown = sorted(set(what) - set(REDACTIONS))
    if unknown or not what:
        message = f"--redact: {', '.join(unknown) or 'nothing'} cannot be taken out; name source, paths, or both"
        raise Misuse(message)
    with archive_at(out, f"{bundle.path} is as it was") as archive:
        return _Redaction(bundle, what).write(archive)


class _Redaction:
    def __init__(self, bundle: Bundle, what: Collection[str]) -> None:
        self._bundle = bundle
        self._what = [each for each in REDACTIONS if each in what]
        self._taking_out: list[TakingOut] = []
        self._from_machine_code: list[TakingOut] = []
        if "source" in what:
            sources = [self._read(each.id) for each in self._texts() if self._is_source(each)]
            self._taking_out.append(SourceLines(sources, in_parts=True))
            self._from_machine_code.append(SourceLines(sources))
        if "paths" in what:
            paths = MachinePaths(bundle.trace, (self._read(each.id) for each in self._texts()))
            shortened = ShortenedPaths([file.path for file in bundle.trace.program.files], paths)
            self._taking_out += [paths, shortened]
            self._from_machine_code += [paths, shortened]
        self._changed: dict[ArtifactId, frozenset[int]] = {}  # lines whose columns no longer hold

    def write(self, archive: Archive) -> Trace:
        """Write the copy, artifact by artifact, and return its trace."""
        trace = retold(self._bundle.trace, self._mended)
        kept, missing = [], list(trace.missing)
        for artifact in trace.artifacts:
            raw = self._mended_bytes(artifact)
            if raw is None:
                missing.append(_missing(trace, artifact.title, _BINARY, artifact))
                continue
            digest = sha256(raw).hexdigest()
            name = artifact.file.replace(artifact.sha256, digest)
            archive.add(name, (raw,), len(raw))
            kept.append(artifact.model_copy(update={"sha256": digest, "bytes": len(raw), "file": name}))
        if "source" in self._what and (gap := _missing(trace, "The source of the program", _SOURCE)) not in missing:
            missing.append(gap)
        environment = _marked(trace.environment, self._what)
        trace = trace.model_copy(update={"missing": tuple(missing), "environment": environment})
        trace = with_artifacts(trace, tuple(kept), self._changed)
        for entry in trace.maps:
            raw = spell_map(self._mended_map(entry))
            archive.add(entry.file, (raw,), len(raw))
        trace = Trace.model_validate_json(trace.model_dump_json(by_alias=True))  # it was changed without being judged
        archive.finish(trace)
        return trace

    def _mended_bytes(self, artifact: Artifact) -> bytes | None:
        if artifact.lines is None:
            raw = self._bundle.raw(artifact.id)
            told = raw.decode("latin-1")
            return None if any(each.occurs(told) for each in self._from_machine_code) else raw
        text = self._read(artifact.id)
        emptied = "source" in self._what and self._is_source(artifact)
        mended = "\n" * artifact.lines if emptied else self._mended(text, artifact.kind)
        lines = zip(text.split("\n"), mended.split("\n"), strict=False)
        self._changed[artifact.id] = frozenset(number for number, (old, new) in enumerate(lines, 1) if old != new)
        return encode(mended)

    def _mended(self, text: str, kind: str = "") -> str:
        for each in self._from_machine_code if kind in MACHINE_CODE else self._taking_out:
            text = each.out_of(text)
        return text

    def _mended_map(self, entry: MapEntry) -> LineMap:
        line_map, changed = self._bundle.line_map(entry.id), self._changed[entry.start]
        return LineMap.of(edge._replace(columns=None) if edge.start in changed else edge for edge in line_map)

    def _read(self, identity: ArtifactId) -> str:
        return self._bundle.raw(identity).decode("utf-8", "surrogateescape")

    def _texts(self) -> Iterator[Artifact]:
        return (artifact for artifact in self._bundle.trace.artifacts if artifact.lines is not None)

    def _is_source(self, artifact: Artifact) -> bool:
        return artifact.kind == SOURCE or any(file.artifact == artifact.id for file in self._bundle.trace.program.files)


def _missing(trace: Trace, what: str, why: str, artifact: Artifact | None = None) -> NotSeen:
    if artifact is None:
        return NotSeen(what=what, why=why)
    selection = next(unit.selection for unit in trace.units if unit.id == artifact.unit)
    return NotSeen(what=what, why=why, stage=artifact.stage, unit=artifact.unit, selection=selection)


def _marked(environment: Environment, what: Iterable[str]) -> Environment:
    settings = dict(sorted({**environment.settings, "redacted": ", ".join(what)}.items()))
    return environment.model_copy(update={"settings": settings})
