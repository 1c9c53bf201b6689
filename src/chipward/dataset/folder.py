"""A folder of data files as values, or all that is wrong with their form.

Reading is strict about form and leaves sense to ``chipward.dataset.rules``.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from chipward.dataset import strict_json
from chipward.dataset.complaints import complaints
from chipward.dataset.problem import Problem
from chipward.errors import Misuse
from chipward.model.atlas import Atlas
from chipward.model.evidence import EvidenceLock
from chipward.model.explainer import Explainer
from chipward.model.target_table import TargetTable
from chipward.model.tpu_table import TpuTable

Document = Explainer | Atlas | TargetTable | TpuTable

EXPLAINERS = "explainers"
ATLAS = "atlas/lineage.json"
TARGETS = "targets/gpus.json"
TPUS = "targets/tpus.json"
LOCK = "evidence.lock.json"
SCHEMA = 1  # of every data file; a change that old readers cannot follow raises it
GENERATED = "by `chipward verify`, which overwrites it; change the data and run it again instead of editing this file"

NO_EVIDENCE = EvidenceLock(generated=GENERATED, schema_version=1, files={}, quotes={})

Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True)
class Dataset:
    """Everything below one data folder."""

    explainers: tuple[Explainer, ...]
    atlas: Atlas
    lock: EvidenceLock
    files: tuple[str, ...] = ()  # where the explainers were read, in their order
    targets: TargetTable | None = None  # a data folder need not know any
    tpus: TpuTable | None = None

    @property
    def documents(self) -> tuple[Document, ...]:
        """The explainers, then the atlas, then the targets: GPUs, TPUs."""
        return (*self.explainers, self.atlas, *(table for table in (self.targets, self.tpus) if table))

    def explainer(self, slug: str) -> Explainer:
        """Return the explainer whose slug this is."""
        for explainer in self.explainers:
            if explainer.slug == slug:
                return explainer
        message = f"there is no explainer {slug!r}; there are {', '.join(each.slug for each in self.explainers)}"
        raise Misuse(message)

    def file_of(self, document: Document) -> str:
        """Name the file below the data folder that holds a document."""
        if isinstance(document, Atlas):
            return ATLAS
        if isinstance(document, TargetTable):
            return TARGETS
        if isinstance(document, TpuTable):
            return TPUS
        for explainer, file in zip(self.explainers, self.files, strict=False):
            if explainer is document:  # two files may say the same of themselves
                return file
        return f"{EXPLAINERS}/{document.id}.json"


def read_dataset(folder: Path) -> tuple[Dataset | None, tuple[Problem, ...]]:
    """Read a data folder, and return all that is wrong with the form of its files. Misuse if it is none."""
    explainers, names, problems = [], [], []
    for name, explainer, wrong in read_explainers(folder):
        problems += wrong
        if explainer:
            explainers.append(explainer)
            names.append(name)
    atlas, wrong = read_model(Atlas, folder, ATLAS)
    problems += wrong
    targets, wrong = read_targets(folder)
    problems += wrong
    tpus, wrong = read_tpus(folder)
    problems += wrong
    lock, wrong = read_lock(folder)
    problems += wrong
    if problems or atlas is None or lock is None:
        return None, tuple(problems)
    return Dataset(tuple(explainers), atlas, lock, tuple(names), targets, tpus), ()


def read_explainers(folder: Path) -> list[tuple[str, Explainer | None, list[Problem]]]:
    """Read each explainer for itself: its file, its value, and what is wrong with it."""
    if not (folder / EXPLAINERS).is_dir():
        message = f"{folder} is not a data folder: it has no folder named {EXPLAINERS}; name one that has"
        raise Misuse(message)
    names = [f"{EXPLAINERS}/{path.name}" for path in sorted((folder / EXPLAINERS).glob("*.json"))]
    if not names:
        message = f"{folder / EXPLAINERS} holds no JSON file; name a data folder with at least one explainer"
        raise Misuse(message)
    return [(name, *read_model(Explainer, folder, name)) for name in names]


def read_targets(folder: Path) -> tuple[TargetTable | None, list[Problem]]:
    """Read the table of GPUs, if there is one."""
    return read_model(TargetTable, folder, TARGETS) if (folder / TARGETS).exists() else (None, [])


def read_tpus(folder: Path) -> tuple[TpuTable | None, list[Problem]]:
    """Read the table of TPUs, if there is one."""
    return read_model(TpuTable, folder, TPUS) if (folder / TPUS).exists() else (None, [])


def read_lock(folder: Path) -> tuple[EvidenceLock | None, list[Problem]]:
    """Read the lock. Before the first check there is none, which is to have no evidence."""
    if not (folder / LOCK).exists():
        return NO_EVIDENCE, []
    return read_model(EvidenceLock, folder, LOCK)


def load_lock(folder: Path) -> EvidenceLock:
    """Read the lock alone, or refuse it with one sentence."""
    lock, problems = read_lock(folder)
    if lock is None:
        way_out = "" if problems[0].place == "schema" else "; it is generated: delete it and run `chipward verify`"
        message = f"{problems[0]}{way_out}"
        raise Misuse(message)
    return lock


def read_model(model: type[Model], folder: Path, name: str) -> tuple[Model | None, list[Problem]]:
    """Read one file into a model, or return what is wrong with it."""
    try:
        text = strict_json.read_text(folder / name, name)
        data = strict_json.parse(text, name)
    except Misuse as refused:
        return None, [Problem(name, "", "schema", str(refused).removeprefix(f"{name}: "))]
    if isinstance(newer := data.get("schema"), int) and newer > SCHEMA:
        sentence = f"is {newer}, and this chipward reads {SCHEMA}; install a newer chipward"
        return None, [Problem(name, "schema", "schema", sentence)]
    try:
        # Strict and by alias, so that the models accept exactly what the published schema accepts.
        return model.model_validate_json(text, strict=True, by_alias=True, by_name=False), []
    except ValidationError as error:
        return None, [Problem(name, place, "schema", said) for place, said in complaints(error, data)]
