"""What a data file has shown to the world: the content behind each version, and every id."""

import hashlib
import json

from chipward.dataset.folder import Document
from chipward.model.atlas import Atlas
from chipward.model.evidence import EvidenceLock, Published
from chipward.model.target_table import TargetTable
from chipward.model.tpu_table import TpuTable

# The version names the content; the day of the last look and the change log tell of it.
_AROUND = {"schema_uri", "version", "checked", "changes"}


def content_hash(document: Document) -> str:
    """Fingerprint what a version stands for. Layout, the version itself and the change log do not count."""
    # Defaults are left out, so that a new optional key in the models changes no old content.
    content = document.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude=_AROUND)
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def ids_in(document: Document) -> tuple[str, ...]:
    """List every id that is in use, with its kind: ``stages/inductor``, ``choices/device/cpu``."""
    ids = [f"citations/{citation.id}" for citation in document.citations]
    ids += [f"sources/{source.id}" for source in document.sources]
    if isinstance(document, Atlas):
        ids += [f"nodes/{node.id}" for node in document.nodes]
    elif isinstance(document, TargetTable | TpuTable):
        ids += [f"targets/{name}" for name in document.ids]
    else:
        ids += [f"stages/{stage.id}" for stage in document.stages]
        ids += [f"steps/{step.id}" for step in document.steps]
        ids += [f"choices/{choice.id}" for choice in document.choices]
        ids += [f"choices/{choice.id}/{option.id}" for choice in document.choices for option in choice.options]
    return tuple(sorted(set(ids)))


def stale(document: Document, lock: EvidenceLock) -> str:
    """Say what to do if this version was recorded with other content than it has now; else nothing."""
    published = lock.files.get(document.id)
    recorded = published.versions.get(document.version) if published else None
    if recorded is None or recorded == content_hash(document):
        return ""
    return (
        f"the content has changed since version {document.version} was recorded; raise the version, "
        "and say in the change log what is new"
    )


def publish(document: Document, before: Published | None) -> Published:
    """Add what a document holds now to what it has published before."""
    versions = {**(before.versions if before else {}), document.version: content_hash(document)}
    ids = {*(before.ids if before else ()), *ids_in(document), *document.retired}
    return Published(
        versions=dict(sorted(versions.items(), key=lambda item: version_key(item[0]))), ids=tuple(sorted(ids))
    )


def version_key(version: str) -> tuple[int, ...]:
    """Order versions by their numbers: 1.10.0 comes after 1.9.0."""
    return tuple(int(part) for part in version.split("."))
