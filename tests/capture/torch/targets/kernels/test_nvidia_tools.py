"""NVIDIA's tools as Triton brings them along."""

import pytest

from chipward.capture.tracers.torch.targets.kernels.nvidia_tools import disassemble, version_of


def test_a_tool_that_refuses_is_told_without_folders() -> None:
    with pytest.raises(RuntimeError, match=r"^nvdisasm says: [^/]*…/kernel\.cubin[^/]*$"):
        disassemble(b"no cubin")


def test_a_tool_says_which_it_is() -> None:
    name, version = version_of("cuobjdump").split()
    assert name == "cuobjdump"
    assert version[0].isdigit()
