"""What can be had of a program for one target: compiled, and run eagerly."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from chipward.capture.doctor.machine import Machine
from chipward.model.target import CPU, Backend, Target

BLACKWELL = (10, 0)


class Need(StrEnum):
    """Something that may have to be installed first."""

    LINUX = "linux"
    TORCH = "torch"
    COMPILER = "compiler"
    NM = "nm"
    TRITON = "triton"
    ASSEMBLER = "ptxas"
    BLACKWELL_ASSEMBLER = "ptxas-blackwell"
    DISASSEMBLER = "nvdisasm"
    CUDA_TORCH = "cuda-torch"


class Way(StrEnum):
    """How the answer comes about."""

    EXECUTED = "executed"  # the chip is here, and runs it
    COMPILED = "compiled"  # the real compiler makes the real code, which is not run
    DRY_RUN = "dry-run"  # what would be launched, without a device to launch it on
    NONE = "none"  # there is no way without the chip


@dataclass(frozen=True)
class Ability:
    """What one way gives, once all that it needs is there."""

    way: Way
    needs: tuple[Need, ...] = ()  # what is still missing


@dataclass(frozen=True)
class Row:
    """One target."""

    id: str
    name: str
    compiled: Ability
    eager: Ability


def abilities(machine: Machine, targets: tuple[Target, ...]) -> tuple[Row, ...]:
    """Say what can be done for the CPU and for each target."""
    cpu = Row(
        CPU,
        f"this machine, {machine.processor}",
        compiled=Ability(Way.EXECUTED, tuple(_of_host(machine))),
        eager=Ability(Way.EXECUTED, tuple(need for need in _of_host(machine) if need is not Need.COMPILER)),
    )
    return (cpu, *(_row(machine, target) for target in targets))


def _row(machine: Machine, target: Target) -> Row:
    needs = tuple(_of_host(machine)) + tuple(_of_compiling(machine, target))
    return Row(
        target.id,
        f"{target.name}, {target.arch}" if target.id == target.figures_of else f"{target.arch}, as {target.figures_of}",
        compiled=Ability(Way.COMPILED, needs),
        eager=_dry_run(machine, target),
    )


def _dry_run(machine: Machine, target: Target) -> Ability:
    # A driver answers by itself, so nothing can stand in for it.
    if target.backend is not Backend.CUDA or machine.processor != "x86_64" or machine.has_nvidia_driver:
        return Ability(Way.NONE)
    needs = list(_of_host(machine))
    if not machine.has_nm:
        needs.append(Need.NM)
    if machine.torch and not machine.torch.cuda:
        needs.append(Need.CUDA_TORCH)
    return Ability(Way.DRY_RUN, tuple(needs))


def _of_host(machine: Machine) -> Iterator[Need]:
    if machine.system != "Linux":
        yield Need.LINUX
    if machine.torch is None:
        yield Need.TORCH
    if machine.compiler is None:
        yield Need.COMPILER


def _of_compiling(machine: Machine, target: Target) -> Iterator[Need]:
    if machine.triton is None or machine.triton_fits is False:
        yield Need.TRITON
    elif target.backend is Backend.CUDA:
        # Triton hands code for Blackwell and later to another assembler.
        assembler = Need.BLACKWELL_ASSEMBLER if target.capability >= BLACKWELL else Need.ASSEMBLER
        if not machine.has_tool(assembler):
            yield assembler
        if not machine.has_tool("nvdisasm"):
            yield Need.DISASSEMBLER
