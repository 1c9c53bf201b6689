"""Caveats whose words depend on what they are told of."""

import pytest

from chipward.capture.tracers.torch.targets.fidelity import asked_for, autotuned
from chipward.capture.tracers.torch.targets.pretend.undecided import Undecided

GRAPHS, TUNING, FUSION = ("CUDA graphs", True), ("coordinate descent tuning", False), ("timed fusion", False)


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ([GRAPHS], "CUDA graphs, which need a GPU: nothing of them is"),
        ([TUNING], "coordinate descent tuning, which needs a GPU: nothing of it is"),
        ([TUNING, FUSION], "coordinate descent tuning and timed fusion, which need a GPU: nothing of them is"),
        (
            [GRAPHS, TUNING, FUSION],
            "CUDA graphs, coordinate descent tuning and timed fusion, which need a GPU: nothing of them is",
        ),
    ],
)
def test_one_thing_and_several_have_their_verbs(what: list[tuple[str, bool]], sentence: str) -> None:
    assert asked_for(what) == f"Your program asks for {sentence} done here."


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("mm", "a matrix product (mm)"),
        ("addmm", "a matrix product with a bias (addmm)"),
        ("convolution", "a convolution"),
        ("user_op", "user_op"),
    ],
)
def test_what_is_tuned_is_named_in_words(what: str, words: str) -> None:
    assert autotuned(Undecided(what, "triton_mm_4", 17)) == (
        f"Autotuning times 17 ways to do {words} and takes the fastest. Nothing can be timed here, so triton_mm_4, the "
        "first that Inductor writes code for, was taken."
    )
