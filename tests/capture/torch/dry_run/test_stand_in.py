"""What stands beside the operators of a dry run: events between two marks, and results in the place of refusals."""

from pathlib import Path

import torch

from chipward.capture.tracers.torch.dry_run.stand_in import StandIn

ADD = torch.ops.aten.add_.Tensor


class Events:
    """A ring in which a test writes."""

    def __init__(self, *events: str) -> None:
        self.noted = [[event, "of a test"] for event in events]

    def mark(self) -> int:
        return len(self.noted)

    def since(self, mark: int) -> list[list[str]]:
        return self.noted[mark:]

    @property
    def has_refused(self) -> bool:
        return self.noted[-1][0] == "refused"

    def keep_machine_code(self, events: list[list[str]], folder: Path) -> dict[str, str]:
        return {event[0]: folder.name for event in events}


def test_an_operator_has_the_events_since_it_began(tmp_path: Path) -> None:
    events = Events("before")
    beside = StandIn(events)
    beside.begins(7)
    events.noted.append(["launch", "1,1,1"])
    assert beside.ended(7, tmp_path) == {"asked": [["launch", "1,1,1"]], "code": {"launch": tmp_path.name}}


def test_of_an_operator_that_began_elsewhere_nothing_is_known(tmp_path: Path) -> None:
    assert StandIn(Events("launch")).ended(7, tmp_path) == {}


def test_an_error_after_a_refusal_is_rescued() -> None:
    assert StandIn(Events("refused")).rescue(ADD, (torch.ones(3), 1), {}, RuntimeError("cuDNN")) is not None


def test_the_programs_own_errors_stay_its_own() -> None:
    number = torch.ones(3)
    assert StandIn(Events("refused", "launch")).rescue(ADD, (number, 1), {}, RuntimeError("sizes")) is None
    assert StandIn(Events("refused")).rescue(ADD, (number, 1), {}, KeyboardInterrupt()) is None


def test_what_has_no_known_form_is_not_rescued() -> None:
    wrong = torch.ones(3), torch.ones(4)  # they do not fit
    assert StandIn(Events("refused")).rescue(ADD, wrong, {}, RuntimeError("cuDNN")) is None
