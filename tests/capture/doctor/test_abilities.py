"""What follows from what is installed: what can be done for each target, and what to install for more."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from chipward.capture.doctor.abilities import Ability, Need, Row, Way, abilities
from chipward.capture.doctor.gpus import RealGpu
from chipward.capture.doctor.lacks import lacks
from chipward.capture.doctor.machine import Machine, look_around
from chipward.dataset.targets import all_targets
from chipward.model.target import Backend
from made_up_packages import CPU, CUDA, install_torch, install_triton

TOOLS_OF_THE_SYSTEM = {"compiler": "g++", "has_nm": True, "has_nvidia_driver": False}


@pytest.fixture
def bare(tmp_path: Path) -> Machine:
    """A Linux machine with a compiler, and nothing else."""
    return replace(look_around([str(tmp_path)]), system="Linux", processor="x86_64", gpus=(), **TOOLS_OF_THE_SYSTEM)


def _looked_at(bare: Machine, site: Path) -> Machine:
    seen = look_around([str(site)])
    return replace(bare, torch=seen.torch, triton=seen.triton, tools=seen.tools)


@pytest.fixture
def whole(bare: Machine, tmp_path: Path) -> Machine:
    """The same with a CPU-only PyTorch and its Triton."""
    install_torch(tmp_path, built=CPU)
    install_triton(tmp_path)
    return _looked_at(bare, tmp_path)


def rows_of(machine: Machine) -> Mapping[str, Row]:
    return {row.id: row for row in abilities(machine, all_targets())}


def sentences(machine: Machine) -> Mapping[Need, str]:
    return {lack.need: lack.sentence for lack in lacks(machine, abilities(machine, all_targets()))}


def test_without_torch_nothing_can_be_traced(bare: Machine) -> None:
    rows = rows_of(bare)
    assert rows["cpu"].eager == Ability(Way.EXECUTED, (Need.TORCH,))
    assert rows["cuda:h100"].compiled == Ability(Way.COMPILED, (Need.TORCH, Need.TRITON))
    assert rows["cuda:h100"].eager == Ability(Way.DRY_RUN, (Need.TORCH,))
    assert rows["rocm:mi300x"].eager == Ability(Way.NONE)
    assert sentences(bare) == {
        Need.TORCH: (
            "PyTorch is not installed, so no program that uses it can be traced; 2.13.0 is the version that chipward "
            "is tested with: pip install torch==2.13.0"
        ),
        Need.TRITON: (
            "Triton is not installed, which compiles for GPUs; this one goes with PyTorch 2.13.0: "
            'pip install "triton==3.7.1"'
        ),
    }


def test_a_cpu_only_torch_with_its_triton_compiles_for_every_target(whole: Machine) -> None:
    rows = rows_of(whole)
    assert {row.compiled.needs for row in rows.values()} == {()}
    assert rows["cpu"].compiled.way is Way.EXECUTED
    assert {row.compiled.way for row in rows.values() if row.id != "cpu"} == {Way.COMPILED}


def test_a_dry_run_needs_a_torch_that_was_built_for_cuda(whole: Machine) -> None:
    assert rows_of(whole)["cuda:h100"].eager == Ability(Way.DRY_RUN, (Need.CUDA_TORCH,))
    assert sentences(whole) == {
        Need.CUDA_TORCH: (
            "For the dry-run of eager code this PyTorch would have to be built for CUDA (about 5 GB, and without "
            "convolution by cuDNN); in an environment of its own: pip install torch===2.13.0"
        )
    }


def test_a_cuda_torch_lacks_nothing(bare: Machine, tmp_path: Path) -> None:
    install_torch(tmp_path, "2.14.1", CUDA, requires=("triton~=3.8.0",))
    install_triton(tmp_path, "3.8.0")
    machine = _looked_at(bare, tmp_path)
    assert rows_of(machine)["cuda:h100"].eager == Ability(Way.DRY_RUN)
    assert sentences(machine) == {}


def test_the_triton_that_goes_with_torch_is_named(bare: Machine, tmp_path: Path) -> None:
    install_torch(tmp_path)
    machine = _looked_at(bare, tmp_path)
    assert sentences(machine)[Need.TRITON].endswith('this one goes with PyTorch 2.13.0: pip install "triton==3.7.1"')


def test_another_triton_does_not_do(bare: Machine, tmp_path: Path) -> None:
    install_torch(tmp_path)
    install_triton(tmp_path, "3.2.0")
    machine = _looked_at(bare, tmp_path)
    assert rows_of(machine)["rocm:mi300x"].compiled == Ability(Way.COMPILED, (Need.TRITON,))
    assert sentences(machine)[Need.TRITON] == (
        'Triton 3.2.0 is installed, which does not go with PyTorch 2.13.0; this one does: pip install "triton==3.7.1"'
    )


def test_blackwell_has_an_assembler_of_its_own(bare: Machine, tmp_path: Path) -> None:
    install_torch(tmp_path)
    install_triton(tmp_path, tools=("ptxas", "nvdisasm"))
    machine = _looked_at(bare, tmp_path)
    rows = rows_of(machine)
    assert rows["cuda:h100"].compiled.needs == ()
    assert rows["cuda:b200"].compiled.needs == (Need.BLACKWELL_ASSEMBLER,)
    assert rows["rocm:mi300x"].compiled.needs == ()
    assert sentences(machine)[Need.BLACKWELL_ASSEMBLER].endswith("a newer one has: pip install --upgrade torch triton")


def test_an_assembler_that_does_not_run_is_installed_again(bare: Machine, tmp_path: Path) -> None:
    install_torch(tmp_path)
    install_triton(tmp_path, tools=("ptxas-blackwell", "nvdisasm"))
    machine = _looked_at(bare, tmp_path)
    assert rows_of(machine)["cuda:h100"].compiled.needs == (Need.ASSEMBLER,)
    assert "pip install --force-reinstall --no-deps triton==3.7.1" in sentences(machine)[Need.ASSEMBLER]


def test_machine_code_needs_its_reader(bare: Machine, tmp_path: Path) -> None:
    install_torch(tmp_path)
    install_triton(tmp_path, tools=("ptxas", "ptxas-blackwell"))
    assert rows_of(_looked_at(bare, tmp_path))["cuda:h100"].compiled.needs == (Need.DISASSEMBLER,)


def test_without_a_compiler_only_eager_code_runs(whole: Machine) -> None:
    machine = replace(whole, compiler=None)
    cpu = rows_of(machine)["cpu"]
    assert (cpu.compiled.needs, cpu.eager.needs) == ((Need.COMPILER,), ())
    assert sentences(machine)[Need.COMPILER].endswith("apt-get install g++")


def test_a_dry_run_is_for_one_processor_and_needs_nm(bare: Machine, tmp_path: Path) -> None:
    install_torch(tmp_path, "2.14.1", CUDA, requires=("triton~=3.8.0",))
    install_triton(tmp_path, "3.8.0")
    machine = _looked_at(bare, tmp_path)
    assert rows_of(replace(machine, processor="aarch64"))["cuda:h100"].eager == Ability(Way.NONE)
    machine = replace(machine, has_nm=False)
    assert rows_of(machine)["cuda:h100"].eager == Ability(Way.DRY_RUN, (Need.NM,))
    assert sentences(machine)[Need.NM].endswith("apt-get install binutils")


def test_nothing_stands_in_for_a_driver_that_is_here(whole: Machine) -> None:
    assert rows_of(replace(whole, has_nvidia_driver=True))["cuda:h100"].eager == Ability(Way.NONE)


def test_elsewhere_than_on_linux_nothing_is_traced(whole: Machine) -> None:
    machine = replace(whole, system="Darwin")
    assert all(Need.LINUX in row.compiled.needs for row in rows_of(machine).values())
    assert sentences(machine)[Need.LINUX] == "Programs are traced on Linux, and this is Darwin"


def test_a_gpu_that_is_here_is_compiled_for_like_any_other(bare: Machine, tmp_path: Path) -> None:
    install_torch(tmp_path, "2.14.1", CUDA, requires=("triton~=3.8.0",))
    install_triton(tmp_path, "3.8.0")
    h100 = RealGpu(Backend.CUDA, "NVIDIA H100 80GB HBM3")
    rows = rows_of(replace(_looked_at(bare, tmp_path), gpus=(h100,), has_nvidia_driver=True))
    assert rows["cuda:h100"].compiled.way is rows["cuda:a100"].compiled.way is Way.COMPILED
    assert rows["cuda:h100"].eager.way is Way.NONE  # chipward does not follow what runs there


def test_an_architecture_says_whose_numbers_it_has(whole: Machine) -> None:
    rows = rows_of(whole)
    assert (rows["cuda:h100"].name, rows["cuda:sm_90"].name) == ("NVIDIA H100 80GB HBM3, sm_90", "sm_90, as cuda:h100")
