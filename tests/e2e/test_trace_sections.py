"""A text of XLA's passes is read section by section: by keys, by its list, and by the buttons beside that."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from benchmarks.server import opening
from chipward.bundle.journal import Journal
from e2e.conftest import OpenPage
from e2e.viewer import Viewer
from made_up_jax import GPU, along
from made_up_trace import packed

PASSES, LISTED = "jit-0-f/passes", "jit-0-f/hlo-optimized"
SECTIONS = ("simplify", "fusion", "layout-assignment")
LONG = 60  # lines of a section: more than a pane shows


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with opening(packed(_tell, tmp_path_factory.mktemp("passes") / "f.chipward")) as served:
        yield served


def _tell(journal: Journal) -> None:
    journal.program(kind="script", entry="f.py", directory="project")
    journal.environment(system="Linux", machine="x86_64", python="CPython 3.12.1", packages={"jax": "0.10.2"})
    unit = journal.unit("jit-0-f", name="f", kind="jitted", selection=along(GPU))
    changed = "".join(f"-  %before.{line}\n+  %after.{line}\n" for line in range(LONG // 2))
    passes = "".join(f"### {name}\n{changed}" for name in SECTIONS)
    for identity, kind, text in ((PASSES, "hlo-passes", passes), (LISTED, "hlo", "HloModule jit_f\n")):
        name = identity.rpartition("/")[2]
        journal.artifact(unit, name, stage="xla", kind=kind, title=name, content=text, how="By hand")


@pytest.fixture
def viewer(open_page: OpenPage, address: str) -> Viewer:
    return Viewer(open_page(address.partition("/traces/")[0]), address).open(f"#open={LISTED},{PASSES}")


def heading(viewer: Viewer, place: int) -> Locator:
    return viewer.pane(PASSES).locator(".cm-line", has_text=f"### {SECTIONS[place]}")


def expect_section(viewer: Viewer, place: int) -> None:
    """Wait until this section is read: its heading stands at the top, and the list names it."""
    chosen = viewer.pane(PASSES).get_by_role("combobox", name="Sections of")
    expect(chosen).to_have_value(str(place))
    expect(heading(viewer, place)).to_be_in_viewport()


def test_keys_go_along_the_passes_one_by_one(viewer: Viewer) -> None:
    viewer.press("]")
    expect_section(viewer, 0)
    back, on = (viewer.pane(PASSES).get_by_role("button", name=f"{way} section") for way in ("Previous", "Next"))
    expect(back).to_be_disabled()
    viewer.press(".")
    expect_section(viewer, 1)
    viewer.press(".", ".")  # the last one, and no further
    expect_section(viewer, 2)
    expect(on).to_be_disabled()
    viewer.press(",")
    expect_section(viewer, 1)
    back.click()
    expect_section(viewer, 0)
    viewer.pane(PASSES).get_by_role("combobox", name="Sections of").select_option("2")
    expect_section(viewer, 2)
    viewer.press("[", ".")  # a text without sections: nothing happens
    expect_section(viewer, 2)
