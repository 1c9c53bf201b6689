"""Which quotes somebody means: all, those of a file, or a single one."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from chipward.cli.choose import choose
from chipward.dataset.folder import ATLAS, TARGETS, TPUS, Document, read_explainers, read_model, read_targets, read_tpus
from chipward.dataset.problem import Problem
from chipward.dataset.verify.run import Quote, quotes_in
from chipward.errors import Misuse
from chipward.model.atlas import Atlas
from chipward.model.citation import Source


@dataclass(frozen=True)
class Wanted:
    """The quotes to look at, and the files that are looked at as a whole."""

    quotes: tuple[Quote, ...]
    whole: tuple[Document, ...]


def wanted(folder: Path, names: Sequence[str]) -> Wanted:
    """Return the quotes that names stand for: ``how-pytorch-runs``, ``pytorch``, a path, ``pytorch/one-citation``."""
    documents = documents_by_name(folder)
    quotes: dict[str, Quote] = {}
    whole: dict[str, Document] = {}
    for name in names or tuple(documents):
        document, citation = _named(folder, name, documents)
        found: dict[str, Quote] = {quote.citation.id: quote for quote in quotes_in(document)}
        if citation:
            quote = choose(f"citation in {document.id}", citation, found)
            quotes[quote.key] = quote
        else:
            whole[document.id] = document
            quotes |= {quote.key: quote for quote in found.values()}
    return Wanted(tuple(quotes.values()), tuple(whole.values()))


def sources_by_name(folder: Path) -> dict[str, Source]:
    """Return all sources by ``<data file>/<source>``, and by their ids alone where only one file has such an id."""
    found: dict[str, Source] = {}
    alone: dict[str, list[Source]] = {}
    for file, document in documents_by_name(folder).items():
        for source in () if isinstance(document, Problem) else document.sources:
            found[f"{file}/{source.id}"] = source
            alone.setdefault(source.id, []).append(source)
    return found | {name: sources[0] for name, sources in alone.items() if len(sources) == 1}


def documents_by_name(folder: Path) -> dict[str, Document | Problem]:
    """Read each data file for itself, by the name of its file; what cannot be read is kept as what is wrong with it.

    One author's unfinished file keeps nobody from checking another.
    """
    found: dict[str, Document | Problem] = {}
    for file, explainer, problems in read_explainers(folder):
        found[Path(file).stem] = explainer or problems[0]
    if (folder / ATLAS).exists():
        atlas, problems = read_model(Atlas, folder, ATLAS)
        found[Path(ATLAS).stem] = atlas or problems[0]
    targets, problems = read_targets(folder)
    if targets or problems:
        found[Path(TARGETS).stem] = targets or problems[0]
    tpus, problems = read_tpus(folder)
    if tpus or problems:
        found[Path(TPUS).stem] = tpus or problems[0]
    return found


def _named(folder: Path, name: str, documents: dict[str, Document | Problem]) -> tuple[Document, str]:
    citation = ""
    if name.endswith(".json"):
        name = _stem(folder, Path(name))
    else:
        name, _, citation = name.partition("/")
    found = choose("data file", name, _spellings(documents), shown=tuple(documents))
    if isinstance(found, Problem):
        raise Misuse(str(found))
    return found, citation


def _spellings(documents: dict[str, Document | Problem]) -> dict[str, Document | Problem]:
    slugs = {getattr(document, "slug", stem): document for stem, document in documents.items()}
    atlas = {"atlas": documents["lineage"]} if "lineage" in documents else {}
    targets = {"targets": documents["gpus"]} if "gpus" in documents else {}
    return documents | slugs | atlas | targets


def _stem(folder: Path, file: Path) -> str:
    places = {
        place.resolve()
        for place in (*folder.glob("explainers/*.json"), folder / ATLAS, folder / TARGETS, folder / TPUS)
    }
    if not file.is_file():
        message = f"there is no file {file}; name a data file, such as how-pytorch-runs"
        raise Misuse(message)
    if file.resolve() not in places:
        message = f"{file} is not in the data folder {folder}; name its folder with --data"
        raise Misuse(message)
    return file.stem
