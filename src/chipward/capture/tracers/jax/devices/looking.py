"""Whether JAX has a device to find on this machine, told from files, as JAX tells it: no library is loaded to ask.

Standard library only: it runs in the program, before JAX does.
"""

import re
from collections.abc import Iterator, Mapping
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

SYSTEM = Path("/")
# Whoever sets one of these has thought about devices. JAX sets some itself, later.
_SAID = re.compile(
    r"JAX_PLATFORM(?:S|_NAME)|JAX_XLA_BACKEND|JAX_FORCE_TPU_INIT|PJRT_NAMES_AND_LIBRARY_PATHS|(?:TPU|LIBTPU|CLOUD_TPU)_\w+"
)
_GROUP = "jax_plugins"  # of entry points, and the package that plugins lie in
_LIBTPU = "libtpu"
_NVIDIAS = re.compile(r"xla_cuda\d*")
_DEVICES = ("dev/nvidia[0-9]*", "dev/nvidiactl", "dev/dxg", "dev/accel*", "dev/vfio/[0-9]*")
_PCI = "sys/bus/pci/devices/*"
_GOOGLE = "0x1ae0"
_NO_CHIPS = ("0x01", "0x02")  # classes of what Google's machines have anyway: disks and network


def would_look_in_vain(environment: Mapping[str, str], system: Path = SYSTEM) -> bool:
    """Whether JAX would start the libraries of GPUs and TPUs although none of these is here.

    Not so where the environment says anything about it, nor where a plugin is installed that may have a device of
    which nothing is known here.
    """
    if any(map(_SAID.fullmatch, environment)):
        return False
    plugins = set(_plugins())
    others = [name for name in plugins if not _NVIDIAS.fullmatch(name)]
    starts = bool(plugins) or find_spec(_LIBTPU) is not None
    return starts and not others and not _has_device(system)


def _plugins() -> Iterator[str]:
    """The names of JAX's plugins, found in both ways in which it finds them."""
    yield from (entry.value.rpartition(".")[2] for entry in entry_points(group=_GROUP))
    package = find_spec(_GROUP)
    for folder in (package.submodule_search_locations if package else None) or ():
        yield from (each.stem for each in Path(folder).iterdir() if not each.name.startswith(("_", ".")))


def _has_device(system: Path) -> bool:
    return any(any(system.glob(pattern)) for pattern in _DEVICES) or any(map(_is_tpu, system.glob(_PCI)))


def _is_tpu(device: Path) -> bool:
    """Whether it is a chip of Google's. What cannot be read may be one."""
    try:
        vendor, kind = ((device / name).read_text(encoding="ascii").strip() for name in ("vendor", "class"))
    except (OSError, UnicodeDecodeError):
        return True
    return vendor == _GOOGLE and not kind.startswith(_NO_CHIPS)
