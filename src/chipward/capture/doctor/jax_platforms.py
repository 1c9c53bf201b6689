"""What can be had of a JAX program for each platform, found out from the metadata of packages alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from chipward.capture.tracers.jax.gpu.needs import lacking, tools_lacking
from chipward.capture.tracers.jax.tested import TESTED
from chipward.capture.tracers.jax.tpu.wheels import unfit

_NO_JAX = (
    f"JAX is not installed, so no program that uses it can be traced; {TESTED} is the version that chipward is tested "
    f"with: pip install jax=={TESTED}"
)


@dataclass(frozen=True)
class JaxLack:
    """What is to be installed first."""

    why: str
    command: str


@dataclass(frozen=True)
class JaxPlatform:
    """One platform that JAX compiles for."""

    name: str  # cpu, cuda, tpu: as targets begin
    gives: str  # once nothing is missing
    lack: JaxLack | None


def jax_version() -> str | None:
    """The JAX that is installed; None if there is none."""
    try:
        return version("jax")
    except PackageNotFoundError:
        return None


def jax_platforms() -> tuple[JaxPlatform, ...]:
    """Say for each platform what it gives, and what is missing."""
    told = (_NO_JAX,) * 3 if jax_version() is None else (None, lacking() or tools_lacking(), unfit())
    gives = (("cpu", "runs here"), ("cuda", "compiled to SASS"), ("tpu", "compiled to bundles"))
    return tuple(
        JaxPlatform(name, what, _lack(sentence) if sentence else None)
        for (name, what), sentence in zip(gives, told, strict=True)
    )


def jax_lacks(platforms: tuple[JaxPlatform, ...]) -> Iterator[JaxLack]:
    """Each thing that is missing, once."""
    yield from dict.fromkeys(one.lack for one in platforms if one.lack)


def _lack(sentence: str) -> JaxLack:
    why, _, command = sentence.rpartition(": ")
    return JaxLack(why, command.strip("`"))
