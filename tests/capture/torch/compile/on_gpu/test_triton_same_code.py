"""Tracing changes nothing: the Triton that PyTorch generates is the same, byte for byte."""

import pytest
from gpu_runs import Compiled

from chipward.bundle.read import Bundle

pytestmark = pytest.mark.slow


def test_every_kernel_is_the_file_that_triton_would_compile(gpu_bundle: Bundle, compiled: Compiled) -> None:
    traced = {gpu_bundle.text(each.id) for each in gpu_bundle.trace.artifacts if each.kind == "triton-kernel"}
    assert len(traced) >= 20
    assert traced == compiled.sources()
