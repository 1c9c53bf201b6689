"""Compares both sides, graph by graph and kernel by kernel."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from itertools import islice

from scripts.compare_with_gpu.sides import UNNAMED, Graph, Grid, Kernel, Launch, MachineCode, Ran, Real
from scripts.compare_with_gpu.wrappers import Call, calls, grid

from chipward.capture.tracers.torch.targets.kernels.loading import defined

_DIFF = 12  # lines of a difference that are shown
HERE, THERE = "made here", "on the GPU"


@dataclass(frozen=True)
class ComparedKernel:
    """A kernel that both sides have. None: there is nothing to compare."""

    name: str
    source: bool
    chosen: str | None  # the candidate that autotuning kept
    is_candidate: bool | None  # chipward has it, too
    ptx: bool | None
    sass: bool | None
    diff: tuple[str, ...]  # the beginning of the first text that differs


@dataclass(frozen=True)
class ComparedGraph:
    """A graph. A launch is a kernel of Inductor's; the libraries' own are in what the GPU ran beside them."""

    graph: str
    only_here: tuple[str, ...]
    only_there: tuple[str, ...]
    kernels: tuple[ComparedKernel, ...]
    launches: bool
    launches_here: tuple[str, ...]
    launches_there: tuple[str, ...]
    grids: Mapping[str, tuple[Grid | None, Grid]]  # those that differ, or are not known here
    libraries: bool
    libraries_here: tuple[str, ...]
    libraries_there: tuple[str, ...]
    beside: tuple[str, ...]  # kernels that the GPU ran and Inductor did not write

    @property
    def is_equal(self) -> bool:
        """Whether nothing differs."""
        same = all(each.source and each.ptx and each.sass for each in self.kernels)
        differs = self.only_here or self.only_there or any(here for here, _ in self.grids.values())
        return same and not differs and self.launches and self.libraries


def compare(here: Mapping[str, Graph], real: Real) -> tuple[ComparedGraph, ...]:
    """Compare every graph that either side has."""
    nothing = Graph("", {})
    return tuple(
        _graph(name, here.get(name, nothing), real.graphs.get(name, nothing), real.ran.get(name, Ran()))
        for name in sorted(here.keys() | real.graphs.keys())
    )


def _graph(name: str, here: Graph, there: Graph, ran: Ran) -> ComparedGraph:
    both = [kernel for kernel in here.kernels if kernel in there.kernels]
    functions = {name: defined(each.source) for side in (there, here) for name, each in side.kernels.items()}
    own = set(functions.values())  # by these the GPU knows them
    launched = [launch for launch in ran.launches if launch.name in own]
    planned = [call for call in calls(here.wrapper) if call.is_kernel]
    asked = [functions.get(call.name, call.name) for call in planned]
    is_alike = asked == [launch.name for launch in launched]
    libraries = [[call.name for call in calls(side.wrapper) if not call.is_kernel] for side in (here, there)]
    return ComparedGraph(
        graph=name,
        only_here=tuple(sorted(here.kernels.keys() - there.kernels.keys())),
        only_there=tuple(sorted(there.kernels.keys() - here.kernels.keys())),
        kernels=tuple(_kernel(each, here.kernels[each], there.kernels[each], ran) for each in both),
        launches=is_alike,
        launches_here=tuple(asked),
        launches_there=tuple(launch.name for launch in launched),
        grids=dict(_grids(here, planned, ran, launched) if is_alike else ()),
        libraries=libraries[0] == libraries[1],
        libraries_here=tuple(libraries[0]),
        libraries_there=tuple(libraries[1]),
        beside=tuple(launch.name for launch in ran.launches if launch.name not in own),
    )


def _kernel(name: str, here: Kernel, there: Kernel, ran: Ran) -> ComparedKernel:
    chosen = ran.chosen.get(name)
    got = next(iter(there.candidates.values()), None)
    made = _candidate(here, chosen.name if chosen else UNNAMED)
    ptx = made.ptx == got.ptx if made and got else None
    texts = [(here.source, there.source)]
    if made and got:
        texts += [(made.ptx, got.ptx), (instructions(made), instructions(got))]
    return ComparedKernel(
        name=name,
        source=here.source == there.source,
        chosen=chosen.name if chosen else None,
        is_candidate=chosen.name in here.candidates or bool(ptx) if chosen else None,
        ptx=ptx,
        sass=instructions(made) == instructions(got) if made and got else None,
        diff=next((_diff(*pair) for pair in texts if pair[0] != pair[1]), ()),
    )


def _candidate(kernel: Kernel, name: str) -> MachineCode | None:
    return kernel.candidates.get(name) or kernel.candidates.get(UNNAMED)


def instructions(code: MachineCode) -> str:
    """A listing without addresses: the instructions in order."""
    return "".join(f"{line.partition('*/')[2].strip()}\n" for line in code.sass.splitlines() if "*/" in line)


def _grids(
    here: Graph, planned: Sequence[Call], ran: Ran, launched: Sequence[Launch]
) -> Iterator[tuple[str, tuple[Grid | None, Grid]]]:
    """Pair each launch with the call that asks for it."""
    for call, launch in zip(planned, launched, strict=True):
        kernel, chosen = here.kernels.get(call.name), ran.chosen.get(call.name)
        reckoned = grid(kernel.source, call.arguments, chosen.values) if kernel and chosen else None
        if reckoned != launch.grid:
            yield call.name, (reckoned, launch.grid)


def _diff(here: str, there: str) -> tuple[str, ...]:
    lines = unified_diff(here.splitlines(), there.splitlines(), HERE, THERE, lineterm="", n=1)
    return tuple(islice(lines, _DIFF))
