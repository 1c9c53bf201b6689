"""Which Triton goes with a PyTorch.

A PyTorch that was built for GPUs says so itself: it requires one. A CPU-only build requires none,
though it works with the same one; what that is has been read elsewhere. docs/targets.md says where.
"""

from dataclasses import dataclass

from packaging.specifiers import SpecifierSet

from chipward.capture.tracers.torch.installed import TRITON_NAMES, Package, Torch

# By the beginning of PyTorch's version; the longest that fits counts.
_READ_ELSEWHERE = {
    "2.6": SpecifierSet("==3.2.0"),
    "2.12": SpecifierSet("==3.7.1"),
    "2.12.0": SpecifierSet("==3.7.0"),
    "2.13": SpecifierSet("==3.7.1"),
    "2.14": SpecifierSet("~=3.8.0"),
}


TESTED = "2.13.0"  # the PyTorch that chipward is tested with


@dataclass(frozen=True)
class Pairing:
    """The Triton that a PyTorch goes with."""

    name: str  # of the package: triton
    wanted: SpecifierSet
    said_by_torch: bool  # in its own metadata; else it was read elsewhere

    @property
    def requirement(self) -> str:
        """How pip is asked for it: triton==3.7.1."""
        return f"{self.name}{self.wanted}"

    def fits(self, triton: Package) -> bool:
        """Whether an installed Triton is the one. What a build adds to the version does not count."""
        return self.wanted.contains(triton.version.partition("+")[0], prereleases=True)


def pairing(torch: Torch) -> Pairing | None:
    """Return the Triton that goes with a PyTorch, or None where nobody says."""
    for requirement in torch.package.requires:
        if requirement.name in TRITON_NAMES and requirement.specifier:
            return Pairing(requirement.name, requirement.specifier, said_by_torch=True)
    return pairing_of(torch.public_version)


def pairing_of(version: str) -> Pairing | None:
    """Return what goes with a version of PyTorch that does not say so itself, or None where nobody says."""
    parts = version.split(".")
    for length in (3, 2):
        if wanted := _READ_ELSEWHERE.get(".".join(parts[:length])):
            return Pairing("triton", wanted, said_by_torch=False)
    return None
