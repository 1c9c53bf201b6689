"""Where a trace stands on the site: its viewer, its artifacts as pages and as bytes, its maps."""

from pathlib import PurePosixPath

from chipward.artifacts.kinds import kind_of
from chipward.model.artifact import Artifact, ArtifactId
from chipward.model.trace import MapId

GALLERY = "/traces/"
PAGE_LINES = 2_000  # lines of an artifact on one page


def trace_url(slug: str) -> str:
    """The viewer: ``/traces/mlp/``."""
    return f"{GALLERY}{slug}/"


def abreast_url(slug: str) -> str:
    """Every line of the program, with the machine code that each path made of it: ``/traces/mlp/abreast/``."""
    return f"{trace_url(slug)}abreast/"


def index_url(slug: str) -> str:
    """What the viewer is told of the trace."""
    return f"{trace_url(slug)}index.json"


def bundle_url(slug: str) -> str:
    """The bundle itself, to be downloaded."""
    return f"{GALLERY}{slug}.chipward"


def artifact_url(slug: str, artifact: ArtifactId, page: int = 1) -> str:
    """A page of an artifact: ``/traces/mlp/frame-0-0/fx/``, then ``/traces/mlp/frame-0-0/fx/2/``."""
    return f"{trace_url(slug)}{artifact}/" + (f"{page}/" if page > 1 else "")


def line_url(slug: str, artifact: ArtifactId, line: int) -> str:
    """A line of an artifact, on the page that holds it."""
    return f"{artifact_url(slug, artifact, (line - 1) // PAGE_LINES + 1)}#L{line}"


def raw_url(slug: str, artifact: Artifact) -> str:
    """The bytes of an artifact."""
    return f"{trace_url(slug)}raw/{artifact.id}.{safe_suffix(artifact)}"


def map_url(slug: str, name: MapId) -> str:
    """The edges of a map."""
    return f"{trace_url(slug)}maps/{name}.json"


def filename(artifact: Artifact) -> str:
    """What a download is called."""
    return f"{artifact.id.replace('/', '-')}.{safe_suffix(artifact)}"


def safe_suffix(artifact: Artifact) -> str:
    """A suffix by which no web server takes an artifact for a page: that of its kind, never one from the bundle."""
    if artifact.lines is None and kind_of(artifact.kind).is_text:
        return "bin"
    return kind_of(artifact.kind).suffix


def pages_of(artifact: Artifact) -> int:
    """On how many pages an artifact is shown. What is no text has one, which says what it is."""
    return max(1, -(-(artifact.lines or 0) // PAGE_LINES))


def stem(path: str) -> str:
    """The name of a file without its folders and its suffix."""
    return PurePosixPath(path.replace("\\", "/")).stem
