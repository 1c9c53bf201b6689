"""What was really made here, compared with itself and with an altered copy, as it would be with a GPU's."""

import re
import shutil
from dataclasses import replace
from typing import Any

import pytest
from scripts.compare_with_gpu.comparing import compare
from scripts.compare_with_gpu.reading import graphs
from scripts.compare_with_gpu.sides import Chosen, Graph, Kernel, Launch, MachineCode, Ran, Real
from scripts.compare_with_gpu.wrappers import calls, grid
from target_runs import work

from chipward.bundle.read import open_bundle
from chipward.bundle.spool import Task, tasks
from chipward.capture.tracers.torch.targets.kernels.leaving import TASK

pytestmark = pytest.mark.slow
TARGET = "cuda:h100"


def as_on_a_gpu(here: dict[str, Graph]) -> Real:
    """The side of a GPU that takes the first candidate of each kernel, and launches as the wrapper says."""
    real: dict[str, Graph] = {}
    ran: dict[str, Ran] = {}
    for name, graph in here.items():
        first = {kernel: next(iter(each.candidates)) for kernel, each in graph.kernels.items() if each.candidates}
        chosen = {kernel: Chosen(candidate, blocks(candidate)) for kernel, candidate in first.items()}
        launches = []
        for call in calls(graph.wrapper):
            if call.is_kernel and call.name in chosen:
                reckoned = grid(graph.kernels[call.name].source, call.arguments, chosen[call.name].values)
                launches.append(Launch(call.name, reckoned or (0, 0, 0)))
        kernels = {
            kernel: Kernel(each.source, {first[kernel]: each.candidates[first[kernel]]})
            for kernel, each in graph.kernels.items()
            if kernel in first
        }
        real[name] = replace(graph, kernels=kernels)
        ran[name] = Ran(tuple(launches), chosen)
    return Real(real, ran, {})


def blocks(candidate: str) -> dict[str, int]:
    """The blocks in the name of a candidate."""
    return {name: int(number) for name, number in re.findall(r"([A-Z]\w*) (\d+)", candidate)}


@pytest.fixture(scope="module")
def here(recording: Any, on_the_h100: list[Task], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Graph]:
    """A graph of the program with its kernels compiled, in a copy: other tests look at the recording without them."""
    assert on_the_h100
    spool = tmp_path_factory.mktemp("sides") / "run.chipward.part"
    shutil.copytree(recording.spool, spool)
    kernels = [task for task in tasks(spool, on_the_h100) if task.name == TASK]
    with open_bundle(spool) as bundle:
        parents = {str(unit.id): str(unit.parent) for unit in bundle.trace.units}
    chosen = parents[str(kernels[0].facts["unit"])]
    of_it = {str(task.facts["unit"]) for task in kernels if parents[str(task.facts["unit"])] == chosen}
    work(spool, TARGET, on_the_h100, only=lambda task: task.facts.get("unit") in of_it and task.name == TASK)
    with open_bundle(spool) as bundle:
        return {chosen: graphs(bundle, TARGET)[chosen]}


def test_a_real_trace_is_equal_to_itself(here: dict[str, Graph]) -> None:
    assert here
    compared = compare(here, as_on_a_gpu(here))
    assert all(graph.launches and graph.libraries for graph in compared)
    kernels = [kernel for graph in compared for kernel in graph.kernels]
    assert kernels
    assert all(kernel.source and kernel.ptx and kernel.sass and kernel.is_candidate for kernel in kernels)
    assert not any(graph.only_here or graph.only_there for graph in compared)


def test_one_instruction_less_is_found(here: dict[str, Graph]) -> None:
    real = as_on_a_gpu(here)
    name, graph = next(iter(real.graphs.items()))
    kernel, had = next(iter(graph.kernels.items()))
    candidate, code = next(iter(had.candidates.items()))
    shorter = MachineCode(code.ptx, "".join(code.sass.splitlines(keepends=True)[:-2]))
    kernels = {**graph.kernels, kernel: Kernel(had.source, {candidate: shorter})}
    altered = replace(real, graphs={**real.graphs, name: replace(graph, kernels=kernels)})
    wrong = [
        (compared.graph, each.name)
        for compared in compare(here, altered)
        for each in compared.kernels
        if each.sass is False
    ]
    assert wrong == [(name, kernel)]
