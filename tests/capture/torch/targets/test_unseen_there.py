"""What nobody can see of a GPU that is not here is said of every GPU, documented or not."""

import pytest

from chipward.capture.tracers.torch.targets.unseen_there import unseen_on
from chipward.dataset.targets import find_target


@pytest.mark.parametrize(
    ("name", "stages"),
    [("cuda:h100", ["pytorch", "cuda-kernels", "nvidia-gpu"]), ("rocm:mi300x", ["pytorch", None, None])],
)
def test_each_gpu_has_its_sentences(name: str, stages: list[str | None]) -> None:
    target = find_target(name)
    told = list(unseen_on(target)())
    assert [one.stage for one in told] == stages
    assert told[-1].what == f"What {target.name} does with the instructions"
