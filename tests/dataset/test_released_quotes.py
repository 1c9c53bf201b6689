"""Every quote that a released package holds, found there again: with pip alone, anyone can repeat this."""

import os
from datetime import date
from pathlib import Path

import pytest

from chipward.dataset.load import load_dataset
from chipward.dataset.verify.run import Result, quotes_in, verify
from chipward.dataset.verify.shelves.packages import Packages
from chipward.model.evidence import Verdict

FOLDER = Path(os.environ.get("CHIPWARD_PACKAGES") or Path(__file__).parents[2] / ".cache/packages")
pytestmark = pytest.mark.packages


@pytest.fixture(scope="module")
def results() -> tuple[Result, ...]:
    if not FOLDER.is_dir():
        pytest.skip(f"there are no packages in {FOLDER}; `make packages` downloads them")
    quotes = [quote for document in load_dataset().documents for quote in quotes_in(document) if quote.source.release]
    return verify(quotes, Packages([FOLDER]), date(2026, 1, 1))


def test_every_quote_from_a_release_stands_there(results: tuple[Result, ...]) -> None:
    wrong = [f"{each.quote.key}: {each.finding}" for each in results if each.finding.verdict is not Verdict.VERIFIED]
    assert not wrong, "\n".join(wrong)


def test_the_lock_names_the_same_places(results: tuple[Result, ...]) -> None:
    recorded = load_dataset().lock.quotes
    for result in results:
        evidence = recorded[result.quote.key]
        assert (evidence.lines, evidence.swhid) == (result.evidence.lines, result.evidence.swhid), result.quote.key


def test_at_least_half_of_all_quotes_are_from_releases(results: tuple[Result, ...]) -> None:
    assert len(results) * 2 >= sum(len(document.citations) for document in load_dataset().documents)
