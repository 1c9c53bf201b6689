"""What the lock knows about a quote, as long as the quote is still the one that was checked."""

import hashlib
import json

from chipward.dataset.folder import Dataset
from chipward.model.citation import Citation, Source
from chipward.model.evidence import Evidence

# A change to any of these needs another look; a change to a title or a licence does not.
_QUOTED = {"exact", "prefix", "suffix", "lines"}
_PINNED = {"repository", "commit", "tag", "path", "release", "url", "read"}


def quote_hash(citation: Citation, source: Source) -> str:
    """Fingerprint the quoted words together with the pin of the text they are taken from."""
    parts = [citation.model_dump(mode="json", include=_QUOTED), source.model_dump(mode="json", include=_PINNED)]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def lock_key(file_id: str, citation: Citation) -> str:
    """Name a quote among all quotes: ``how-pytorch-runs/inductor-fuses``."""
    return f"{file_id}/{citation.id}"


def evidence_for(dataset: Dataset, file_id: str, citation: Citation) -> Evidence | None:
    """Return the last check of a quote, or None if this quote was never checked as it stands now."""
    evidence = dataset.lock.quotes.get(lock_key(file_id, citation))
    document = next((each for each in dataset.documents if each.id == file_id), None)
    source = document.source.get(citation.source) if document else None
    if evidence is None or source is None or evidence.quote != quote_hash(citation, source):
        return None
    return evidence
