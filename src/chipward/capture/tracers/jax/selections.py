"""Which path of the explainer something goes along. Imports the standard library alone."""

from collections.abc import Iterable, Mapping

CPU = "cpu"
JIT, NO_JIT = "jit", "no-jit"
EXPLAINER = "how-jax-runs"
_SERVED = ("cuda:", "tpu:")
_DEVICES = {"cpu": "cpu", "cuda": "nvidia-gpu", "gpu": "nvidia-gpu", "tpu": "tpu"}
# The stages of the paths without jit: the documents name none between the dispatch and the device.
_WITHOUT_JIT = frozenset({"python", "jax-api", "pjrt", "cpu", "cuda", "tpu"})


def served(targets: Iterable[str]) -> tuple[str, ...]:
    """Return those of the targets that JAX compiles for without the device."""
    return tuple(target for target in targets if target.startswith(_SERVED))


def selection_for(mode: str, target: str = CPU) -> Mapping[str, object]:
    """The path of what is compiled for a target, with jit or without."""
    device = _DEVICES.get(platform_of(target))
    choices = {"mode": mode} | ({"device": device} if device else {})
    return {"explainer": EXPLAINER, "choices": choices, "target": target}


def platform_of(target: str) -> str:
    """The platform that JAX lowers for: cuda of cuda:h100."""
    return target.partition(":")[0]


def stage_in(mode: str, stage: str) -> str | None:
    """A stage, if the path of the mode has it."""
    return stage if mode == JIT or stage in _WITHOUT_JIT else None
