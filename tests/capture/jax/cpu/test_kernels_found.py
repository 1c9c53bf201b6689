"""Object files, the steps that call them and their LLVM IR come together by the names of functions."""

from pathlib import Path

import pytest
from xla_kernels import KERNELS, SKYLAKE, compiled

from chipward.artifacts.xla.cpu_thunks import Thunk
from chipward.capture.tracers.jax.cpu.kernels import AFTER, BEFORE, kernels_of


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """LLVM IR of three kernels, by the name of each."""
    return {_symbol(path): path.read_text(encoding="utf-8") for path in KERNELS}


def _symbol(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition("@")[2].partition("(")[0].strip('"')


def call(symbol: str) -> Thunk:
    return Thunk("kernel", symbol, kernel=symbol, groups=(1, 1, 1))


def test_kernels_stand_in_the_order_of_their_calls_with_what_belongs_to_them(texts: dict[str, str]) -> None:
    one, two, three = texts
    thunks = [call(three), Thunk("copy", "copy"), call(one), call(three), call(two)]
    dumped = {f"module_0000.jit_f.{name}{ending}": texts[name].encode() for name in texts for ending in (BEFORE, AFTER)}

    found = kernels_of([compiled(text, SKYLAKE) for text in texts.values()], thunks, dumped)

    assert [kernel.symbol for kernel in found.found] == [three, one, two]
    assert found.found[0].steps == {three: (0, 3)}
    assert [kernel.after for kernel in found.found] == [texts[three], texts[one], texts[two]]
    assert all(kernel.code and kernel.code.listing.functions[0].name == kernel.symbol for kernel in found.found)
    assert not found.refused


def test_what_nobody_calls_comes_last_and_what_was_not_dumped_is_absent(texts: dict[str, str]) -> None:
    one, two, _ = texts

    found = kernels_of([compiled(texts[two], SKYLAKE), compiled(texts[one], SKYLAKE)], [call(one)], {})

    assert [(kernel.symbol, dict(kernel.steps)) for kernel in found.found] == [(one, {one: (0,)}), (two, {})]
    assert {(kernel.before, kernel.after) for kernel in found.found} == {(None, None)}


def test_code_for_another_machine_leaves_the_rest(texts: dict[str, str]) -> None:
    one = next(iter(texts))

    found = kernels_of([b"\xcf\xfa\xed\xfe of a Mac"], [call(one)], {f"module_0.jit_f.x{AFTER}": texts[one].encode()})

    assert [(kernel.symbol, kernel.code, kernel.after) for kernel in found.found] == [(one, None, texts[one])]
    assert "is not an ELF file" in found.refused
