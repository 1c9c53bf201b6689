"""Twenty sorts of programs for a GPU and for eight TPUs: down to the code of the chip, or told why not."""

import pytest
from robust_case import H100, TPU, Case
from test_twenty_tags import CALLS_BACK, CASES

from chipward.bundle.read import Bundle
from chipward.model.lines import EdgeKind

pytestmark = pytest.mark.slow

OF_A_GPU_KERNEL = ("llir-before", "llir-after", "ptx", "cubin", "sass", "relink", "usage")
OF_A_TPU_KERNEL = ("llo", "bundles", "slots")
NOT_GIVEN = {"Cost analysis", "The line of the optimised LLVM IR behind each line of PTX"}
IN_LIBRARIES = {"linalg": "cuSOLVER", "conv": "cuDNN", "sharded": "NCCL", "shard_map": "NCCL"}
ON_GPUS = [name for name in CASES if name not in CALLS_BACK]


@pytest.mark.parametrize("name", ON_GPUS)
def test_each_kernel_has_all_of_a_gpu(nineteen: Bundle, name: str) -> None:
    case = Case(nineteen, name, H100)
    texts = case.texts_of_kernels()

    assert case.kernels
    assert {text: texts[text] for text in OF_A_GPU_KERNEL} == dict.fromkeys(OF_A_GPU_KERNEL, len(case.kernels))
    assert {one.what for one in case.missing()} <= NOT_GIVEN


@pytest.mark.parametrize("name", CASES)
def test_each_kernel_has_all_of_a_tpu(nineteen: Bundle, name: str) -> None:
    case = Case(nineteen, name, TPU)
    texts = case.texts_of_kernels()

    assert case.kernels
    assert {text: texts[text] for text in OF_A_TPU_KERNEL} == dict.fromkeys(OF_A_TPU_KERNEL, len(case.kernels))
    assert not case.missing()
    assert any("not run" in text for text in case.told())


@pytest.mark.parametrize("name", IN_LIBRARIES)
def test_libraries_of_a_gpu_are_told(nineteen: Bundle, name: str) -> None:
    told = Case(nineteen, name, H100).told()

    assert any(f" {IN_LIBRARIES[name]}, whose code is chosen where the GPU is" in text for text in told), told


@pytest.mark.parametrize("name", ["sharded", "shard_map"])
def test_collectives_are_among_the_instructions(nineteen: Bundle, name: str) -> None:
    for target in (H100, TPU):
        text = nineteen.text(Case(nineteen, name, target).equations.end)

        assert "num_partitions=8" in text
        assert " all-reduce" in text


def test_sass_has_lines_of_ptx(nineteen: Bundle) -> None:
    maps = [one for one in nineteen.trace.maps if one.start.endswith("/ptx") and one.end.endswith("/sass")]

    assert len(maps) == sum(len(Case(nineteen, name, H100).kernels) for name in ON_GPUS) + _extra(nineteen)
    assert all(set(one.kinds) <= {EdgeKind.EXACT, EdgeKind.INLINED} for one in maps)


def _extra(bundle: Bundle) -> int:
    """Count the kernels of what is no case here: what was dispatched, and halves of floats."""
    cases = {Case(bundle, name, H100).unit for name in ON_GPUS}
    kernels = (one for one in bundle.trace.units if one.kind == "kernel" and one.id.startswith(H100))
    return sum(one.parent not in cases for one in kernels)
