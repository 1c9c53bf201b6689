"""What a redacted bundle no longer holds, in words beside the lines that were emptied."""

from chipward.bundle.redact import SOURCE
from chipward.model.artifact import Artifact
from chipward.site.traces.exhibit import Exhibit

_SENTENCE = "This text was taken out of this copy of the trace. Its lines are kept empty, so that the maps stay true."


def taken_out(exhibit: Exhibit, artifact: Artifact) -> str | None:
    """The sentence, or None where the text is as it was recorded."""
    trace = exhibit.bundle.trace
    redacted = trace.environment.settings.get("redacted", "").split(", ")
    is_source = artifact.kind == SOURCE or any(file.artifact == artifact.id for file in trace.program.files)
    return _SENTENCE if "source" in redacted and is_source else None
