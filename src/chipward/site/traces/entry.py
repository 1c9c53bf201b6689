"""The program's own file: the one that was started, among all that something was traced back to."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from chipward.model.artifact import ArtifactId
from chipward.model.trace import Program, ProgramFile


def entry_file(program: Program) -> ArtifactId | None:
    """The source of the script or module that was run, or None where no file of the trace is it."""
    for spelled in _spellings(program.entry):
        found = [file for file in program.files if _ends(_parts(file.path), spelled)]
        if found:
            # A library may have a file of the same name: the one that stands where the program ran is meant.
            home = (*_parts(program.directory), *spelled)
            return min(found, key=lambda file: _distance(file, home)).artifact
    return None


def _spellings(entry: str) -> Iterator[tuple[str, ...]]:
    """What the file may be called: an entry is a script, a folder, a place in a file, or a dotted name."""
    script = _parts(entry)
    yield script
    file, _, line = entry.rpartition(":")
    if file and line.isdecimal():
        yield _parts(file)
    yield (*script, "__main__.py")
    dotted = entry.split(".")
    for length in range(len(dotted), 0, -1):  # a module, or what stands in it
        *folders, module = dotted[:length]
        yield (*folders, f"{module}.py")
        yield (*folders, module, "__main__.py")


def _parts(path: str) -> tuple[str, ...]:
    return tuple(part for part in PurePosixPath(path.replace("\\", "/")).parts if part != "..")


def _ends(path: tuple[str, ...], end: tuple[str, ...]) -> bool:
    return bool(end) and path[-len(end) :] == end


def _distance(file: ProgramFile, home: tuple[str, ...]) -> tuple[bool, int]:
    path = _parts(file.path)
    return path != home, len(path)
