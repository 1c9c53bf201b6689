"""From Python to every text whose lines say which line of which file they come from."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from chipward.artifacts.derivations.view import Derived, View
from chipward.artifacts.kinds import jaxpr, python_source
from chipward.artifacts.locations.home import Home
from chipward.model.artifact import Artifact, ArtifactId
from chipward.model.lines import Edge, EdgeKind, LineMap
from chipward.model.trace import Loss, Program

METHOD = "Files and lines that the text itself names"
BY_ENDING = "The text names the end of a path: the one file of the program that ends so"
# A text that was mapped from one of these is reached from Python, equation by equation where that is a jaxpr.
_NEARER = frozenset({str(python_source.KIND.id), str(jaxpr.KIND.id)})


def derive(view: View) -> Iterator[Derived]:
    """One map for each file that a text names."""
    files = Files(view.trace.program)
    lengths = {artifact.id: artifact.lines or 0 for artifact, _ in view.texts.values()}
    for artifact, kind in view.texts.values():
        if kind.locate is None or view.reached_by_map(artifact.id, _NEARER, beside_calls=True):
            continue
        edges: dict[ArtifactId, list[Edge]] = {}
        cut: set[ArtifactId] = set()  # known by the end of their path
        lost: dict[int, str] = {}
        for home in kind.locate(view.read_text(artifact.id)):
            source = files.find(home.file) if home.file else _beginning(view, artifact)
            is_cut = bool(home.file) and not files.holds(home.file)
            if source is None:
                lost[home.line] = "names a file that the trace does not hold"
            elif not 0 < home.home <= lengths.get(source, 0):
                lost[home.line] = "names a line that the file does not have"
            elif source != artifact.id:
                edges.setdefault(source, []).append(_edge(home, is_cut=is_cut))
                if is_cut:
                    cut.add(source)
        for source, found in edges.items():
            line_map = LineMap.of(found)
            method = f"{METHOD}. {BY_ENDING}" if source in cut else METHOD
            yield Derived(source, artifact.id, line_map, method, _losses(artifact, line_map, lost))


class Files:
    """The Python files of a program, by what texts call them."""

    def __init__(self, program: Program) -> None:
        self._by_path: Mapping[str, ArtifactId] = {file.path: file.artifact for file in program.files}
        self._by_name: dict[str, list[str]] = {}
        for path in self._by_path:
            self._by_name.setdefault(PurePosixPath(path).name, []).append(path)

    def holds(self, path: str) -> bool:
        """Whether a file has this path, as a whole."""
        return path in self._by_path

    def find(self, path: str) -> ArtifactId | None:
        """The file of this path. Dynamo cuts long paths off on the left: the one that ends so, if only one does."""
        if path in self._by_path:
            return self._by_path[path]
        same_name = self._by_name.get(PurePosixPath(path).name, ())
        ending = [known for known in same_name if known.endswith(path)]
        return self._by_path[ending[0]] if len(ending) == 1 else None


def _beginning(view: View, artifact: Artifact) -> ArtifactId | None:
    # A text that names no file speaks of the one in which its unit begins.
    for unit in view.enclosing(artifact.unit):
        if unit.place is not None:
            return unit.place.artifact
    return None


def _edge(home: Home, *, is_cut: bool) -> Edge:
    columns = home.columns if home.columns and home.columns[0] < home.columns[1] else None
    return Edge(home.home, home.line, EdgeKind.INFERRED if is_cut else home.kind, columns)


def _losses(artifact: Artifact, line_map: LineMap, lost: Mapping[int, str]) -> tuple[Loss, ...]:
    reasons = Counter(why for line, why in lost.items() if line not in line_map.ends)
    rest = (artifact.lines or 0) - len(line_map.ends) - reasons.total()
    if rest > 0:
        reasons["comment, heading or other line that no place is named for, or one of another file"] = rest
    return tuple(Loss(side="to", lines=count, why=why) for why, count in sorted(reasons.items()))
