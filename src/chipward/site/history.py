"""When the facts last changed, told by the data and never by a clock."""

from datetime import date

from chipward.dataset.folder import Document
from chipward.dataset.load import Dataset
from chipward.model.explainer import Change, Explainer
from chipward.model.target_table import TargetTable
from chipward.model.tpu_table import TpuTable


def last_change(file: Document) -> date:
    """The day on which a data file last changed or was last read against its sources."""
    return max(file.checked, *(change.date for change in file.changes))


def last_change_of_all(dataset: Dataset) -> date:
    """The same for everything together, the checks of single quotes included."""
    return max(*map(last_change, dataset.documents), last_check(dataset))


def last_check(dataset: Dataset) -> date:
    """The day on which quotes were last looked up; before the first check, that on which the data was last read."""
    checks = [evidence.checked for evidence in dataset.lock.quotes.values()]
    return max(checks or [file.checked for file in dataset.documents])


def all_changes(dataset: Dataset) -> tuple[tuple[Document, Change], ...]:
    """Every line of every change log, newest first; on one day, in the order of the files."""
    changes = [(file, change) for file in dataset.documents for change in file.changes]
    return tuple(sorted(changes, key=lambda item: item[1].date, reverse=True))


def file_title(file: Document) -> str:
    """What a data file is called in a list: PyTorch, Atlas, Targets, TPUs."""
    if isinstance(file, Explainer):
        return file.framework
    if isinstance(file, TpuTable):
        return "TPUs"
    return "Targets" if isinstance(file, TargetTable) else "Atlas"
