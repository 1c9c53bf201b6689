"""The shipped targets, what a name finds, and what keeps the table true."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from chipward.dataset.folder import TARGETS, Dataset, read_dataset
from chipward.dataset.load import data_folder, load_dataset
from chipward.dataset.rules import check
from chipward.dataset.targets import all_targets, find_target, target_names, targets_in
from chipward.dataset.tpus import generations
from chipward.errors import Misuse
from chipward.model.evidence import Verdict
from chipward.model.target import Target, TargetId
from chipward.model.target_table import TargetTable
from demo import Demo

JSON = dict[str, Any]
SHIPPED = json.loads((data_folder() / TARGETS).read_text(encoding="utf-8"))


@pytest.fixture
def good(demo: Demo) -> Demo:
    demo.verify()
    return demo


# What a user may ask for, and what comes out: architecture, capability, warp, multiprocessors, shared memory at most.
KNOWN = {
    "cuda:t4": ("sm_75", (7, 5), 32, 40, 65536),
    "cuda:a100": ("sm_80", (8, 0), 32, 108, 166912),
    "cuda:rtx4090": ("sm_89", (8, 9), 32, 128, 101376),
    "cuda:h100": ("sm_90", (9, 0), 32, 132, 232448),
    "cuda:b200": ("sm_100", (10, 0), 32, 148, 232448),
    "cuda:sm_120": ("sm_120", (12, 0), 32, 188, 101376),
    "rocm:mi300x": ("gfx942", (9, 4), 64, 304, 65536),
    "rocm:gfx90a": ("gfx90a", (9, 0), 64, 104, 65536),
    "rocm:gfx950": ("gfx950", (9, 5), 64, 256, 163840),
}


@pytest.mark.parametrize("name", KNOWN)
def test_a_name_finds_its_numbers(name: str) -> None:
    target = find_target(name)
    found = (
        target.arch,
        target.capability,
        target.warp_size,
        target.multiprocessors,
        target.shared_memory_per_block_optin,
    )
    assert (target.id, found) == (name, KNOWN[name])


def test_a_name_may_be_written_large() -> None:
    assert find_target("CUDA:H100") is find_target("cuda:h100")


def test_an_architecture_has_the_numbers_of_its_gpu_and_says_whose() -> None:
    gpu, architecture = find_target("cuda:h100"), find_target("cuda:sm_90")
    assert architecture == gpu.model_copy(update={"id": TargetId("cuda:sm_90")})
    assert (gpu.figures_of, architecture.figures_of) == ("cuda:h100", "cuda:h100")


def test_every_gpu_can_be_asked_for_by_its_architecture() -> None:
    table = load_dataset().targets
    assert table
    assert {f"{gpu.backend}:{gpu.arch.value}" for gpu in table.gpus} == {each.id for each in table.architectures}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("cuda:h10", "there is no target 'cuda:h10'; did you mean cuda:h100? Choose from: cpu, cuda:t4, "),
        ("h100", "there is no target 'h100'; did you mean cuda:h100?"),
        ("GFX942", "there is no target 'GFX942'; did you mean rocm:gfx942?"),
        ("cuda:sm_90a", "did you mean cuda:sm_90?"),
        ("gaudi", "there is no target 'gaudi'. Choose from: cpu, "),
        ("h100x", "there is no target 'h100x'; did you mean cuda:h100?"),
        ("rocm", "'rocm' names no chip. Choose one: rocm:mi210, rocm:mi300x, rocm:mi350x, rocm:gfx90a, "),
        ("CUDA:", "'CUDA:' names no chip. Choose one: cuda:t4, cuda:a100, "),
        ("cpu", "cpu is the machine that a program runs on anyway"),
    ],
)
def test_an_unknown_name_is_told_the_nearest(name: str, said: str) -> None:
    with pytest.raises(Misuse) as refused:
        find_target(name)
    assert said in str(refused.value)


def test_the_names_are_those_of_the_tables_and_the_cpu() -> None:
    assert target_names() == ("cpu", *(target.id for target in all_targets()), *generations())


def test_every_number_that_is_shipped_was_found_in_its_source() -> None:
    dataset = load_dataset()
    assert dataset.targets
    verdicts = {dataset.lock.quotes[f"gpus/{citation.id}"].verdict for citation in dataset.targets.citations}
    assert verdicts == {Verdict.VERIFIED}


@pytest.mark.parametrize("target", all_targets(), ids=lambda target: target.id)
def test_numbers_do_not_contradict_each_other(target: Target) -> None:
    assert target.shared_memory_per_block <= target.shared_memory_per_block_optin
    assert target.shared_memory_per_block_optin <= target.shared_memory_per_multiprocessor
    assert target.max_threads_per_multiprocessor % target.warp_size == 0
    assert target.l2 < target.memory


DOUBLE_DATA_RATE = 2  # transfers at each clock
# Megahertz and bits of the memory, of GPUs whose bandwidth nobody says outright.
MEMORIES = {"cuda:t4": (5001, 256), "cuda:rtx4090": (10501, 384), "rocm:mi210": (1600, 4096)}


@pytest.mark.parametrize("name", MEMORIES)
def test_bandwidth_follows_from_clock_and_width_of_the_memory(name: str) -> None:
    megahertz, bits = MEMORIES[name]
    target = find_target(name)
    assert isinstance(target, Target)
    assert target.memory_bandwidth_bytes_per_second == DOUBLE_DATA_RATE * megahertz * 10**6 * bits // 8


def test_a_clock_that_is_said_in_other_units_is_the_same() -> None:
    table = load_dataset().targets
    assert table
    clocks = {gpu.id: gpu.clock_mhz for gpu in table.gpus}
    said = {
        name: float(clock.note.split()[0].replace(",", "")) for name, clock in clocks.items() if clock and clock.note
    }
    assert said
    for name, amount in said.items():
        clock = clocks[name]
        assert clock
        assert clock.value == pytest.approx(amount * 1000 if amount < 10 else amount / 1000)  # GHz, or kHz


def test_a_data_folder_need_not_know_targets(demo: Demo) -> None:
    assert demo.load().targets is None


def test_a_table_that_is_spoilt_is_told_with_its_place(demo: Demo) -> None:
    (demo.data / TARGETS).parent.mkdir()
    (demo.data / TARGETS).write_text(json.dumps(SHIPPED | {"gpus": []}), encoding="utf-8")
    dataset, [problem] = read_dataset(demo.data)
    assert (dataset, problem.file, problem.place) == (None, TARGETS, "gpus")


BROKEN: list[tuple[str, Callable[[JSON], object], str, str]] = [
    (
        "figures-quoted",
        lambda table: table["gpus"][0]["multiprocessors"].update(value=41),
        "gpus[0].multiprocessors",
        "is 41, which stands in none of its quotes",
    ),
    (
        "figures-quoted",
        lambda table: table["gpus"][0]["multiprocessors"].update(value=4),
        "gpus[0].multiprocessors",
        "is 4, which stands in none of its quotes",  # 40 does
    ),
    ("figures-quoted", lambda table: table["gpus"][0]["arch"].pop("note"), "gpus[0].arch", "or say how it follows"),
    (
        "targets-named",
        lambda table: table["gpus"][0].update(id="rocm:t4"),
        "gpus[0].id",
        "is 'rocm:t4' of the backend cuda; begin it with cuda:",
    ),
    (
        "targets-named",
        lambda table: table["gpus"][0]["arch"].update(value="gfx942"),
        "gpus[0].arch.value",
        "is 'gfx942' of the backend cuda; name one that begins with sm_",
    ),
    (
        "targets-named",
        lambda table: table["architectures"][0].update(figures_of="cuda:h100"),
        "architectures[0].figures_of",
        "is 'cuda:sm_75', but cuda:h100 is of cuda:sm_90",
    ),
    (
        "links",
        lambda table: table["architectures"][0].update(figures_of="cuda:h10"),
        "architectures[0].figures_of",
        "names the GPU 'cuda:h10', which does not exist (did you mean 'cuda:h100'?)",
    ),
    (
        "links",
        lambda table: table["gpus"][0]["warp_size"].update(citations=["t5"]),
        "gpus[0].warp_size.citations[0]",
        "names the citation 't5', which does not exist",
    ),
    ("links", lambda table: table.update({"$schema": "x"}), "$schema", "write '../schema/targets.json'"),
    (
        "ids-unique",
        lambda table: table["architectures"][0].update(id="cuda:t4"),
        "architectures",
        "has 'cuda:t4' more than once",
    ),
]


@pytest.mark.parametrize(("rule", "alter", "place", "sentence"), BROKEN)
def test_a_rule_says_where_the_table_is_wrong(
    good: Demo, rule: str, alter: Callable[[JSON], object], place: str, sentence: str
) -> None:
    table = deepcopy(SHIPPED)
    alter(table)
    told = [problem for problem in check(_with(good, table)) if problem.rule == rule and problem.file == TARGETS]
    assert (place, True) in [(problem.place, sentence in problem.sentence) for problem in told], told


def test_the_shipped_table_breaks_no_rule_of_its_own(good: Demo) -> None:
    about = [problem for problem in check(_with(good, SHIPPED)) if problem.file == TARGETS]
    assert {problem.rule for problem in about} == {"lock-agrees"}  # the demo's lock knows nothing of it


def test_each_row_becomes_a_target() -> None:
    table = TargetTable.model_validate(SHIPPED, by_alias=True)
    assert tuple(targets_in(table)) == table.ids


def _with(good: Demo, table: JSON) -> Dataset:
    dataset = good.load()
    targets = TargetTable.model_validate(table, by_alias=True)
    return Dataset(dataset.explainers, dataset.atlas, dataset.lock, dataset.files, targets)
