"""The words with which somebody gives credit: an attribution line and a BibTeX entry for each data file."""

import re
from dataclasses import dataclass

from chipward.dataset.folder import Document
from chipward.model.explainer import Explainer
from chipward.model.target_table import TargetTable
from chipward.model.tpu_table import TpuTable
from chipward.site.address import page_of
from chipward.site.history import last_change
from chipward.site.site import Site
from chipward.site.words import MONTHS, day

AUTHORS = "The chipward authors"
LICENSE_NAME = "CC BY 4.0"
LICENSE_URL = "https://creativecommons.org/licenses/by/4.0/"

_SPECIAL = re.compile(r"([&%$#_{}])")


@dataclass(frozen=True)
class Credit:
    """How to name one data file."""

    title: str
    attribution: str
    bibtex: str


def credit(site: Site, file: Document) -> Credit:
    """Write both forms. The address is in them only where the site knows it."""
    title = _title(file)
    url = f"{site.public_url}{page_of(file)}" if site.public_url else None
    place = f", {url}" if url else ""
    stop = "" if title.endswith(("?", "!", ".")) else "."
    return Credit(
        title=title,
        attribution=(
            f"“{title}{stop}” {AUTHORS}, version {file.version}, {day(last_change(file))}{place}. "
            f"Licensed under {LICENSE_NAME}, {LICENSE_URL}"
        ),
        bibtex=_bibtex(file, title, url),
    )


def _title(file: Document) -> str:
    if isinstance(file, Explainer):
        return file.title
    if isinstance(file, TargetTable):
        return "The chipward targets: what drivers answer about GPUs"
    if isinstance(file, TpuTable):
        return "The chipward targets: what is public about TPUs"
    return "The chipward atlas: what tools are written in"


def _bibtex(file: Document, title: str, url: str | None) -> str:
    when = last_change(file)
    fields = {
        "title": f"{{{_escape(title)}}}",
        "author": f"{{{AUTHORS}}}",
        "year": str(when.year),
        "month": MONTHS[when.month - 1].lower(),
        "version": file.version,
        "note": f"Checked {day(file.checked)}. {LICENSE_NAME}",
    } | ({"url": url} if url else {})
    # BibTeX knows its own names of months, which stand without braces.
    lines = [f"  {name} = {value if name == 'month' else f'{{{value}}}'}," for name, value in fields.items()]
    return "\n".join([f"@misc{{chipward-{file.id},", *lines, "}"])


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
