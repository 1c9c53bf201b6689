"""A kernel that a GPU of this machine was given: what is known of that, and whether the same comes out here.

The program noted the hash of whatever each stage made. What a worker makes of the same text, for the same GPU, in a
file of the same name, is what ran if it has that hash.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from chipward.bundle.journal import Journal
from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.targets.kernels.candidates import Compiled, spelled
from chipward.capture.tracers.torch.targets.kernels.texts import BINARIES, TEXTS
from chipward.model.target import Target, TargetId

KIND = "not-what-ran"

_TITLES = {each.name: each.title for each in (*TEXTS, *BINARIES)}


@dataclass(frozen=True)
class Candidate:
    """A candidate, as the program noted it."""

    values: Mapping[str, object]  # XBLOCK: 512
    options: Mapping[str, Any]  # num_warps: 8
    made: Mapping[str, tuple[str, int]]  # by stage of Triton: hash, size in bytes
    is_loaded: bool  # the GPU could take it

    def config(self, known: Sequence[Foreign]) -> Foreign:
        """It as Triton has it: the one of this name that the kernel's text brings along, or else a new one."""
        from triton import Config  # noqa: PLC0415 -- Triton loads in the worker of a target alone

        new = Config(dict(self.values), **{name: value for name, value in self.options.items() if value is not None})
        return next((each for each in known if spelled(each) == spelled(new)), new)

    def same(self, compiled: Compiled) -> frozenset[str]:
        """The stages that made the same bytes here."""
        return frozenset(
            stage for stage, content in _all(compiled) if self.is_loaded and _noted(content) == self.made.get(stage)
        )

    def tell(self, journal: Journal, unit: str, compiled: Compiled, gpu: str) -> None:
        """Say what did not come out as the GPU was given it."""
        if not self.is_loaded:
            journal.finding(KIND, f"{gpu} was not given this candidate: it could not load it.", unit=unit)
            return
        if not self.made:
            text = f"PyTorch kept no copy of what {gpu} was given, so nobody can say whether this is the same."
            journal.finding(KIND, text, unit=unit)
            return
        differences = [
            f"{_TITLES[stage]}: {len(content):,} bytes, and there were {self.made[stage][1]:,}"
            if stage in self.made
            else f"{_TITLES[stage]}: no copy was kept"
            for stage, content in _all(compiled)
            if _noted(content) != self.made.get(stage)
        ]
        if differences:
            text = f"Compiled once more after the run, this is not byte for byte what {gpu} was given."
            journal.finding(KIND, f"{text} {'; '.join(differences)}.", unit=unit)


@dataclass(frozen=True)
class Given:
    """What a GPU of this machine was given of a kernel."""

    gpu: Target
    file: str | None  # that held its text: Triton writes its name into what it makes
    candidates: tuple[Candidate, ...]
    first: int  # candidates that were noted before these

    @classmethod
    def read(cls, target: str, told: Mapping[str, Any]) -> "Given":
        """Read what the program left. No table is asked about the GPU: its own driver was."""
        gpu = Target(id=TargetId(target), figures_of=TargetId(target), **told["gpu"])
        candidates = tuple(
            Candidate(
                each["values"],
                each["options"],
                {stage: (digest, size) for stage, (digest, size) in each["made"].items()},
                each["is_loaded"],
            )
            for each in told["candidates"]
        )
        return cls(gpu, told["file"], candidates, told["first"])


def _all(compiled: Compiled) -> Iterator[tuple[str, bytes]]:
    yield from ((stage, text.encode()) for stage, text in compiled.texts.items())
    yield from compiled.binaries.items()


def _noted(content: bytes) -> tuple[str, int]:
    return sha256(content).hexdigest(), len(content)
