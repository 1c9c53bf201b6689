import re
from collections.abc import Callable

import pytest
from real_paths import EXPLAINERS, FOLDER, PATHS, name

from chipward.diagram.layout import lay_out
from chipward.diagram.strata import draw_strata
from chipward.diagram.svg import draw_pipeline
from chipward.model.explainer import Explainer, Path

GOLDEN = FOLDER.parents[1] / "tests/golden/pipeline"


def normal(svg: str) -> str:
    """One element a line and whole numbers: a golden shows what moved, not that a browser could tell."""
    rounded = re.sub(r'(?<=[ HVQLM"])\d+\.\d+', lambda number: str(round(float(number[0]))), svg)
    return re.sub(r"(?=<(?!/))", "\n", rounded).strip() + "\n"


@pytest.mark.parametrize(("explainer", "path"), PATHS, ids=name)
def test_a_path_is_drawn_as_it_was_seen(explainer: Explainer, path: Path, golden: Callable[[str, str], None]) -> None:
    svg = draw_pipeline(explainer, lay_out(explainer), path)
    golden(f"{explainer.slug}-{name(path)}.svg", normal(svg))


@pytest.mark.parametrize("explainer", EXPLAINERS, ids=name)
def test_a_narrow_picture_is_drawn_as_it_was_seen(explainer: Explainer, golden: Callable[[str, str], None]) -> None:
    svg = draw_pipeline(explainer, lay_out(explainer, narrow=True), explainer.paths[-1])
    golden(f"{explainer.slug}.narrow.svg", normal(svg))


@pytest.mark.parametrize("explainer", EXPLAINERS, ids=name)
def test_strata_are_drawn_as_they_were_seen(explainer: Explainer, golden: Callable[[str, str], None]) -> None:
    golden(f"{explainer.slug}.strata.svg", normal(draw_strata(explainer)))


def test_no_golden_is_left_over() -> None:
    drawn = {f"{explainer.slug}-{name(path)}.svg" for explainer, path in PATHS}
    drawn |= {f"{explainer.slug}.{kind}.svg" for explainer in EXPLAINERS for kind in ("narrow", "strata")}

    assert {file.name for file in GOLDEN.iterdir()} == drawn
