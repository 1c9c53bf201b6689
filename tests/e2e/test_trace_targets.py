"""A trace of several targets: one line of Python beside the machine code of all of them, or of any two."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from benchmarks.server import opening
from e2e.axe import violations
from e2e.conftest import OpenPage
from e2e.test_every_page import NARROW, OVERFLOW, SMALL_TARGETS, WALL
from e2e.viewer import GRAPH, RELU, SOURCE, Viewer
from made_up_targets import CANDIDATES, NOT_RUN, UNTIMED, write_targets_trace

CPU, H100, OTHER = "kernel-0/asm", "cuda-h100-kernel-0-c0/sass", "cuda-h100-kernel-0-c1/sass"
MI300X, TRITON = "rocm-mi300x-kernel-0/amdgcn", "cuda-h100-kernel-0/triton"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The viewer of the MLP for a CPU, an H100 and an MI300X."""
    bundle: Path = write_targets_trace(tmp_path_factory.mktemp("targets") / "mlp.chipward")
    with opening(bundle) as served:
        yield served


@pytest.fixture
def viewer(open_page: OpenPage, address: str) -> Viewer:
    return Viewer(open_page(address.partition("/traces/")[0]), address)


@pytest.fixture
def plain(open_page: OpenPage, address: str) -> Page:
    """A page without script."""
    page = open_page(address.partition("/traces/")[0], java_script_enabled=False)
    page.goto(address)
    return page


def test_a_line_of_python_lights_the_code_of_all_targets(viewer: Viewer) -> None:
    viewer.open()
    assert viewer.panes == [SOURCE, CPU, H100, MI300X]
    viewer.line(SOURCE, 9).click()
    viewer.expect_lit(CPU, 4, 5, 6)
    viewer.expect_lit(H100, 4, 5)
    expect(viewer.status).to_contain_text("3 instructions")
    viewer.expect_lit(MI300X, 3)
    expect(viewer.status).to_contain_text("2 SASS instructions")
    expect(viewer.status).to_contain_text("1 of 2 kernels for cuda:h100")


def test_of_a_target_that_is_not_open_it_is_said_that_there_is_code(viewer: Viewer) -> None:
    viewer.open(f"#open={SOURCE},{CPU},{H100}&at={SOURCE}:9")
    expect(viewer.status).to_contain_text("there is code for rocm:mi300x")


def test_an_instruction_lights_what_another_target_made_of_the_same_line(viewer: Viewer) -> None:
    viewer.open(f"#open={SOURCE},{H100},{MI300X}")
    viewer.line(H100, 4).click()
    viewer.expect_lit(SOURCE, 9)
    viewer.expect_lit(MI300X, 3, how="kin")
    assert viewer.panes == [SOURCE, H100, MI300X]


def test_any_two_targets_are_chosen_and_the_address_holds_them(viewer: Viewer) -> None:
    page = viewer.open(f"#open={SOURCE},{CPU},{H100}&at={SOURCE}:11").page
    page.locator(".abreast summary").click()
    page.get_by_role("link", name=re.compile(r"^SASS for cuda:h100 \| AMDGCN for rocm:mi300x")).click()
    sine = "cuda-h100-kernel-1/sass"
    viewer.expect_lit(sine, 2, 3)  # the kernel of the line that was kept
    viewer.expect_lit(MI300X, 4)
    assert viewer.fragment == f"#open={SOURCE},{sine},{MI300X}&at={SOURCE}:11"
    expect(page.locator(".abreast > div")).to_be_hidden()
    page.reload()
    viewer.expect_lit(MI300X, 4)
    assert viewer.panes == [SOURCE, sine, MI300X]
    page.go_back()
    viewer.expect_lit(CPU, how="here")
    expect(viewer.pane(CPU)).to_be_visible()


def test_a_key_shows_what_lies_between_and_then_any_two(viewer: Viewer) -> None:
    viewer.open().press("b")
    viewer.expect_lit(GRAPH, 3, 4, 5)
    viewer.expect_lit(CPU, 4, 5, 6)
    assert viewer.panes == [SOURCE, GRAPH, RELU, CPU, H100, MI300X]
    viewer.press("b")
    expect(viewer.page.locator(".trace-screen .pane")).to_have_count(3)
    assert viewer.panes == [SOURCE, CPU, H100]
    viewer.press("b", "b")
    viewer.expect_lit(MI300X, 3)
    assert viewer.panes == [SOURCE, H100, MI300X]
    viewer.press("b")
    viewer.expect_lit(CPU, 4, 5, 6)
    assert viewer.panes == [SOURCE, CPU, H100, MI300X]


def test_the_choice_can_be_made_by_keys_alone(viewer: Viewer) -> None:
    page = viewer.open().page
    page.locator(".abreast summary").focus()
    viewer.press("Enter", "Tab", "Tab", "Enter")
    viewer.expect_lit(GRAPH, 3, 4, 5)
    assert viewer.panes == [SOURCE, GRAPH, RELU, CPU, H100, MI300X]
    assert page.evaluate("document.activeElement.closest('.pane')?.dataset.artifact") == SOURCE


