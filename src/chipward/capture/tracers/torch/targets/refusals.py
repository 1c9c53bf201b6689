"""Why PyTorch would not compile a graph for a target, in a sentence."""

import re

from chipward.capture.folders import without_folders
from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.stable import stable

_LONGEST = 300  # characters
# How PyTorch says that nobody has registered an operator.
_NO_OPERATOR = re.compile(r"'_OpNamespace' '(\w+)' object has no attribute '(\w+)'")


def why_not_compiled(error: BaseException) -> str:
    """Tell what PyTorch says, without this machine's folders; cut if long."""
    return _told("PyTorch could not compile the graph for it", error)


def why_not_read(error: BaseException) -> str:
    """Tell why a worker cannot make of the file what it was made from."""
    if operator := _NO_OPERATOR.search(str(error)):
        return (
            f"The graph calls {operator[1]}::{operator[2]}, an operator that the program registers itself. What it "
            "does is known in the program's process alone, so neither it nor the graph around it is compiled."
        )
    return _told("The recorded graph cannot be read in another process than the program's", error)


def _told(what: str, error: BaseException) -> str:
    inner: Foreign = error
    while (cause := getattr(inner, "inner_exception", None) or inner.__cause__) is not None:
        inner = cause
    lines = [line.strip() for line in str(inner).splitlines() if line.strip()]
    said = without_folders(stable(" ".join(lines[:2])))
    told = f"{what}: {type(inner).__name__}{f', {said}' if said else ''}"
    return f"{told[: _LONGEST - 1]}…" if len(told) > _LONGEST else f"{told.rstrip('.')}."
