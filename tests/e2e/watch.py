"""Notes whatever a page should not do while a test uses it."""

from playwright.sync_api import BrowserContext, ConsoleMessage, Request

TELL_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  console.error(`the policy forbids ${violatedDirective} from ${blockedURI}`));
"""


class Watch:
    """Watches all pages of a context: errors and warnings, forbidden loads, requests to other places."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        self._context = context
        self._site = site
        self._troubles: list[str] = []
        context.add_init_script(TELL_VIOLATIONS)
        context.on("console", self._hear)
        context.on("weberror", lambda failed: self._troubles.append(f"script failed: {failed.error}"))
        context.on("request", self._see)

    def close(self) -> list[str]:
        """Close the context, and return what was noted."""
        for page in self._context.pages:
            page.evaluate("0")  # by now the browser has told all that came before
        self._context.close()
        return self._troubles

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._troubles.append(f"console {message.type}: {message.text} ({message.location['url']})")

    def _see(self, request: Request) -> None:
        if not request.url.startswith((self._site, "data:")):
            self._troubles.append(f"{request.method} {request.url} leaves {self._site}")
