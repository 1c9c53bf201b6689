"""Which machine code CUDA chooses."""

import pytest

from chipward.capture.tracers.torch.dry_run.generations import generation

WHEEL = ["sm_75", "sm_80", "sm_86", "sm_90", "sm_100", "sm_120"]


@pytest.mark.parametrize(
    ("capability", "chosen"),
    [((7, 5), 75), ((8, 0), 80), ((8, 9), 86), ((9, 0), 90), ((10, 0), 100), ((10, 3), 100), ((12, 0), 120)],
)
def test_the_latest_of_the_same_family_is_chosen(capability: tuple[int, int], chosen: int) -> None:
    assert generation(capability, WHEEL) == chosen


def test_without_one_of_the_family_there_is_none() -> None:
    assert generation((7, 0), WHEEL) is None
    assert generation((9, 0), ["compute_90", "sm_100"]) is None
