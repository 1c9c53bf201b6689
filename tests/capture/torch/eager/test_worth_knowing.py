"""What is said of calls without being asked."""

import pytest

from chipward.capture.place import Place
from chipward.capture.tracers.torch.eager.seen import Call, Site
from chipward.capture.tracers.torch.eager.worth_knowing import remarks

SITE = Site((Place("nowhere.py", "f", 1, 1),))
CONTIGUOUS = {"memory_format": {"torch": "contiguous_format"}}


def tensor(dtype: str, shape: list[int], stride: list[int]) -> dict[str, object]:
    return {"tensor": dtype, "shape": shape, "number": 0, "stride": stride, "offset": 0}


def call(name: str, args: list[object], kwargs: dict[str, object] | None = None, result: object = None) -> Call:
    return Call(0, name, SITE, True, False, False, None, None, False, args, kwargs or {}, result)  # noqa: FBT003


def test_a_copy_that_the_layout_made_necessary_is_told() -> None:
    (remark,) = remarks(call("aten::clone", [tensor("float32", [2, 3], [1, 2])], CONTIGUOUS))
    assert remark.kind == "copy"
    assert remark.text.startswith("aten::clone copies a tensor, f32[2, 3] strides (1, 2), because")


@pytest.mark.parametrize(
    "quiet",
    [
        call("aten::clone", [tensor("float32", [2, 3], [3, 1])], CONTIGUOUS),
        call("aten::clone", [tensor("float32", [2, 3], [1, 2])]),
        call(
            "aten::add.Tensor",
            [tensor("float32", [2], [1]), tensor("float64", [], [])],
            result=tensor("float32", [2], [1]),
        ),
        call("aten::add.Tensor", [tensor("float32", [2], [1]), 2]),
        call("aten::relu", [tensor("float32", [2], [1])]),
    ],
)
def test_what_is_usual_is_not_told(quiet: Call) -> None:
    assert not list(remarks(quiet))


def test_mixed_types_are_told_with_what_they_become() -> None:
    args: list[object] = [tensor("float64", [2], [1]), tensor("float32", [2], [1])]
    (remark,) = remarks(call("aten::mul.Tensor", args, result=tensor("float64", [2], [1])))
    assert remark.kind == "wider-type"
    assert "mixes f32 with f64: the result is f64" in remark.text
