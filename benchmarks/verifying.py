"""``chipward verify``: finding quotes again in the released packages that hold them."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from benchmarks.bench import ROOT, Bench
from benchmarks.figure import Bare, Figure
from benchmarks.stopwatch import python_seconds, seconds
from chipward.dataset.verify.run import quotes_in, verify
from chipward.dataset.verify.shelves.packages import Packages
from chipward.dataset.verify.shelves.shelf import Held
from chipward.model.citation import Source
from chipward.model.missing import Missing

PACKAGES = ROOT / ".cache/packages"  # where `make packages` puts them
SOME_UNREACHABLE = 1  # an exit code: some quotes are from sources that no package holds


class AtHand:
    """A shelf whose texts have been read already."""

    def __init__(self, texts: Mapping[Source, Held | Missing]) -> None:
        self.texts = texts

    def find(self, sources: Sequence[Source]) -> Mapping[Source, Held | Missing]:
        """Hand the texts over."""
        return {source: self.texts[source] for source in sources}


def run(bench: Bench) -> Iterator[Figure]:
    """Find all quotes whose package is at hand: the texts read beforehand, and the whole command."""
    quotes = [quote for document in bench.dataset.documents for quote in quotes_in(document)]
    sources = tuple({quote.source for quote in quotes if quote.source.release})
    texts = {source: text for source, text in Packages([PACKAGES]).find(sources).items() if isinstance(text, Held)}
    here = [quote for quote in quotes if quote.source in texts]
    day = date.today()  # noqa: DTZ011 -- any day will do
    finding = seconds(lambda: verify(here, AtHand(texts), day))
    yield Figure("Find 1000 quotes in texts at hand", finding / len(here) * 1000, "s", 1)
    command = ["-m", "chipward", "verify", "--no-write", "--packages", PACKAGES]
    whole = python_seconds(command, allow=(0, SOME_UNREACHABLE))
    opening = Bare("reading the packages", seconds(lambda: Packages([PACKAGES]).find(sources)))
    yield Figure(f"chipward verify, {len(here)} quotes", whole, "s", bare=opening)
