"""All shelves as one, the surest first."""

from collections.abc import Mapping, Sequence

from chipward.dataset.verify.shelves.shelf import Held, Shelf, missing
from chipward.model.citation import Source
from chipward.model.missing import Missing


class Library:
    """Asks one shelf after the other for what is still not found."""

    def __init__(self, shelves: Sequence[Shelf]) -> None:
        self._shelves = shelves

    def find(self, sources: Sequence[Source]) -> Mapping[Source, Held | Missing]:
        """Return every source's text, or why no shelf holds it."""
        held: dict[Source, Held] = {}
        reasons: dict[Source, list[str]] = {source: [] for source in sources}
        for shelf in self._shelves:
            for source, answer in shelf.find([source for source in reasons if source not in held]).items():
                if isinstance(answer, Held):
                    held[source] = answer
                else:
                    reasons[source].append(answer.why)
        return {
            source: held.get(source) or missing(source, "; ".join(why) or _nowhere(source))
            for source, why in reasons.items()
        }


def _nowhere(source: Source) -> str:
    if source.url and not source.repository and not source.release:
        return "the page is on the web alone; add --online"
    wanted = " or ".join(
        option
        for option, fits in (
            ("--packages DIR", source.release),
            ("--sources DIR", source.repository),
            ("--online", source.repository or source.url),
        )
        if fits
    )
    return f"no place was named that could hold it; add {wanted}"