def test_on_a_phone_the_targets_stand_one_below_the_other(viewer: Viewer) -> None:
    viewer.page.set_viewport_size({"width": 390, "height": 844})
    page = viewer.open().page
    expect(page.locator(".trace-screen .pane:visible")).to_have_count(4)
    tops = [viewer.pane(artifact).evaluate("one => one.getBoundingClientRect().top") for artifact in viewer.panes]
    assert tops == sorted(set(tops))
    viewer.line(SOURCE, 9).click()
    viewer.expect_lit(H100, 4, 5)
    page.locator(".abreast summary").click()
    assert page.evaluate(OVERFLOW) == []


def test_without_script_every_line_stands_beside_the_code_of_every_target(plain: Page) -> None:
    plain.locator(".abreast summary").click()
    plain.get_by_role("link", name=re.compile("SASS for cuda:h100")).first.click()
    row = plain.get_by_role("heading", name=re.compile("torch.relu")).locator("xpath=ancestor::section[1]")
    expect(row.get_by_role("region", name="Line 9 for cuda:h100")).to_contain_text("FMNMX.NAN")
    expect(row.get_by_role("region", name="Line 9 for rocm:mi300x")).to_contain_text("v_max_f32_e32")


def test_without_script_a_pane_says_how_far_it_can_be_trusted(plain: Page) -> None:
    pane = plain.locator(f'.pane[data-artifact="{H100}"]')
    pane.get_by_text("2 caveats").click()
    expect(pane.get_by_text(NOT_RUN)).to_be_visible()


def test_a_mark_in_the_head_opens_the_sentences_of_the_trace(viewer: Viewer) -> None:
    pane = viewer.open().pane(H100)
    mark = pane.get_by_role("button", name=re.compile("2 caveats"))
    expect(pane.get_by_text(UNTIMED)).to_be_hidden()
    mark.click()
    expect(mark).to_have_attribute("aria-expanded", "true")
    expect(pane.get_by_text(UNTIMED)).to_be_visible()
    expect(pane.get_by_text(NOT_RUN)).to_be_visible()
    expect(viewer.pane(CPU).locator(".caveats-mark")).to_have_count(0)


def test_candidates_are_chosen_by_their_launch_and_what_they_take(viewer: Viewer) -> None:
    pane = viewer.open(f"#open={SOURCE},{TRITON},{H100}&at={SOURCE}:9").pane(H100)
    choice = pane.get_by_role("combobox", name="Which SASS")
    group = choice.locator('optgroup[label="cuda:h100 · triton_poi_fused_relu_0"]')
    words = [f"{name} · {registers} registers, 0 bytes of shared memory" for name, registers in CANDIDATES]
    expect(group.locator("option")).to_have_text(words)
    choice.select_option(OTHER)
    viewer.expect_lit(OTHER, 4, 5)
    assert viewer.panes == [SOURCE, TRITON, OTHER]
    expect(viewer.status).to_contain_text("2 PTX instructions")


def test_the_rail_has_every_path_and_says_what_was_not_run(viewer: Viewer) -> None:
    rail = viewer.open().page.get_by_role("navigation", name="Stages")
    expect(rail.locator(".rail-standing")).to_have_text(["Compiled here, not run."] * 2)
    rail.get_by_text("rocm:mi300x").first.click()
    expect(rail.get_by_text("The explainer documents no AMD GPU")).to_be_visible()
    rail.get_by_role("link", name="AMDGCN").click()
    expect(viewer.pane(MI300X)).to_be_visible()
    rail.get_by_text("cuda:h100").first.click()
    rail.get_by_role("link", name="PTX").click()
    expect(viewer.pane("cuda-h100-kernel-0-c0/ptx")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(viewer: Viewer, scheme: str) -> None:
    viewer.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page = viewer.open().page
    viewer.pane(H100).locator(".caveats-mark").click()
    page.locator(".abreast summary").click()
    for group in page.locator("details.unit-group").all():
        group.evaluate("one => { one.open = true }")
    assert violations(page) == []


def test_the_page_of_every_line_shuts_nobody_out(viewer: Viewer) -> None:
    viewer.page.goto(f"{viewer.address}abreast/")
    assert violations(viewer.page) == []
    for size in (NARROW, WALL):
        viewer.page.set_viewport_size(size)  # type: ignore[arg-type]
        assert viewer.page.evaluate(OVERFLOW) == []
        assert viewer.page.evaluate(SMALL_TARGETS) == []


def test_nothing_overflows_and_nothing_is_too_small_to_touch(viewer: Viewer) -> None:
    for size in (NARROW, WALL):
        viewer.page.set_viewport_size(size)  # type: ignore[arg-type]
        viewer.open().page.locator(".abreast summary").click()
        assert viewer.page.evaluate(OVERFLOW) == []
        assert viewer.page.evaluate(SMALL_TARGETS) == []
