"""``chipward doctor``: what this machine can do for each target, and what to install for more."""

from collections.abc import Mapping
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from chipward.capture.doctor.abilities import Ability, Need, Row, Way, abilities
from chipward.capture.doctor.jax_platforms import JaxLack, JaxPlatform, jax_lacks, jax_platforms, jax_version
from chipward.capture.doctor.lacks import Lack, lacks
from chipward.capture.doctor.machine import Machine, look_around
from chipward.capture.doctor.use_of_gpus import use_of_gpus
from chipward.capture.tracers.jax.tested import untested
from chipward.cli.examined import examined, examined_jax
from chipward.cli.say import plain, say_json
from chipward.cli.terminal import console
from chipward.dataset.targets import all_targets
from chipward.model.target import CPU, Backend

_NEEDED: Mapping[Need, str] = {
    Need.LINUX: "Linux",
    Need.TORCH: "torch",
    Need.COMPILER: "g++",
    Need.NM: "nm",
    Need.TRITON: "triton",
    Need.ASSEMBLER: "ptxas",
    Need.BLACKWELL_ASSEMBLER: "a newer triton",
    Need.DISASSEMBLER: "nvdisasm",
    Need.CUDA_TORCH: "a CUDA wheel",
}


def doctor(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was found as one JSON object.")] = False,
) -> None:
    """Say what this machine can do for each target, and what to install for more.

    It looks at packages without importing them. A GPU need not be here: code is compiled for it, and not run.
    """
    machine = look_around()
    rows = abilities(machine, all_targets())
    missing = lacks(machine, rows)
    jax = jax_platforms()
    if as_json:
        say_json(examined(machine, rows, missing) | {"jax": examined_jax(jax_version(), jax)})
        return
    out = console()
    _tell_machine(out, machine)
    _tell_targets(out, machine, rows)
    _tell_jax(out, jax)
    _tell_gpus(out, machine)
    _tell_lacks(out, missing, jax)


def _tell_machine(out: Console, machine: Machine) -> None:
    torch, triton = machine.torch, machine.triton
    gpus = ", ".join(gpu.name for gpu in machine.gpus) or "none"
    facts = {
        "System": f"{machine.system} {machine.processor}, Python {machine.python}",
        "GPU here": gpus,
        "C++ compiler": machine.compiler or "none",
        "PyTorch": f"{torch.package.version}, {torch.build}" if torch else "none",
        "Triton": f"{triton.version}, {_fit(machine)}" if triton else "none",
        "NVIDIA tools": ", ".join(f"{tool.name} {tool.version}" for tool in machine.tools) or "none",
    }
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, fact in facts.items():
        table.add_row(name, plain(fact))
    out.print(table)
    out.print()


def _fit(machine: Machine) -> str:
    if machine.torch is None:
        return "for which there is no PyTorch"
    told = {True: "which goes with", False: "which does not go with", None: "and nobody says whether it goes with"}
    return f"{told[machine.triton_fits]} PyTorch {machine.torch.public_version}"


def _tell_targets(out: Console, machine: Machine, rows: tuple[Row, ...]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("Target", "Chip", "torch.compile", "Eager"):
        table.add_column(title, overflow="fold")
    for row in rows:
        table.add_row(row.id, plain(row.name), _cell(machine, row.compiled, row), _cell(machine, row.eager, row))
    out.print(table)


def _cell(machine: Machine, ability: Ability, row: Row) -> str:
    if ability.needs:
        return f"needs {', '.join(_NEEDED[need] for need in ability.needs)}"
    code = "SASS" if row.id.startswith(Backend.CUDA) else "AMDGCN"
    return {
        Way.EXECUTED: "runs here",
        Way.COMPILED: f"compiled to {code}",
        Way.DRY_RUN: "dry-run",
        Way.NONE: _why_no_dry_run(machine, row),
    }[ability.way]


def _why_no_dry_run(machine: Machine, row: Row) -> str:
    if row.id.startswith(Backend.ROCM):
        return "no dry-run for AMD"
    return "no dry-run by a driver" if machine.has_nvidia_driver else "dry-run needs x86-64"


def _tell_jax(out: Console, platforms: tuple[JaxPlatform, ...]) -> None:
    out.print()
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("Target", f"JAX {jax_version() or ''}".strip()):
        table.add_column(title, overflow="fold")
    for platform in platforms:
        name = platform.name if platform.name == CPU else f"{platform.name}:…"
        table.add_row(name, "needs more, see below" if platform.lack else platform.gives)
    out.print(table)
    if (version := jax_version()) is not None and (other := untested(version)) is not None:
        out.print()
        out.print(plain(other))


def _tell_gpus(out: Console, machine: Machine) -> None:
    for sentence in use_of_gpus(machine):
        out.print()
        out.print(plain(sentence))


def _tell_lacks(out: Console, missing: tuple[Lack, ...], jax: tuple[JaxPlatform, ...]) -> None:
    out.print()
    told: list[Lack | JaxLack] = [*missing, *jax_lacks(jax)]
    for lack in told:
        out.print(plain(f"{lack.why}:" if lack.command else f"{lack.why}."))
        if lack.command:
            out.print(plain(f"  {lack.command}"), soft_wrap=True)  # a command that is cut in two cannot be copied
    if not told:
        out.print("Nothing is missing.")
