"""Results of the right form, in the place of an operator that the stand-in cannot serve."""

import torch

from chipward.capture.tracers.torch.dry_run.made_up import made_up

ADD, CONV = torch.ops.aten.add_.Tensor, torch.ops.aten.convolution.default


def test_a_result_has_the_form_that_the_operator_would_return() -> None:
    image, filters = torch.ones(2, 3, 8, 8), torch.ones(4, 3, 3, 3)

    made = made_up(CONV, (image, filters, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1), {})

    assert made.shape == (2, 4, 6, 6)
    assert type(made) is torch.Tensor


def test_an_argument_that_is_returned_is_returned_itself() -> None:
    number = torch.ones(3)

    assert made_up(ADD, (number, 1), {}) is number
    assert number.tolist() == [1, 1, 1]
