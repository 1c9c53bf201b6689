"""llms.txt: what the site holds and where, in Markdown, for programs that read rather than look."""

from collections.abc import Callable, Mapping
from functools import partial

from chipward.dataset.tables import every_path
from chipward.site.address import (
    LINEAGE_JSON,
    LLMS_TXT,
    LOCK_JSON,
    PATHS_JSON,
    TARGETS_JSON,
    TOOLS_JSON,
    TPUS_JSON,
    TRACES_JSON,
    explainer_json,
)
from chipward.site.citing import LICENSE_NAME
from chipward.site.document import Document
from chipward.site.history import last_change_of_all
from chipward.site.site import Site
from chipward.site.words import day


def _llms(site: Site) -> bytes:
    def link(text: str, target: str) -> str:
        return f"[{text}]({site.full_link(LLMS_TXT, target)})"

    explainers = [
        f"- {link(f'{explainer.framework} as JSON', explainer_json(explainer))}: {explainer.summary}"
        for explainer in site.dataset.explainers
    ]
    framework = {explainer.slug: explainer.framework for explainer in site.dataset.explainers}
    paths = [
        f"- {link(f'{framework[row.explainer]}: {row.title}', row.url)}: {row.stages} stages, {row.steps} steps"
        for row in every_path(site.dataset)
    ]
    schemas = [
        f"- {link(url.rsplit('/', 1)[-1], url)}" for url in sorted(site.data_files) if url.startswith("/data/schema/")
    ]
    targets = (
        [f"- {link('The targets as JSON', TARGETS_JSON)}: what the drivers of GPUs answer"]
        if site.dataset.targets
        else []
    )
    if site.dataset.tpus:
        targets.append(f"- {link('The TPUs as JSON', TPUS_JSON)}: what is public about their generations")
    lines = [
        "# chipward",
        "",
        "> From the line of code you write to the chip that runs it: how AI frameworks run your code, stage by stage.",
        "> Every stage and every step quotes the documentation or source that supports it.",
        "",
        f"Last changed or checked: {day(last_change_of_all(site.dataset))}. The data is under {LICENSE_NAME}.",
        "Quotations stay under the licence of their source.",
        "",
        "## Data",
        "",
        *explainers,
        f"- {link('The atlas as JSON', LINEAGE_JSON)}: what each tool and language is written in",
        *targets,
        f"- {link('Evidence as JSON', LOCK_JSON)}: what the last check of every quote found",
        f"- {link('Every path as JSON', PATHS_JSON)}",
        f"- {link('Shared tools as JSON', TOOLS_JSON)}",
        f"- {link('Traces as JSON', TRACES_JSON)}: real programs, and what every stage made of them",
        *schemas,
        "",
        "## Paths",
        "",
        *paths,
        "",
        "## More",
        "",
        f"- {link('About', '/about/')}: how a claim gets in, and what each verdict means",
        f"- {link('Evidence', '/evidence/')}: every quote, with its source",
        f"- {link('Atlas', '/atlas/')}: what each tool is written in",
        f"- {link('How to cite', '/data/')}: licence, attribution, versions",
    ]
    return ("\n".join(lines) + "\n").encode()


def _contents(site: Site) -> Mapping[str, Callable[[], bytes]]:
    return {LLMS_TXT: partial(_llms, site)}


DOCUMENT = Document(_contents)
