"""What every benchmark has at hand."""

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from chipward.dataset.load import Dataset
from chipward.dataset.tables import PathRow, every_path

ROOT = Path(__file__).parents[1]
PHONE = 4  # times slower than this machine


@dataclass(frozen=True)
class Bench:
    """A browser, the running server, and the data that it serves."""

    browser: Browser
    site: str
    dataset: Dataset

    @property
    def longest(self) -> PathRow:
        """The path with the most to draw."""
        return max(every_path(self.dataset), key=lambda row: row.stages + row.steps)
