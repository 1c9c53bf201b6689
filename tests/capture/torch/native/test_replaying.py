"""Operators called again in another process, which may die of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from chipward.capture.tracers.torch.native import replaying as replaying_module
from chipward.capture.tracers.torch.native.replaying import Replaying

CIRCUMSTANCES = {"kwargs": {}, "around": ["linear"], "grad": True, "inference": False, "autocast": False}

FRAGILE = """
import json, os, sys
for order in sys.stdin:
    name = json.loads(order)["name"]
    if name == "dies":
        os.abort()
    print(json.dumps({"pid": os.getpid()}), flush=True)
"""


def matrix(rows: int, columns: int, number: int, **more: object) -> dict[str, object]:
    shape = {"shape": [rows, columns], "stride": [columns, 1], "offset": 0}
    return {"tensor": "float32", **shape, "number": number, **more}


@pytest.fixture(scope="module")
def replaying() -> Iterator[Replaying]:
    with Replaying() as started:
        yield started


@pytest.mark.slow
def test_the_keys_of_a_product_are_those_of_pytorch(replaying: Replaying) -> None:
    args = [matrix(4, 8, 0, grad=True), matrix(8, 2, 1)]
    answer = replaying.ask("keys", {"name": "aten::mm", "args": args, **CIRCUMSTANCES})
    own = [(key, registered) for operator, key, registered in answer["visits"] if operator == "aten::mm"]
    assert [key for key, _ in own] == ["AutogradCPU", "CPU"]
    assert own[0][1].startswith("registered at torch/csrc/autograd/generated/VariableType_")
    assert own[1][1].startswith("registered at build/aten/src/ATen/RegisterCPU_")
    assert not answer["is_view"]
    operator, key, registered = answer["composites"]["linear"]
    assert (operator, key) == ("aten::linear", "AutogradCPU")
    assert registered.startswith("registered at build/aten/src/ATen/RegisterCompositeImplicitAutograd_")


@pytest.mark.slow
def test_a_view_is_known_as_one(replaying: Replaying) -> None:
    answer = replaying.ask("keys", {"name": "aten::t", "args": [matrix(4, 8, 0)], **CIRCUMSTANCES})
    assert answer["is_view"]


@pytest.mark.slow
def test_what_writes_into_a_parameter_can_be_called_again(replaying: Replaying) -> None:
    told = {"name": "aten::add_.Tensor", "args": [matrix(4, 8, 0, grad=True), matrix(4, 8, 1)], **CIRCUMSTANCES}
    answer = replaying.ask("keys", told)
    assert "ADInplaceOrView" in [key for _, key, _ in answer["visits"]]


@pytest.mark.slow
def test_a_large_product_is_met_in_its_kernel(replaying: Replaying) -> None:
    args = [matrix(256, 256, 0), matrix(256, 256, 1)]
    answer = replaying.ask("profile", {"name": "aten::mm", "args": args, **CIRCUMSTANCES}, **{"for": 0.2})
    kernel = answer["kernel"]
    assert "gemm" in kernel["name"].lower()
    assert kernel["count"] > 0.4 * answer["samples"]
    assert 0 < sum(kernel["hits"].values()) <= answer["samples"]


@pytest.mark.slow
def test_code_that_onednn_generates_is_found_again(replaying: Replaying) -> None:
    images = {"tensor": "float32", "shape": [4, 16, 32, 32], "stride": [16384, 1024, 32, 1], "offset": 0, "number": 0}
    weights = {"tensor": "float32", "shape": [32, 16, 3, 3], "stride": [144, 9, 3, 1], "offset": 0, "number": 1}
    pair = {"list": [1, 1], "length": 2}
    args = [images, weights, None, pair, pair, pair, False, {"list": [0, 0], "length": 2}, 1]
    answer = replaying.ask("profile", {"name": "aten::convolution", "args": args, **CIRCUMSTANCES}, **{"for": 0.3})
    assert any(",convolution,jit:" in line for line in answer["onednn"])
    kernel = answer["kernel"]
    assert "conv" in kernel["generated"]
    assert sum(kernel["hits"].values()) > 0
    assert max(map(int, kernel["hits"])) < len(bytes.fromhex(kernel["code"]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("args", "why"),
    [
        ([{"object": "Generator"}], "An argument is of the kind Generator, which cannot be made up."),
        ([matrix(1 << 20, 1 << 20, 0)], "Its tensors are larger than 2 GiB."),
        ([{"tensor": "float32", "shape": [2], "number": 0, "layout": "sparse_coo"}], "the layout sparse_coo"),
        ([matrix(2, 3, 0, type="Mine")], "the type Mine"),
    ],
)
def test_what_cannot_be_made_up_is_said(replaying: Replaying, args: list[object], why: str) -> None:
    assert why in replaying.ask("keys", {"name": "aten::relu", "args": args, **CIRCUMSTANCES})["why"]


@pytest.mark.slow
def test_an_operator_of_the_program_itself_is_not_there(replaying: Replaying) -> None:
    answer = replaying.ask("keys", {"name": "mine::twice", "args": [matrix(2, 2, 0)], **CIRCUMSTANCES})
    assert answer["why"].startswith("No other process finds it by its name")


def test_one_that_brings_the_process_down_takes_no_other_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fragile.py").write_text(FRAGILE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(replaying_module, "_MODULE", "fragile")
    with Replaying() as started:
        first = started.ask("keys", {"name": "lives"})["pid"]
        why = started.ask("keys", {"name": "dies"})["why"]
        second = started.ask("keys", {"name": "lives"})["pid"]
    assert why == "Called again with made-up numbers, it brought its process down (signal 6)."
    assert first != second
