"""Checks quotes against their sources and returns what it saw; writes nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from chipward.dataset.evidence import lock_key, quote_hash
from chipward.dataset.folder import Document
from chipward.dataset.verify.judge import Finding, judge
from chipward.dataset.verify.shelves.shelf import Held, Shelf
from chipward.dataset.verify.swhid import swhid
from chipward.model.citation import Citation, Source
from chipward.model.evidence import Evidence, Verdict
from chipward.model.missing import Missing


@dataclass(frozen=True)
class Quote:
    """A citation with its source, in its file."""

    file: str  # how-pytorch-runs
    citation: Citation
    source: Source

    @property
    def key(self) -> str:
        """The name of this quote among all quotes."""
        return lock_key(self.file, self.citation)


@dataclass(frozen=True)
class Result:
    """A quote, and what became of it."""

    quote: Quote
    finding: Finding
    evidence: Evidence


def quotes_in(document: Document) -> tuple[Quote, ...]:
    """List the quotes of a file that name a source of that file; a rule complains about others."""
    return tuple(
        Quote(document.id, citation, document.source[citation.source])
        for citation in document.citations
        if citation.source in document.source
    )


def verify(
    quotes: Sequence[Quote], library: Shelf, today: date, progress: Callable[[Quote], None] = lambda _: None
) -> tuple[Result, ...]:
    """Judge every quote, each source read once."""
    texts = library.find(tuple(dict.fromkeys(quote.source for quote in quotes)))
    decoded: dict[Source, str] = {}
    results = []
    for quote in quotes:
        text = texts[quote.source]
        if isinstance(text, Held) and quote.source not in decoded:
            decoded[quote.source] = text.text
        results.append(_result(quote, text, decoded.get(quote.source, ""), today))
        progress(quote)
    return tuple(results)


def _result(quote: Quote, held: Held | Missing, text: str, today: date) -> Result:
    fingerprint = quote_hash(quote.citation, quote.source)
    again = f"chipward verify {quote.key} --no-write"
    if isinstance(held, Missing):
        finding = Finding(Verdict.UNREACHABLE, None, held.why)
        seen = Evidence(
            verdict=finding.verdict,
            quote=fingerprint,
            lines=None,
            swhid=None,
            found_in="",
            checked=today,
            command=f"{again} --online",
        )
        return Result(quote, finding, seen)
    finding = judge(quote.citation, text)
    get = f"{held.obtain} && " if held.obtain else ""
    seen = Evidence(
        verdict=finding.verdict,
        quote=fingerprint,
        lines=finding.lines,
        swhid=swhid(held.content, quote.source, finding.lines),
        found_in=held.found_in,
        checked=today,
        command=f"{get}{again} {held.option}",
    )
    return Result(quote, finding, seen)
