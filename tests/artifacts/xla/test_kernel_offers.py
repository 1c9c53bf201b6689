"""What can be made of which kernel, and what that takes."""

from pathlib import Path

import pytest

from chipward.artifacts.kinds import KINDS as KNOWN
from chipward.artifacts.xla.offers import KINDS, Offer, offers
from chipward.bundle.read import open_bundle
from made_up_jax import write_jax_trace


def offered(path: Path) -> tuple[Offer, ...]:
    with open_bundle(path) as bundle:
        return offers(bundle.trace)


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> tuple[Offer, ...]:
    return offered(write_jax_trace(tmp_path_factory.mktemp("offers") / "f.chipward"))


def test_each_kernel_has_what_its_compiler_tells_of_it(every: tuple[Offer, ...]) -> None:
    assert [(one.instruction, one.kind, one.beside.rpartition("/")[2]) for one in every] == [
        ("fusion", "emitter-passes", "llir-before"),
        ("gemm", "triton-passes", "ttir"),
        ("gemm", "tiling-passes", "ttir"),
        ("fusion", "llo-stages", "llo"),
        ("pallas", "llo-stages", "llo"),
        ("pallas", "mosaic-stages", "mosaic"),
    ]
    assert {one.target for one in every if one.kind.endswith("passes")} == {"cuda:h100"}


def test_what_it_takes_is_told_in_words(every: tuple[Offer, ...]) -> None:
    assert every[0].estimate == "about 6 s, about 0.5 MB on the disk meanwhile"
    assert every[3].estimate == "about 5 s, about 0.1 MB on the disk meanwhile"
    assert every[3].seconds > 5


def test_without_its_options_a_program_cannot_be_compiled_again(tmp_path: Path) -> None:
    assert offered(write_jax_trace(tmp_path / "f.chipward", options=None)) == ()


def test_all_of_it_is_of_a_kind_that_is_known() -> None:
    assert {kind.id for kind in KNOWN} >= KINDS
