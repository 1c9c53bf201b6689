"""What candidates are called."""

from types import SimpleNamespace

import pytest

from chipward.capture.tracers.torch.targets.kernels.candidates import spelled
from chipward.capture.tracers.torch.targets.kernels.loading import defined

INNER = "@triton.jit\ndef inner(x):\n    return x\n"


@pytest.mark.parametrize(
    ("config", "name"),
    [
        ({"kwargs": {"XBLOCK": 512}, "num_warps": 8, "num_stages": 1, "num_ctas": 1}, "XBLOCK 512, 8 warps, 1 stage"),
        ({"kwargs": {"M": 64, "N": 32}, "num_warps": 1, "num_stages": 3}, "M 64, N 32, 1 warp, 3 stages"),
        ({"kwargs": {}, "num_warps": 4, "num_stages": 2, "num_ctas": 2}, "4 warps, 2 stages, 2 CTAs"),
        ({"kwargs": {}, "num_warps": 4, "num_stages": 2, "maxnreg": 128}, "4 warps, 2 stages, at most 128 registers"),
    ],
)
def test_a_candidate_is_called_by_its_settings(config: dict[str, object], name: str) -> None:
    assert spelled(SimpleNamespace(**config)) == name


def test_the_kernel_is_the_function_with_heuristics() -> None:
    text = INNER + "\n@triton_heuristics.pointwise(\n    size_hints={},\n)\n@triton.jit\ndef outer(x):\n    inner(x)\n"
    assert defined(text) == "outer"
    with pytest.raises(ValueError, match="no kernel with heuristics"):
        defined(INNER)
