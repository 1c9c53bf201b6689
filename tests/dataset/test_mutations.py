"""Whatever stands in a file, it becomes a dataset or one sentence, and commands end as they should."""

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chipward.dataset.folder import read_dataset
from chipward.dataset.load import load_dataset
from chipward.dataset.rules import check
from chipward.dataset.tables import every_path, shared_tools
from chipward.errors import Misuse
from demo import atlas_of, explainer_of

scalars = st.none() | st.booleans() | st.integers(-3, 3) | st.floats(allow_nan=False) | st.text(max_size=12)
values = scalars | st.lists(scalars, max_size=3) | st.dictionaries(st.text(max_size=8), scalars, max_size=3)
Place = tuple[int | str, ...]


def places(value: Any, at: Place = ()) -> Iterator[Place]:
    if at:
        yield at
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield from places(inner, (*at, key))


def holder(value: Any, at: Place) -> Any:
    for key in at[:-1]:
        value = value[key]
    return value


FILES = {"explainers/how-demo-runs.json": explainer_of("a" * 40), "atlas/lineage.json": atlas_of("a" * 40)}
CHOICES = [(file, at) for file, value in FILES.items() for at in places(value)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mutations")
    (folder / "explainers").mkdir()
    (folder / "atlas").mkdir()
    return folder


@st.composite
def mutations(draw: st.DrawFn) -> dict[str, Any]:
    files = deepcopy(FILES)
    file, at = draw(st.sampled_from(CHOICES))
    held = holder(files[file], at)
    if draw(st.booleans()):
        held[at[-1]] = draw(values | st.sampled_from([deepcopy(holder(files[f], a)[a[-1]]) for f, a in CHOICES]))
    else:
        del held[at[-1]]
    return files


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(mutations())
def test_a_changed_file_is_read_or_refused_with_a_sentence(folder: Path, files: dict[str, Any]) -> None:
    for file, value in files.items():
        (folder / file).write_text(json.dumps(value), encoding="utf-8")
    dataset, problems = read_dataset(folder)
    assert (dataset is None) == bool(problems)
    if dataset:
        problems = check(dataset)
    for problem in problems:
        assert problem.sentence.isprintable(), problem
        assert "is not as the schema wants it" not in problem.sentence, "say it in our own words"
    try:
        loaded = load_dataset(folder)
    except Misuse as refused:
        assert str(refused).startswith(tuple(FILES))  # noqa: PT017 -- it may as well be loaded
    else:
        assert len(every_path(loaded)) == 2
        shared_tools(loaded)
