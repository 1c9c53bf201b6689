"""How the results of a verification are told."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from chipward.dataset.verify.lock_file import is_kept
from chipward.dataset.verify.run import Result
from chipward.model.evidence import EvidenceLock, Verdict


def as_text(results: Sequence[Result], lock: EvidenceLock) -> Iterator[str]:
    """Yield a line for each quote that is not verified, then one for each file."""
    for result in results:
        if result.finding.verdict is not Verdict.VERIFIED:
            kept = lock.quotes[result.quote.key] if is_kept(result, lock) else None
            record = f"; the record of {kept.checked} ({kept.verdict}) is kept" if kept else ""
            yield f"{result.quote.key}: {result.finding.verdict}: {_sentence(result)}{record}"
    tally: dict[str, Counter[Verdict]] = defaultdict(Counter)
    for result in results:
        tally[result.quote.file][result.finding.verdict] += 1
    for file, verdicts in tally.items():
        told = ", ".join(f"{verdicts[verdict]} {verdict}" for verdict in Verdict if verdicts[verdict])
        yield f"{file}: {verdicts.total()} quote{'s' if verdicts.total() > 1 else ''}: {told}"


def as_value(results: Sequence[Result], lock: EvidenceLock) -> dict[str, object]:
    """Return all results as one object for programs that read JSON."""
    verdicts = Counter(result.finding.verdict for result in results)
    return {
        "verdicts": {verdict: verdicts[verdict] for verdict in Verdict},
        "quotes": [
            {"file": result.quote.file, "citation": result.quote.citation.id}
            | result.evidence.model_dump(mode="json")
            | {"detail": result.finding.detail, "kept": is_kept(result, lock)}
            for result in results
        ],
    }


def _sentence(result: Result) -> str:
    if result.finding.verdict is Verdict.UNREACHABLE:
        return result.finding.detail
    source = result.quote.source
    return f"{result.finding.detail} ({result.evidence.found_in}, {source.path or source.url or source.id})"
