"""What a program wants written down, and where, does not reach the rooms that compile once more."""

from importlib import import_module
from pathlib import Path

import pytest

from chipward.capture.tracers.jax.cpu.compiling import Circumstances, compile_again
from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.kept_options import without_folders
from chipward.capture.tracers.jax.read_options import read_options

pytest.importorskip("jax")
MODULE = b"""
module @odd { func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.sine %x : tensor<4xf32>
  return %y : tensor<4xf32>
} }
"""


def options(mine: Path, **told: str | bool) -> bytes:
    made: Foreign = import_module("jax._src.lib").xla_client.CompileOptions()
    for name, value in {"xla_dump_to": str(mine), **told}.items():
        setattr(made.executable_build_options.debug_options, name, value)
    made.env_option_overrides = [("xla_dump_to", str(mine)), ("xla_cpu_enable_fast_math", True)]
    return bytes(made.SerializeAsString())


def test_the_programs_folder_gets_nothing(tmp_path: Path) -> None:
    compile_again(MODULE, Circumstances(options(tmp_path / "mine")))

    assert not (tmp_path / "mine").exists()


def test_filters_of_the_program_hide_nothing(tmp_path: Path) -> None:
    (tmp_path / "ours").mkdir()
    hiding = options(
        tmp_path / "mine",
        xla_dump_hlo_module_re="nothing",
        xla_dump_hlo_as_proto=True,
        xla_dump_disable_metadata=True,
        xla_enable_dumping=False,
    )

    dumped = compile_again(MODULE, Circumstances(hiding), tmp_path / "ours").dumped

    assert any(name.endswith("before_optimizations.txt") for name in dumped)
    assert any(name.endswith("buffer-assignment.txt") for name in dumped)


def test_other_options_hold(tmp_path: Path) -> None:
    read = read_options(options(tmp_path, xla_cpu_enable_fast_math=True))

    assert read.env_option_overrides == [("xla_cpu_enable_fast_math", True)]
    assert read.executable_build_options.debug_options.xla_cpu_enable_fast_math


def test_kept_options_name_no_folder(tmp_path: Path) -> None:
    kept = without_folders(options(tmp_path, xla_gpu_kernel_cache_file=str(tmp_path), xla_gpu_cuda_data_dir="/usr/x"))

    assert str(tmp_path).encode() not in kept
    assert b"/usr/x" not in kept
