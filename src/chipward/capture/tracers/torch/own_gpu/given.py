"""What a GPU of this machine was given of the program's Triton kernels: noted by hash, for a worker to compare with."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.own_gpu.choices import KIND
from chipward.capture.tracers.torch.own_gpu.device import OwnGpu
from chipward.capture.tracers.torch.targets.kernels.candidates import spelled
from chipward.capture.tracers.torch.targets.kernels.leaving import leave_kernel

if TYPE_CHECKING:
    from chipward.capture.tracers.torch.compile.recorder import Recorder
    from chipward.capture.tracers.torch.compile.state import BuiltKernel

STAGES = ("ttir", "ttgir", "llir", "ptx", "cubin", "amdgcn", "hsaco")  # endings of Triton's files
OPTIONS = ("num_warps", "num_stages", "num_ctas", "maxnreg")


@dataclass
class Known:
    """A kernel of one graph."""

    gpu: OwnGpu
    kernel: "BuiltKernel"
    candidates: list[str]  # by the names that they have in the trace


class Given:
    """The kernels of this process that a GPU of this machine was given, by what PyTorch launches them with."""

    def __init__(self, recorder: "Recorder") -> None:
        self._recorder = recorder
        self._known: WeakKeyDictionary[Foreign, list[Known]] = WeakKeyDictionary()  # one text may be in several graphs

    def note(self, gpu: OwnGpu, kernel: "BuiltKernel", tuner: Foreign) -> None:
        """Note all candidates of a kernel, now that they have been loaded."""
        if not getattr(tuner, "compile_results", None):
            why = "PyTorch holds nothing that it compiled of it, as where Triton's interpreter runs a kernel."
            self._recorder.session.missing(f"What {gpu.name} was given of {kernel.name}", why, unit=kernel.unit)
            return
        loaded = {spelled(launcher.config) for launcher in tuner.launchers}
        candidates = [
            _candidate(result.config, _made(result.kernel, tuner, gpu), is_loaded=spelled(result.config) in loaded)
            for result in tuner.compile_results
        ]
        known = Known(gpu, kernel, [spelled(result.config) for result in tuner.compile_results])
        self._known.setdefault(tuner, []).append(known)
        self._leave(known, tuner, candidates, first=0)

    def chosen(self, tuner: Foreign, timed: int) -> None:
        """Tell which candidate was chosen, once they have been timed."""
        kept = spelled(tuner.launchers[0].config)
        for known in self._known.get(tuner, ()):
            self._tell(known, f"On {known.gpu.name} autotuning timed {timed} candidates and kept this one: {kept}.")

    def found(self, tuner: Foreign, launcher: Foreign, how: str) -> None:
        """Tell of a candidate that was found by going on from the one that was chosen."""
        name = spelled(launcher.config)
        for known in self._known.get(tuner, ()):
            if name in known.candidates:
                self._tell(known, f"On {known.gpu.name} {how} ended at one of them: {name}.")
                continue
            self._tell(known, f"On {known.gpu.name} {how} went on from there, and this one runs: {name}.")
            made = _in_cache(launcher.cache_hash, tuner, known.gpu)
            candidate = _candidate(launcher.config, made, is_loaded=True)
            self._leave(known, tuner, [candidate], first=len(known.candidates))
            known.candidates.append(name)

    def _tell(self, known: Known, text: str) -> None:
        self._recorder.session.journal.finding(KIND, text, unit=known.kernel.unit)

    def _leave(self, known: Known, tuner: Foreign, candidates: Sequence[object], first: int) -> None:
        gpu, kernel = known.gpu, known.kernel
        leave_kernel(
            self._recorder.session.journal,
            target=gpu.target,
            unit=kernel.unit,
            name=kernel.name,
            source=kernel.source,
            triton=kernel.artifact,
            selection=gpu.selection,
            reuse_caches=False,  # what the program left there would be compared with itself
            given={"gpu": gpu.told, "file": tuner.filename, "candidates": candidates, "first": first},
        )


def _candidate(config: Foreign, made: Mapping[str, bytes], *, is_loaded: bool) -> Mapping[str, object]:
    options = {name: getattr(config, name, None) for name in OPTIONS}
    hashes = {stage: [sha256(content).hexdigest(), len(content)] for stage, content in made.items()}
    return {"values": dict(config.kwargs), "options": options, "made": hashes, "is_loaded": is_loaded}


def _made(kernel: Foreign, tuner: Foreign, gpu: OwnGpu) -> Mapping[str, bytes]:
    """What every stage of Triton made of a candidate. What is launched without Triton has it in files alone."""
    texts = getattr(kernel, "asm", None)
    if texts is None:
        runtime: Foreign = sys.modules["torch._inductor.runtime.runtime_utils"]
        return _in_cache(runtime.triton_hash_to_path_key(kernel.hash), tuner, gpu)
    found = {stage: texts[stage] for stage in STAGES if stage in texts}
    return {stage: each.encode() if isinstance(each, str) else each for stage, each in found.items()}


def _in_cache(key: str, tuner: Foreign, gpu: OwnGpu) -> Mapping[str, bytes]:
    folder = Path(sys.modules["torch._inductor.runtime.cache_dir_utils"].triton_cache_dir(gpu.number), key)
    files = {stage: folder / f"{tuner.fn.__name__}.{stage}" for stage in STAGES}
    return {stage: file.read_bytes() for stage, file in files.items() if file.is_file()}
