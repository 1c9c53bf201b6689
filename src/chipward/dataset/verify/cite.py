"""Words of a text as a citation, with where they stand and what stands around them."""

import re

from chipward.dataset.verify.occurrence import lines_of, occurrences
from chipward.model.citation import Citation
from chipward.model.ids import CitationId, SourceId

AROUND = 32  # characters of prefix and suffix at most: enough to tell one place from another
ID_WORDS = 5


def cite(source: SourceId, words: str, text: str) -> tuple[Citation, ...]:
    """Return a citation for every place where the words stand."""
    return tuple(
        Citation(
            id=_id(source, words),
            source=source,
            exact=" ".join(text[place.start : place.end].split()),
            prefix=_last_words(text[max(0, place.start - 8 * AROUND) : place.start]),
            suffix=_first_words(text[place.end : place.end + 8 * AROUND]),
            lines=lines_of(place, text),
        )
        for place in occurrences(words, text)
    )


def _id(source: SourceId, words: str) -> CitationId:
    """Suggest an id: the first words, as far as they can stand in an address."""
    found = re.findall(r"[a-z0-9]+", words.lower())[:ID_WORDS]
    return CitationId("-".join(found)[:64].strip("-") or source)


def _first_words(text: str) -> str:
    kept = ""
    for word in text.split():
        if len(kept) + 1 + len(word) > AROUND:
            break
        kept = f"{kept} {word}".strip()
    return kept


def _last_words(text: str) -> str:
    kept = ""
    for word in reversed(text.split()):
        if len(kept) + 1 + len(word) > AROUND:
            break
        kept = f"{word} {kept}".strip()
    return kept
