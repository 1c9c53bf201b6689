"""What can be made again of one kernel."""

import pytest

from chipward.capture.tracers.jax.gpu.remake import WHATS, estimate
from chipward.errors import Misuse


def test_what_it_takes_is_told_before_and_grows_with_the_kernels() -> None:
    assert estimate("triton-passes", 21).seconds == pytest.approx(21 * estimate("triton-passes", 1).seconds)
    assert str(estimate("emitter-passes", 2)) == "It takes about 11 s, and XLA writes about 1.0 MB meanwhile."


def test_what_cannot_be_made_is_refused_with_what_can() -> None:
    with pytest.raises(Misuse, match=", ".join(WHATS)):
        estimate("ptx", 1)
