"""What the kind of a text is called at the stage where the text stands."""

from dataclasses import replace

from chipward.artifacts.kinds import eager_ops, kind_of
from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import Artifact

_INTERFACE = "pytorch"
# The same listing holds, at the framework's interface, calls of Python as a program and its libraries write them.
_CALLS = replace(eager_ops.KIND, title="Python calls", noun=("Python call", "Python calls"))


def kind_at(artifact: Artifact) -> Kind:
    """The kind of an artifact, called as it is called at its stage."""
    if artifact.kind == _CALLS.id and artifact.stage == _INTERFACE:
        return _CALLS
    return kind_of(artifact.kind)
