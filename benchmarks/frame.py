"""What one change costs a page: its script, and the frame that shows it."""

from playwright.sync_api import Page

ONE = 16.0  # milliseconds between two frames of a common screen
RUNS = 15  # a frame is short, and a busy machine interrupts many of them

# From the click to the end of the frame that shows it, without the wait for the screen to be ready for one.
CHANGE = """async (selector) => {
  const started = performance.now();
  document.querySelector(selector).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  const scripted = performance.now() - started;
  const drawn = await new Promise((done) => requestAnimationFrame(() => {
    const began = performance.now();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now() - began);
    port2.postMessage(0);
  }));
  return scripted + drawn;
}"""


def change(page: Page, selector: str) -> float:
    """Click, and return the milliseconds that the page worked until the result was on screen."""
    return float(page.evaluate(CHANGE, selector))
