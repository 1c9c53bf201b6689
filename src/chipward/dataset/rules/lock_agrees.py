"""Every quote was verified as it stands, and the lock holds nothing else."""

from collections.abc import Iterator

from chipward.dataset.evidence import lock_key, quote_hash
from chipward.dataset.folder import LOCK, Dataset, Document
from chipward.dataset.rules.rule import Complaint, Rule
from chipward.model.citation import Citation
from chipward.model.evidence import Evidence, Verdict


def _check(dataset: Dataset) -> Iterator[Complaint]:
    keys = {lock_key(document.id, citation) for document in dataset.documents for citation in document.citations}
    there = {document.id for document in dataset.documents}
    for document in dataset.documents:
        yield from _of_document(document, dataset)
    for key in dataset.lock.quotes.keys() - keys:
        name = key.partition("/")[0]
        if name in there:
            yield LOCK, f"quotes.{key}", f"has evidence for {key}, which is gone; run {_verify(name)}"
        elif name not in dataset.lock.files:
            yield LOCK, f"quotes.{key}", f"has evidence for {key}, which no data file has; remove it here"
    for name in dataset.lock.files.keys() - there:
        sentence = f"tells of {name}, which is gone; bring the file back, or remove it and its quotes here too"
        yield LOCK, f"files.{name}", sentence


def _of_document(document: Document, dataset: Dataset) -> Iterator[Complaint]:
    file = dataset.file_of(document)
    if document.id not in dataset.lock.files:
        yield file, "", f"is not in {LOCK}; run {_verify(document.id)}"
        return
    for at, citation in enumerate(document.citations):
        key = lock_key(document.id, citation)
        source = document.source.get(citation.source)
        evidence = dataset.lock.quotes.get(key)
        if source is None:
            continue  # the rule about links complains
        if evidence is None:
            yield file, f"citations[{at}]", f"was never verified; run {_verify(key)}"
        elif evidence.quote != quote_hash(citation, source):
            yield file, f"citations[{at}]", f"has changed since it was verified; run {_verify(key)}"
        elif fault := _fault(citation, evidence):
            yield file, f"citations[{at}]", f"{fault}; mend the quote or its source, then run {_verify(key)}"


def _verify(name: str) -> str:
    return f"`chipward verify {name} --packages DIR --sources DIR`"


def _fault(citation: Citation, evidence: Evidence) -> str:
    if evidence.verdict is not Verdict.VERIFIED:
        return f"is {evidence.verdict}"
    if evidence.swhid is None or (citation.lines and citation.lines != evidence.lines):
        return "is verified in the lock, but not at the place that it cites"
    return ""


RULE = Rule(
    name="lock-agrees",
    reason="No quote ships unverified.",
    check=_check,
)
