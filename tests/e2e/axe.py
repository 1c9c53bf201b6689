"""axe-core, which finds what a program can find of what shuts people out."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

CORE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"

# Everything that axe-core does by itself, and target-size, which is off until it is asked for.
ALL: dict[str, object] = {"rules": {"target-size": {"enabled": True}}}
CONTRAST: dict[str, object] = {"runOnly": ["color-contrast"]}

RUN = """async (options) => {
  const { violations } = await axe.run({ resultTypes: ["violations"], ...options });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`));
}"""


@cache
def core() -> str:
    return CORE.read_text(encoding="utf-8")


def violations(page: Page, options: dict[str, object] = ALL) -> list[str]:
    """What axe-core finds wrong with a page, a sentence each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"{core()}; 0")
    return page.evaluate(RUN, options)
