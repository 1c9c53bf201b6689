"""Results of the right form, in the place of an operator that the stand-in cannot serve."""

import torch

from chipward.capture.tracers.torch.dry_run.made_up import Rescuing, made_up

ADD, CONV = torch.ops.aten.add_.Tensor, torch.ops.aten.convolution.default


class RingOf:
    """A ring with one event in it."""

    def __init__(self, *event: str) -> None:
        self._event = list(event)

    def mark(self) -> int:
        return 1

    def since(self, mark: int) -> list[list[str]]:
        return [self._event][mark:]


def test_a_result_has_the_form_that_the_operator_would_return() -> None:
    image, filters = torch.ones(2, 3, 8, 8), torch.ones(4, 3, 3, 3)

    made = made_up(CONV, (image, filters, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), {})

    assert made.shape == (2, 4, 6, 6)
    assert type(made) is torch.Tensor


def test_an_argument_that_is_returned_is_returned_itself() -> None:
    number = torch.ones(3)

    assert made_up(ADD, (number, 1), {}) is number
    assert number.tolist() == [1, 1, 1]


def test_an_error_after_a_refusal_is_rescued() -> None:
    rescued = Rescuing(RingOf("refused", "cudnnBackendFinalize"))(ADD, (torch.ones(3), 1), {}, RuntimeError("cuDNN"))

    assert rescued is not None


def test_the_programs_own_errors_stay_its_own() -> None:
    number = torch.ones(3)

    assert Rescuing(RingOf("launch"))(ADD, (number, 1), {}, RuntimeError("sizes")) is None
    assert Rescuing(RingOf("refused", "x"))(ADD, (number, 1), {}, KeyboardInterrupt()) is None


def test_what_has_no_known_form_is_not_rescued() -> None:
    wrong = torch.ones(3), torch.ones(4)  # they do not fit

    assert Rescuing(RingOf("refused", "x"))(ADD, wrong, {}, RuntimeError("cuDNN")) is None
