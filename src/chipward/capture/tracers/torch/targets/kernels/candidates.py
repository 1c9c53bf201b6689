"""Compiles the candidates of a kernel, each as Inductor compiles it, and takes what every stage of Triton made."""

import io
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.targets.kernels.library_names import everywhere

_OPTIONS = {"num_warps": ("warp", "warps"), "num_stages": ("stage", "stages"), "num_ctas": ("CTA", "CTAs")}
_BINARIES = ("cubin", "hsaco")
_NO_TEXTS = frozenset({*_BINARIES, "json", "source"})


@dataclass(frozen=True)
class Compiled:
    """What Triton made of a candidate."""

    texts: Mapping[str, str]  # by the ending that Triton gives a stage's file: ttir, ttgir, llir, ptx or amdgcn
    binaries: Mapping[str, bytes]  # cubin or hsaco
    metadata: Mapping[str, Foreign]
    cached: bool  # Triton's cache answered

    def afresh(self) -> "Compiled":
        """The same, where the cache is that of this recording alone and holds what another worker has made just now."""
        return replace(self, cached=False)


def spelled(config: Foreign) -> str:
    """Name a candidate: "XBLOCK 512, 8 warps, 1 stage"."""
    parts = [f"{name} {value}" for name, value in config.kwargs.items()]
    for option, (one, several) in _OPTIONS.items():
        count = getattr(config, option, None)
        if count is not None and (option != "num_ctas" or count != 1):
            parts.append(f"{count} {one if count == 1 else several}")
    if getattr(config, "maxnreg", None) is not None:
        parts.append(f"at most {config.maxnreg} registers")
    return ", ".join(parts)


def compile_candidate(
    tuner: Foreign, config: Foreign, naming: Callable[[], AbstractContextManager[None]] = everywhere
) -> Compiled:
    """Compile one candidate, libraries named as `naming` has it. Raises what Triton raises."""
    from triton import knobs  # noqa: PLC0415 -- Triton loads in the worker of a target alone

    seen: list[Mapping[str, Foreign]] = []
    before = knobs.compilation.listener
    knobs.compilation.listener = lambda **facts: seen.append(facts)
    try:
        with naming(), redirect_stdout(io.StringIO()):  # Triton prints the whole PTX where ptxas fails
            tuner._precompile_config(config)  # noqa: SLF001 -- the step of Inductor that compiles one candidate
    finally:
        knobs.compilation.listener = before
    if not seen:
        message = "Triton compiled it without a word to its listener."
        raise RuntimeError(message)
    told = seen[-1]
    files = {Path(file).suffix.removeprefix("."): Path(file) for file in told["metadata_group"].values()}
    texts = {stage: file.read_text() for stage, file in files.items() if stage not in _NO_TEXTS}
    binaries = {stage: files[stage].read_bytes() for stage in _BINARIES if stage in files}
    return Compiled(texts, binaries, told["metadata"], bool(told["cache_hit"]))


@contextmanager
def cache_in(folder: Path | None) -> Iterator[None]:
    """Let Triton keep its cache in a folder; None leaves it the one that the user has."""
    from triton import knobs  # noqa: PLC0415 -- Triton loads in the worker of a target alone

    with knobs.cache.scope(), knobs.compilation.scope():
        if folder is not None:
            knobs.cache.dir = str(folder)
        knobs.compilation.store_binary_only = False
        yield
