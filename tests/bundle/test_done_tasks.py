"""After-work is done once, whatever was done, given up or numbered otherwise in an earlier attempt."""

from pathlib import Path

import pytest

from chipward.bundle.journal import Journal
from chipward.bundle.spool import read_journals, tasks
from chipward.capture.crew import ASIDE, Crew, give_up
from chipward.capture.worker import perform


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    journal = Journal(tmp_path)
    journal.task("nobody-knows-it", graph=1)
    journal.task("nobody-knows-it", graph=2)
    return tmp_path


def test_work_that_came_to_its_end_is_done(folder: Path) -> None:
    first, second = tasks(folder)
    perform(first, folder)
    assert first.is_done(folder)
    assert not second.is_done(folder)


def test_other_work_under_the_same_number_is_not_done(folder: Path) -> None:
    first, second = tasks(folder)
    first.journal(folder).done(second.key)
    assert not first.is_done(folder)


def test_work_that_was_given_up_and_is_taken_on_again_is_no_longer_missing(folder: Path) -> None:
    first, second = tasks(folder)
    for task in (first, second):
        give_up(folder, task, "Its process died.")
    Crew(folder).take_on([first])
    assert [written.part for written in read_journals(folder)] == [0, ASIDE + second.part]
