"""Clones and mirrors of git repositories in folders, asked by commit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from chipward.dataset.verify.shelves.git import NoGit, git_folder, read_objects
from chipward.dataset.verify.shelves.shelf import Held, entries_of, missing
from chipward.model.citation import Source
from chipward.model.missing import Missing

DEEPEST = 3  # folders below the one that was named: sources/github.com/openxla/xla


@dataclass(frozen=True)
class Clone:
    """A repository on this machine."""

    folder: Path
    name: str  # the folders that lead to it, in small letters: jax-ml+jax/repo

    def is_named_after(self, repository: str) -> bool:
        """Whether this clone looks like one of a repository on GitHub."""
        owner, _, project = repository.lower().partition("/")
        parts = [part.removesuffix(".git") for part in self.name.split("/")]
        joined = [f"{owner}{between}{project}" for between in ("+", "-", "_", "__", "--")]
        return project in parts or any(part in joined for part in parts)


class Clones:
    """The clones below some folders."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._clones = [clone for folder in folders for clone in _clones_below(folder, folder.name, DEEPEST)]

    def __len__(self) -> int:
        """How many clones were found."""
        return len(self._clones)

    def find(self, sources: Sequence[Source]) -> Mapping[Source, Held | Missing]:
        """Return the files that are here; each clone is asked once for all that may be in it."""
        answers: dict[Source, Held | Missing] = {
            source: missing(source, f"no clone has {source.repository} at {source.revision}")
            for source in sources
            if source.repository and source.path and source.revision
        }
        for namesakes in (True, False):
            for clone in self._clones:
                left = [
                    source
                    for source, answer in answers.items()
                    if isinstance(answer, Missing) and _may_hold(clone, source, namesakes=namesakes)
                ]
                answers.update(_read(clone, left))
        return answers


def _may_hold(clone: Clone, source: Source, *, namesakes: bool) -> bool:
    """A commit is itself wherever it is found, so forks will do; a tag means something in its own repository only."""
    is_namesake = clone.is_named_after(source.repository or "")
    return is_namesake if namesakes else not is_namesake and source.commit is not None


def _read(clone: Clone, sources: Sequence[Source]) -> Mapping[Source, Held | Missing]:
    if not sources:
        return {}
    revisions = [source.commit or f"refs/tags/{source.tag}" for source in sources]
    names = [f"{revision}:{source.path}" for revision, source in zip(revisions, sources, strict=True)]
    try:
        contents = read_objects(clone.folder, [*names, *revisions])
    except NoGit as error:
        return {source: missing(source, str(error)) for source in sources}
    answers: dict[Source, Held | Missing] = {}
    for source, content, commit in zip(sources, contents, contents[len(sources) :], strict=False):
        if content is not None:
            answers[source] = _held(source, content)
        elif commit is not None:
            why = f"{source.repository} at {source.revision} is there, but not its file {source.path}"
            answers[source] = missing(source, why)
    return answers


def _held(source: Source, content: bytes) -> Held:
    folder = f"sources/{(source.repository or '').partition('/')[2]}"
    # Fetching one commit is enough, and takes seconds where a whole history takes an hour.
    obtain = (
        f"git init -q {folder} && git -C {folder} fetch --depth 1 https://github.com/{source.repository} "
        f"{source.commit or f'refs/tags/{source.tag}:refs/tags/{source.tag}'}"
    )
    return Held(content, f"git: {source.repository}", obtain, "--sources sources")


def _clones_below(folder: Path, name: str, deeper: int) -> Iterator[Clone]:
    found = git_folder(folder)
    if found:
        yield Clone(found, name.lower())
    elif deeper:
        for entry in entries_of(folder):
            if entry.is_dir():
                yield from _clones_below(entry, f"{name}/{entry.name}", deeper - 1)
