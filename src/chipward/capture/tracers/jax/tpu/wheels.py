"""Whether the libtpu that is installed goes with this JAX, which says so in its own metadata."""

from importlib import metadata

from packaging.requirements import InvalidRequirement, Requirement

LIBTPU = "libtpu"


def unfit() -> str | None:
    """Say in a sentence what is wrong, with the line that installs the right one; None if all is well."""
    jax, wanted = _version("jax"), wanted_libtpu()
    here = _version(LIBTPU)
    install = f'pip install "jax[tpu]=={jax}"'
    if jax is None:
        return "JAX is not installed."
    if here is None:
        return f"libtpu is not installed, which compiles for TPUs; get the one that goes with JAX {jax}: {install}"
    if wanted is not None and not wanted.specifier.contains(here, prereleases=True):
        return f"libtpu {here} does not go with JAX {jax}, which wants {wanted.name}{wanted.specifier}: {install}"
    return None


def wanted_libtpu() -> Requirement | None:
    """The libtpu that the installed JAX asks for; None if it says nothing."""
    try:
        told = metadata.requires("jax") or []
    except metadata.PackageNotFoundError:
        return None
    for line in told:
        try:
            requirement = Requirement(line)
        except InvalidRequirement:
            continue
        if requirement.name == LIBTPU:
            return requirement
    return None


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
