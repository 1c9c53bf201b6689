"""Compiles recorded graphs on the GPU of this machine and runs them there: nothing is pretended.

Usage: python -m scripts.compare_with_gpu.device GRAPHS TARGET FOLDER

GRAPHS holds the graphs of a program, TARGET stands for this GPU. FOLDER becomes a recording, and FOLDER/ran.json tells
what ran. It is a process of its own, since PyTorch keeps what it has once seen of its devices.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import torch
from scripts.compare_with_gpu.made import RAN
from scripts.compare_with_gpu.sides import Chosen, Launch, Ran
from torch._inductor.runtime.triton_heuristics import CachingAutotuner
from torch.profiler import ProfilerActivity, profile

from chipward.artifacts.gpu_code.sass_listing import listing
from chipward.bundle.journal import Journal
from chipward.capture.options import Options, slug
from chipward.capture.session import Session, reason
from chipward.capture.surroundings import surroundings
from chipward.capture.tracers.torch.compile import watching
from chipward.capture.tracers.torch.compile.frames import FrameFacts
from chipward.capture.tracers.torch.compile.identity import CompileId
from chipward.capture.tracers.torch.compile.scope import OfAnotherFrame, Scope
from chipward.capture.tracers.torch.compile.state import BuiltKernel
from chipward.capture.tracers.torch.targets.compiling import OnTheGpu
from chipward.capture.tracers.torch.targets.graph_file import OtherInput, TensorInput
from chipward.capture.tracers.torch.targets.inputs import make_inputs
from chipward.capture.tracers.torch.targets.kernels import nvidia_tools
from chipward.capture.tracers.torch.targets.kernels.candidates import cache_in, compile_candidate, spelled
from chipward.capture.tracers.torch.targets.kernels.loading import loaded
from chipward.capture.tracers.torch.targets.moving import constants
from chipward.capture.tracers.torch.targets.selections import selection_for
from chipward.dataset.targets import find_gpu

DIRECTIONS = ("forward", "backward")
# What keeps the comparison simple and stands in none of the code: one process compiles, nothing comes from a cache,
# and launches are not hidden in a CUDA graph. Everything that is timed is timed.
SETTINGS: Mapping[str, object] = {"compile_threads": 1, "fx_graph_cache": False, "triton.cudagraphs": False}

_GRAPH_FILE = re.compile(r"\d+-(?P<unit>frame-(?P<frame>\d+)-(?P<attempt>\d+))")
Foreign = Any


def main(graphs: Path, target: str, folder: Path) -> None:
    """Compile and run every graph of a folder."""
    journal = Journal(folder)
    journal.program(kind="script", entry="recorded graphs", arguments=[], directory="")
    journal.environment(**surroundings())
    ran: dict[str, Ran] = {}
    failed: dict[str, str] = {}
    for file in sorted(graphs.glob("*.graph")):
        found = _GRAPH_FILE.fullmatch(file.stem)
        if found is None:
            continue
        try:
            ran |= one_graph(
                file, found["unit"], CompileId(int(found["frame"]), int(found["attempt"])), target, journal
            )
        except Exception as error:  # noqa: BLE001 -- whatever it is, it becomes the reason, and the other graphs stand
            failed[f"{slug(target)}-{found['unit']}"] = reason(error)
    told = {"ran": {graph: asdict(each) for graph, each in ran.items()}, "failed": failed}
    (folder / RAN).write_text(json.dumps(told))


def one_graph(file: Path, unit: str, which: CompileId, target: str, journal: Journal) -> Mapping[str, Ran]:
    """Compile and run one graph. Returns what ran, by graph: forward and, if there is one, backward."""
    scope = Scope(
        selection_for(target), "executed", tuple, OfAnotherFrame(unit, FrameFacts(unit, "", None), slug(target))
    )
    moved = OnTheGpu.read(file)
    if OnTheGpu.read(file).note_values():
        moved.note_values()
    for held, name, value in list(constants(moved.recorded.graph)):
        held[name] = torch.ones(value.shape, dtype=value.dtype, device=moved.device)
    kernels: dict[str, list[BuiltKernel]] = {}
    with watching(Session(journal, Options()), scope) as recorder:
        compilation = recorder.begin(which)
        journal.seen(compilation.unit)
        compiled = moved.compile(which, SETTINGS)
        for graph in compilation.graphs:
            kernels[graph.unit] = list(graph.built.values())
    run = Run(moved, compiled)
    chosen = run.choose()
    launches = run.launches()
    ran: dict[str, Ran] = {}
    for direction in DIRECTIONS:
        graph_unit = scope.graph_id(which, direction)
        names = {}
        for kernel in kernels.get(graph_unit, ()):
            config = chosen[direction].get(kernel.name)
            if config is not None:
                names[kernel.name] = Chosen(spelled(config), dict(config.kwargs))
                keep(journal, kernel, config)
        ran[graph_unit] = Ran(tuple(launches[direction]), names)
    return {unit: each for unit, each in ran.items() if each.launches or unit in kernels}


class Run:
    """A compiled graph, to be run on inputs of its shapes: noise, and zeros where they may be indices."""

    def __init__(self, moved: OnTheGpu, compiled: Callable[..., Foreign]) -> None:
        self._moved = moved
        self._compiled = compiled

    def choose(self) -> dict[str, dict[str, Foreign]]:
        """Run it for the first time, which times the candidates; the one that was kept, by direction and kernel."""
        chosen: dict[str, dict[str, Foreign]] = {direction: {} for direction in DIRECTIONS}
        run = CachingAutotuner.run

        def watched(tuner: Foreign, *args: Foreign, **kwargs: Foreign) -> Foreign:
            result = run(tuner, *args, **kwargs)
            name = tuner.inductor_meta.get("kernel_name") or tuner.fn.__name__
            if len(tuner.launchers) == 1:
                chosen[direction][name] = tuner.launchers[0].config
            return result

        with mock.patch.object(CachingAutotuner, "run", watched):
            for direction, step in self._steps():  # noqa: B007 -- `watched` reads it
                step()
        return chosen

    def launches(self) -> dict[str, list[Launch]]:
        """Run it once more, and let CUPTI tell what the GPU ran."""
        found: dict[str, list[Launch]] = {direction: [] for direction in DIRECTIONS}
        for direction, step in self._steps():
            with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as profiled:
                step()
                torch.cuda.synchronize()
            found[direction] = launches_in(profiled)
        return found

    def _steps(self) -> Iterator[tuple[str, Callable[[], None]]]:
        outputs: list[Foreign] = []

        def forward() -> None:
            inputs = real_inputs(self._moved)
            with self._moved.as_recorded():
                outputs.extend(self._compiled(*inputs))  # as Dynamo calls it, whatever it says of boxes

        def backward() -> None:
            ends = [each for each in outputs if isinstance(each, torch.Tensor) and each.requires_grad]
            torch.autograd.backward(ends, [torch.ones_like(each) for each in ends])

        yield "forward", forward
        if any(isinstance(each, torch.Tensor) and each.requires_grad for each in outputs):
            yield "backward", backward


def real_inputs(moved: OnTheGpu) -> list[Foreign]:
    """Make real inputs, of the sizes that the program had."""
    recorded = replace(moved.recorded, inputs=list(map(_with_numbers, moved.recorded.inputs)))
    made = make_inputs(recorded, nullcontext(), moved.device)
    with torch.no_grad():
        for tensor in made:
            if isinstance(tensor, torch.Tensor):
                # By its storage: elements of an expanded tensor share their memory.
                whole = torch.empty(0, dtype=tensor.dtype, device=tensor.device).set_(tensor.untyped_storage())
                whole.normal_() if tensor.is_floating_point() else whole.zero_()
    return made


def _with_numbers(described: TensorInput | OtherInput) -> TensorInput | OtherInput:
    if isinstance(described, OtherInput):
        return OtherInput(_number(described.value))
    return described._replace(
        shape=tuple(map(_number, described.shape)),
        stride=tuple(map(_number, described.stride)),
        offset=_number(described.offset),
        storage_bytes=_number(described.storage_bytes),
    )


def _number(value: Foreign) -> Foreign:
    """What a symbol stood for in the program."""
    return value.node.hint if isinstance(value, torch.SymInt | torch.SymFloat | torch.SymBool) else value


def launches_in(profiled: Foreign) -> list[Launch]:
    """The kernels that a profile saw on the GPU, in order."""
    with TemporaryDirectory() as scratch:
        file = Path(scratch, "profile.json")
        profiled.export_chrome_trace(str(file))
        events = json.loads(file.read_text())["traceEvents"]
    kernels = sorted((event for event in events if event.get("cat") == "kernel"), key=lambda event: event["ts"])
    return [Launch(event["name"], tuple(event["args"]["grid"])) for event in kernels]


def keep(journal: Journal, kernel: BuiltKernel, config: Foreign) -> None:
    """Keep what the chosen candidate of a kernel became."""
    with cache_in(journal.folder / "triton-cache"), loaded(kernel.name, kernel.source, journal.folder) as tuner:
        compiled = compile_candidate(tuner, config)
    sass = listing(nvidia_tools.disassemble(compiled.binaries["cubin"]), {}).text
    unit = journal.unit(f"{kernel.unit}-chosen", name=spelled(config), kind="candidate", parent=kernel.unit)
    how = "Compiled on the GPU, which chose this candidate and ran it"
    for name, kind, content in (("ptx", "ptx", compiled.texts["ptx"]), ("sass", "sass", sass)):
        stage = "ptx" if name == "ptx" else "cubin"
        journal.artifact(unit, name, stage=stage, kind=kind, title=name.upper(), content=content, how=how)


if __name__ == "__main__":
    main(Path(sys.argv[1]), str(find_gpu(sys.argv[2]).id), Path(sys.argv[3]))
