"""Where the programs beside it are run."""

import os
from pathlib import Path

from programs import Place

PROGRAMS = Path(__file__).parent / "programs"


def placed(folder: Path, name: str) -> Place:
    """A folder with one of the programs in it. Two threads that wait for each other would only slow the tests."""
    folder.mkdir(parents=True, exist_ok=True)
    place = Place(folder, dict(os.environ) | {"OMP_NUM_THREADS": "1"})
    place.write((PROGRAMS / name).read_text(), name)
    return place
