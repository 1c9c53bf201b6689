"""Why a kernel has no artifacts, each in a sentence for a reader."""

import re
from collections.abc import Sequence

from chipward.capture.folders import without_folders
from chipward.capture.memory import without_addresses
from chipward.capture.tracers.torch.installed import find_torch, find_triton
from chipward.capture.tracers.torch.pairing import pairing

_LONGEST = 300  # characters
# e.g. "ptxas /tmp/tmpabc.ptx, line 5; fatal   : …" and Triton's "at 12:8:" with the source below
_PTXAS = re.compile(r"^(?:ptxas|nvlink)\b.*?(?:error|fatal)\s*:\s*(?P<why>.*)$", re.MULTILINE)


def no_triton(path: Sequence[str] | None = None) -> str | None:
    """Say what is to be installed where Triton is not. ``path`` are folders to look into instead of Python's own."""
    if find_triton(path) is not None:
        return None
    torch = find_torch(path)
    wanted = pairing(torch) if torch else None
    goes = f" {wanted.requirement} goes with PyTorch {torch.public_version}." if torch and wanted else ""
    install = f'pip install "{wanted.requirement if wanted else "triton"}"'
    return f"Triton is not installed, which makes code for GPUs.{goes} Install it: {install}"


def why_not_compiled(error: BaseException) -> str:
    """Tell what Triton says of a kernel that it could not compile, without this machine's folders; cut if long."""
    while error.__cause__ is not None:  # in a function that the kernel calls
        error = error.__cause__
    said = str(error)
    by_ptxas = _PTXAS.search(said)
    line = by_ptxas["why"] if by_ptxas else _last_line(said)
    told = without_folders(without_addresses(f"{_who(error)}: {line or 'no reason given'}"))
    return told if len(told) <= _LONGEST else f"{told[: _LONGEST - 1]}…"


def _who(error: BaseException) -> str:
    name = type(error).__name__
    return "ptxas could not assemble it" if name == "PTXASError" else f"Triton could not compile it ({name})"


def _last_line(said: str) -> str:
    # Triton quotes the source above its message.
    lines = [line.strip() for line in said.splitlines() if line.strip(" ^")]
    return lines[-1] if lines else ""
