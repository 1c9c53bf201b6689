"""The viewer of a trace as a reader has it: panes, what is lit in them, the line below."""

from playwright.sync_api import Locator, Page, expect

SOURCE, GRAPH = "program/mlp.py", "graph-0-0/post-grad"
RELU, RELU_ASM = "kernel-0/cpp", "kernel-0/asm"
SIN, SIN_ASM = "kernel-1/cpp", "kernel-1/asm"
START = [SOURCE, GRAPH, RELU, RELU_ASM]


class Viewer:
    """The page of one trace."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def open(self, fragment: str = "") -> "Viewer":
        """Load the page at a place of the trace, and wait until its texts can be read."""
        self.page.goto(f"{self.address}{fragment}")
        self.page.locator("chipward-trace[data-live] .trace-screen .pane").first.wait_for(state="attached")
        for pane in self.page.locator(".trace-screen .pane").all():
            pane.locator(".cm-line").first.wait_for(state="attached")
        if f"at={SOURCE}:" in fragment:  # what the line became is fetched first
            self.pane(SOURCE).locator(".numbers .here").wait_for(state="attached")
        return self

    @property
    def panes(self) -> list[str]:
        """The open texts, from left to right."""
        found = self.page.locator(".trace-screen .pane")
        return [str(pane.get_attribute("data-artifact")) for pane in found.all()]

    @property
    def status(self) -> Locator:
        """The line that says what is lit."""
        return self.page.get_by_role("status").and_(self.page.locator(".trace-status"))

    @property
    def fragment(self) -> str:
        """What the address says after the hash."""
        return str(self.page.evaluate("location.hash"))

    def pane(self, artifact: str) -> Locator:
        """One open text."""
        return self.page.locator(f'.pane[data-artifact="{artifact}"]')

    def line(self, artifact: str, number: int) -> Locator:
        """A line of a short text: all of it is drawn."""
        return self.pane(artifact).locator(".cm-line").nth(number - 1)

    def expect_lit(self, artifact: str, *numbers: int, how: str = "lit") -> None:
        """Wait until exactly these lines of a text are lit."""
        marked = self.pane(artifact).locator(f".numbers .{how}")
        expect(marked).to_have_text([str(number) for number in numbers])

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)
