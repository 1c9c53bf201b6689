"""What ``chipward doctor`` found, as a value for programs that read JSON."""

from chipward.capture.doctor.abilities import Ability, Row
from chipward.capture.doctor.jax_platforms import JaxPlatform
from chipward.capture.doctor.lacks import Lack
from chipward.capture.doctor.machine import Machine


def examined(machine: Machine, rows: tuple[Row, ...], missing: tuple[Lack, ...]) -> dict[str, object]:
    """Return the machine, what each target gives, and what is missing."""
    return {
        "system": machine.system,
        "processor": machine.processor,
        "python": machine.python,
        "compiler": machine.compiler,
        "gpus": [{"backend": gpu.backend, "name": gpu.name} for gpu in machine.gpus],
        "torch": _torch(machine),
        "triton": _triton(machine),
        "tools": {tool.name: tool.version for tool in machine.tools},
        "targets": [
            {"id": row.id, "name": row.name, "compile": _ability(row.compiled), "eager": _ability(row.eager)}
            for row in rows
        ],
        "lacks": [{"need": lack.need, "sentence": lack.sentence, "command": lack.command} for lack in missing],
    }


def _torch(machine: Machine) -> dict[str, object]:
    torch = machine.torch
    return {
        "version": torch.package.version if torch else None,
        "cuda": torch.cuda if torch else None,
        "hip": torch.hip if torch else None,
    }


def _triton(machine: Machine) -> dict[str, object]:
    wanted = machine.pairing
    return {
        "version": machine.triton.version if machine.triton else None,
        "wanted": wanted.requirement if wanted else None,
        "said_by_torch": wanted.said_by_torch if wanted else None,
        "fits": machine.triton_fits,
    }


def _ability(ability: Ability) -> dict[str, object]:
    return {"way": ability.way, "needs": list(ability.needs)}


def examined_jax(version: str | None, platforms: tuple[JaxPlatform, ...]) -> dict[str, object]:
    """Return JAX's version, and for each platform what it gives and what is missing."""
    return {
        "version": version,
        "platforms": [
            {
                "name": one.name,
                "gives": one.gives,
                "lack": {"why": one.lack.why, "command": one.lack.command} if one.lack else None,
            }
            for one in platforms
        ],
    }
