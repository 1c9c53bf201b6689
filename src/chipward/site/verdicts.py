"""What a verdict is called on a page, what it means, and how many quotes have it."""

from collections import Counter
from collections.abc import Iterable, Mapping

from chipward.model.evidence import Evidence, Verdict

UNCHECKED = "unchecked"

VERDICTS: Mapping[str, tuple[str, str]] = {
    Verdict.VERIFIED: ("found", "The words stand in the source, on the lines that the citation names."),
    Verdict.MOVED: ("found, moved", "The words stand in the source, on other lines."),
    Verdict.EDITED: ("edited", "Nearly these words stand in the source. Somebody changed them, there or here."),
    Verdict.MISSING: ("missing", "The source was read and holds nothing like these words."),
    Verdict.UNREACHABLE: ("not reached", "The source could not be read, so nothing is known."),
    UNCHECKED: ("not checked", "No check of this quote, as it stands now, is on record."),
}


def verdict_of(evidence: Evidence | None) -> str:
    """A key of VERDICTS."""
    return evidence.verdict.value if evidence else UNCHECKED


def tally(checks: Iterable[Evidence | None]) -> Mapping[str, int]:
    """How many quotes have which verdict, strongest first; verdicts that none has are left out."""
    found = Counter(map(verdict_of, checks))
    return {verdict: found[verdict] for verdict in VERDICTS if found[verdict]}
