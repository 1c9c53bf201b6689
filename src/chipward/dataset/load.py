"""The door to the data for everybody else: either a dataset whose parts fit together, or one sentence."""

from pathlib import Path

import chipward
from chipward.dataset.folder import EXPLAINERS, Dataset, read_dataset
from chipward.dataset.rules import check_joints
from chipward.errors import Misuse

__all__ = ["Dataset", "data_folder", "is_installed", "load_dataset"]


def data_folder() -> Path:
    """Return the data of this copy of chipward: the checkout's, else the installed package's."""
    package = Path(chipward.__file__).parent
    checkout = package.parent.parent / "data"
    folder = checkout if (checkout / EXPLAINERS).is_dir() else package / "data"
    if not folder.is_dir():
        message = f"this copy of chipward has no data in {folder}; install it again, or name a data folder"
        raise Misuse(message)
    return folder


def is_installed(folder: Path) -> bool:
    """Whether this data belongs to an installed package, in which nothing may be changed."""
    return folder.resolve() == Path(chipward.__file__).parent.resolve() / "data"


def load_dataset(folder: Path | None = None) -> Dataset:
    """Read a data folder, or refuse it with one sentence about the first thing that is wrong.

    What is loaded holds together: every name in it leads somewhere. Whether it is also right is
    what ``chipward check`` tells.
    """
    dataset, problems = read_dataset(folder or data_folder())
    if dataset and not (problems := check_joints(dataset)):
        return dataset
    first, *rest = problems
    more = f" (and {len(rest)} more; `chipward check` lists them)" if rest else ""
    message = f"{first}{more}"
    raise Misuse(message)
