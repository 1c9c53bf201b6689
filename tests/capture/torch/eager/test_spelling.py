"""How calls read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chipward.capture.tracers.torch.eager.spelling import is_contiguous, spell


def tensor(dtype: str, shape: list[int], stride: list[int], **more: object) -> dict[str, object]:
    return {"tensor": dtype, "shape": shape, "number": 0, "stride": stride, "offset": 0, **more}


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (tensor("float32", [2, 3], [3, 1]), "f32[2, 3]"),
        (tensor("bfloat16", [2, 3], [1, 2]), "bf16[2, 3] strides (1, 2)"),
        (tensor("int64", [], []), "i64[]"),
        (tensor("bool", [4], [0]), "bool[4] strides (0)"),
        (tensor("float32", [2], [1], device="cuda:0"), "f32[2] on cuda:0"),
        ({"tensor": "float32", "shape": [2, 2], "number": 0, "layout": "sparse_coo"}, "f32[2, 2] sparse_coo"),
        ({"list": [1, 2], "length": 2}, "[1, 2]"),
        ({"list": [1], "length": 70}, "[1, … 69 more]"),
        ({"float": "inf"}, "inf"),
        ({"torch": "float32"}, "f32"),
        ({"torch": "preserve_format"}, "preserve_format"),
        ({"object": "Generator"}, "<Generator>"),
        (None, "None"),
        (True, "True"),
        ("mean", "'mean'"),
    ],
)
def test_a_value_reads_as_people_write_it(told: object, text: str) -> None:
    assert spell(told) == text


@given(st.lists(st.integers(1, 5), max_size=4))
def test_a_dense_tensor_is_contiguous_and_a_transposed_one_is_not(shape: list[int]) -> None:
    stride, step = [], 1
    for size in reversed(shape):
        stride.insert(0, step)
        step *= size
    assert is_contiguous(shape, stride)
    if sum(size > 1 for size in shape) > 1:
        assert not is_contiguous(shape[::-1], stride[::-1])
