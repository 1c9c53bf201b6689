"""The shipped TPUs, what a name finds, and what keeps their table true."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from chipward.dataset.folder import TPUS, Dataset, read_dataset
from chipward.dataset.load import data_folder, load_dataset
from chipward.dataset.rules import check
from chipward.dataset.targets import find_gpu, find_target
from chipward.dataset.tpus import all_tpus, generations
from chipward.errors import Misuse
from chipward.model.evidence import Verdict
from chipward.model.target import Target
from chipward.model.tpu import TpuTarget
from chipward.model.tpu_table import TpuTable
from demo import Demo

JSON = dict[str, Any]
SHIPPED = json.loads((data_folder() / TPUS).read_text(encoding="utf-8"))

# What a user may ask for, and what comes out: id, chips, devices in JAX, chips of a host along each axis.
KNOWN = {
    "tpu:v2": ("tpu:v2:2x2", 4, 8, (2, 2)),
    "tpu:v3:4x4": ("tpu:v3:4x4", 16, 32, (2, 2)),
    "tpu:v4": ("tpu:v4:2x2x1", 4, 4, (2, 2, 1)),
    "tpu:v5e": ("tpu:v5e:2x2", 4, 4, (2, 2)),
    "TPU:V5E:2x4": ("tpu:v5e:2x4", 8, 8, (2, 2)),
    "tpu:v5e:2x2x1": ("tpu:v5e:2x2", 4, 4, (2, 2)),
    "tpu:v5e:1x1": ("tpu:v5e:1x1", 1, 1, (1, 1)),
    "tpu:v5p:2x2": ("tpu:v5p:2x2x1", 4, 4, (2, 2, 1)),
    "tpu:v6e": ("tpu:v6e:2x2", 4, 4, (2, 2)),
    "tpu:tpu7x:2x2x2": ("tpu:tpu7x:2x2x2", 8, 16, (2, 2, 1)),
}


@pytest.mark.parametrize("name", KNOWN)
def test_a_name_finds_its_slice(name: str) -> None:
    found = find_target(name)
    assert isinstance(found, TpuTarget)
    assert (found.id, found.chips, found.devices, found.host) == KNOWN[name]


def test_an_id_finds_itself() -> None:
    assert [find_target(tpu.id) for tpu in all_tpus()] == list(all_tpus())


def test_a_gpu_is_still_a_gpu() -> None:
    assert isinstance(find_target("cuda:h100"), Target)
    with pytest.raises(Misuse, match="there is no target 'tpu:v5e'"):
        find_gpu("tpu:v5e")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "tpu:v9",
            "there is no TPU 'tpu:v9'; choose from: tpu:v2, tpu:v3, tpu:v4, tpu:v5e, tpu:v5p, tpu:v6e, tpu:tpu7x",
        ),
        ("tpu:", "there is no TPU 'tpu:'; choose from: tpu:v2"),
        ("tpu:v5e:2", "a topology is the number of chips along each axis, as in 2x2"),
        ("tpu:v5e:02x2", "a topology is the number of chips along each axis, as in 2x2"),
        ("tpu:v5e:2x2:2", "a topology is the number of chips along each axis, as in 2x2"),
        ("tpu:v5e:2x2x2", "its chips lie along 2 axes, as in 2x2"),
        ("tpu:v5e:3x3", "whole hosts of 2x2 chips"),
        ("tpu:v5e:1x2", "whole hosts of 2x2 chips"),
        ("tpu:v4:9999x9999x9999", "slices have at most 18,432"),
        ("v5e", "there is no target 'v5e'; did you mean tpu:v5e?"),
    ],
)
def test_a_name_that_fits_nothing_is_told_why(name: str, said: str) -> None:
    with pytest.raises(Misuse) as refused:
        find_target(name)
    assert said in str(refused.value)


def test_every_number_that_is_shipped_was_found_in_its_source() -> None:
    dataset = load_dataset()
    assert dataset.tpus
    assert {dataset.lock.quotes[f"tpus/{one.id}"].verdict for one in dataset.tpus.citations} == {Verdict.VERIFIED}


def test_the_generations_are_those_that_libtpu_compiles_for() -> None:
    assert tuple(generations()) == (
        *("tpu:v2", "tpu:v3", "tpu:v4", "tpu:v5e", "tpu:v5p", "tpu:v6e"),
        "tpu:tpu7x",
    )


def test_a_data_folder_need_not_know_tpus(demo: Demo) -> None:
    assert demo.load().tpus is None


def test_a_table_that_is_spoilt_is_told_with_its_place(demo: Demo) -> None:
    (demo.data / TPUS).parent.mkdir()
    (demo.data / TPUS).write_text(json.dumps(SHIPPED | {"generations": []}), encoding="utf-8")
    dataset, [problem] = read_dataset(demo.data)
    assert (dataset, problem.file, problem.place) == (None, TPUS, "generations")


BROKEN: list[tuple[str, Callable[[JSON], object], str, str]] = [
    (
        "figures-quoted",
        lambda table: table["generations"][0]["mxus"].update(value=3),
        "generations[0].mxus",
        "is 3, which stands in none of its quotes",
    ),
    (
        "figures-quoted",
        lambda table: table["generations"][1]["vmem"].pop("note"),
        "generations[1].vmem",
        "or say how it follows",
    ),
    (
        "links",
        lambda table: table["generations"][0]["lanes"].update(citations=["v1-units"]),
        "generations[0].lanes.citations[0]",
        "names the citation 'v1-units', which does not exist",
    ),
    ("links", lambda table: table.update({"$schema": "x"}), "$schema", "write '../schema/tpus.json'"),
    (
        "ids-unique",
        lambda table: table["generations"][0].update(id="tpu:v3"),
        "generations",
        "has 'tpu:v3' more than once",
    ),
]


@pytest.mark.parametrize(("rule", "alter", "place", "sentence"), BROKEN)
def test_a_rule_says_where_the_table_is_wrong(
    demo: Demo, rule: str, alter: Callable[[JSON], object], place: str, sentence: str
) -> None:
    demo.verify()
    table = deepcopy(SHIPPED)
    alter(table)
    told = [problem for problem in check(_with(demo, table)) if problem.rule == rule and problem.file == TPUS]
    assert (place, True) in [(problem.place, sentence in problem.sentence) for problem in told], told


def test_the_shipped_table_breaks_no_rule_of_its_own(demo: Demo) -> None:
    demo.verify()
    about = [problem for problem in check(_with(demo, SHIPPED)) if problem.file == TPUS]
    assert {problem.rule for problem in about} == {"lock-agrees"}  # the demo's lock knows nothing of it


def _with(demo: Demo, table: JSON) -> Dataset:
    dataset = demo.load()
    tpus = TpuTable.model_validate(table, by_alias=True)
    return Dataset(dataset.explainers, dataset.atlas, dataset.lock, dataset.files, tpus=tpus)
