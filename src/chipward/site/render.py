"""From a page and one of its addresses to HTML.

Every template may use, besides what its page's ``context`` gives:

page          what the page says of itself: the fields of `PageView`
csp           the Content-Security-Policy for a meta tag; None where the server sends it as a header
dataset       the facts
link(url)     a link from this page to another address of the site: link('/paths/'), link('/tools/#cuda')
static(name)  a link to a built web file, with the hash of its content: static('site.css').
              A file that the style sheet names itself (a font) has no hash: link('/static/fonts/inter.woff2')
stage_url(explainer, stage), node_url(node_id)
              addresses, to be given to link()
evidence(file_id, citation), quote_anchor(file_id, citation), source_url(source, lines, words)
chipward_version, checked: the version of the program; the day of the last check of any quote
verdicts, verdict_of(evidence): what each verdict is called and what it means; which of them a check has
|prose        text of the data, its `code` in backticks set as code
|command      a command for the terminal, the names of its options never broken
|in_a_row     names as a sentence lists them: C, C++ and Python
|shown        text of a trace: what cannot be seen is spelled out
|day          a date in words: 30 Nov 2026
number(n, one)  a count with its noun: number(2, "quote") gives 2 quotes; number(2, "entry", "entries")

A macro file must be imported ``with context`` to see page, link and static.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined

from chipward import __version__
from chipward.dataset.evidence import evidence_for
from chipward.dataset.permalink import source_url
from chipward.errors import Misuse
from chipward.model.citation import Citation
from chipward.model.evidence import Evidence
from chipward.site.address import SITE_PICTURE, node_url, quote_anchor, relative_link, stage_url
from chipward.site.fingerprint import fingerprint
from chipward.site.history import last_check
from chipward.site.page import Page
from chipward.site.security import POLICY_IN_META
from chipward.site.site import Site
from chipward.site.traces.shown import visible
from chipward.site.verdicts import VERDICTS, verdict_of
from chipward.site.words import command, day, in_a_row, number, prose


@dataclass(frozen=True)
class PageView:
    """What a page says of itself, as templates use it. Links are ready to stand in an attribute."""

    url: str
    title: str
    description: str
    canonical: str | None
    twin: str | None
    picture: str
    json_ld: Mapping[str, object] | None


def make_environment() -> Environment:
    """The Jinja environment: everything is escaped, and a name that nobody defined is an error."""
    environment = Environment(
        loader=PackageLoader("chipward.site", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals.update(
        chipward_version=__version__,
        node_url=node_url,
        number=number,
        quote_anchor=quote_anchor,
        source_url=source_url,
        stage_url=stage_url,
        verdict_of=verdict_of,
        verdicts=VERDICTS,
    )
    environment.filters.update(command=command, day=day, in_a_row=in_a_row, prose=prose, shown=visible)
    return environment


class Renderer:
    """Renders pages of one edition of the site."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.environment = make_environment()

    def html(self, page: Page, url: str, *, linker: Callable[[str], str] | None = None) -> str:
        """Render one page. ``linker`` replaces the relative links, for a page that may appear at any depth."""
        link = linker or (lambda target: relative_link(url, target, self.site.index_file))
        head = page.head(self.site, url)
        base = self.site.base_url

        def static(name: str) -> str:
            return f"{link(f'/static/{name}')}?v={fingerprint(self._static_file(name))}"

        def evidence(file_id: str, citation: Citation) -> Evidence | None:
            return evidence_for(self.site.dataset, file_id, citation)

        picture = head.picture or SITE_PICTURE
        view = PageView(
            url=url,
            title=head.title,
            description=head.description,
            canonical=f"{base}{url}" if base else None,
            twin=link(head.twin) if head.twin else None,
            picture=f"{base}{picture}" if base else link(picture),
            json_ld=head.json_ld,
        )
        template = self.environment.get_template(page.template)
        return template.render(
            {
                **page.context(self.site, url),
                "checked": last_check(self.site.dataset),
                "csp": POLICY_IN_META if self.site.index_file else None,
                "dataset": self.site.dataset,
                "evidence": evidence,
                "link": link,
                "page": view,
                "static": static,
            }
        )

    def _static_file(self, name: str) -> bytes:
        try:
            return self.site.static_files[name]
        except KeyError:
            message = f"the web file {name} has not been built; run `make web`, or install chipward from its wheel"
            raise Misuse(message) from None
