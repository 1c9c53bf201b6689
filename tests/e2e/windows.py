"""Windows of the browser, one for each way of looking at a site, used again and again.

A window of its own for each test would take three times as long as the test. The site keeps nothing in a browser,
so a page that is loaded anew knows nothing of the test before.
"""

from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

TELL_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  console.error(`the policy forbids ${violatedDirective} from ${blockedURI}`));
"""


class Window:
    """A page of a site, and whatever it does that it should not: errors, forbidden loads, requests to other places."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        self.page = context.new_page()
        self._size = self.page.viewport_size
        self._site = site
        self._troubles: list[str] = []
        context.add_init_script(TELL_VIOLATIONS)
        context.on("console", self._hear)
        context.on("weberror", lambda failed: self._troubles.append(f"script failed: {failed.error}"))
        context.on("request", self._see)

    def cleared(self) -> Page:
        """The page as if nobody had used it."""
        self.page.unroute_all()
        self.page.goto("about:blank")
        self.page.emulate_media(media="null", color_scheme="null")
        if self._size:
            self.page.set_viewport_size(self._size)
        self.take_troubles()
        return self.page

    def take_troubles(self) -> list[str]:
        """What happened since the last time."""
        self.page.evaluate("0")  # by now the browser has told all that came before
        taken, self._troubles = self._troubles, []
        return taken

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._troubles.append(f"console {message.type}: {message.text} ({message.location['url']})")

    def _see(self, request: Request) -> None:
        if not request.url.startswith((self._site, "data:")):
            self._troubles.append(f"{request.method} {request.url} leaves {self._site}")


class Windows:
    """All windows that have been opened, by the site and the settings of its reader."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._opened: dict[str, Window] = {}

    def open(self, site: str, **settings: Any) -> Window:
        """Open a window, or come back to the one that has these settings."""
        key = repr((site, sorted(settings.items())))
        if key not in self._opened:
            self._opened[key] = Window(self._browser.new_context(base_url=site, **settings), site)
        return self._opened[key]
