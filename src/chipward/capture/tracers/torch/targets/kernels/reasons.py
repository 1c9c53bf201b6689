"""Why a kernel has no artifacts, each in a sentence for a reader."""

import re
from importlib.metadata import PackageNotFoundError, version

from chipward.capture.memory import without_addresses

# The Triton that a PyTorch goes with, as PyTorch's own metadata of its wheels with GPU support says.
_GOES_WITH = {"2.13": "3.7.1"}
_LONGEST = 300  # characters
_FOLDERS = re.compile(r"(?<![\w.])/(?:[^\s:'\"/]+/)+")
# e.g. "ptxas /tmp/tmpabc.ptx, line 5; fatal   : …" and Triton's "at 12:8:" with the source below
_PTXAS = re.compile(r"^(?:ptxas|nvlink)\b.*?(?:error|fatal)\s*:\s*(?P<why>.*)$", re.MULTILINE)


def no_triton() -> str | None:
    """Say what is to be installed where Triton is not."""
    try:
        version("triton")
    except PackageNotFoundError:
        torch = version("torch").partition("+")[0]
        fits = _GOES_WITH.get(".".join(torch.split(".")[:2]))
        wanted = f"triton=={fits}" if fits else "triton"
        goes = f" Triton {fits} goes with PyTorch {torch}." if fits else ""
        return f"Triton is not installed, which makes code for GPUs.{goes} Install it: pip install {wanted}"
    return None


def why_not_compiled(error: BaseException) -> str:
    """Tell what Triton says of a kernel that it could not compile, without this machine's folders; cut if long."""
    while error.__cause__ is not None:  # in a function that the kernel calls
        error = error.__cause__
    said = str(error)
    by_ptxas = _PTXAS.search(said)
    line = by_ptxas["why"] if by_ptxas else _last_line(said)
    told = _FOLDERS.sub("…/", without_addresses(f"{_who(error)}: {line or 'no reason given'}"))
    return told if len(told) <= _LONGEST else f"{told[: _LONGEST - 1]}…"


def _who(error: BaseException) -> str:
    name = type(error).__name__
    return "ptxas could not assemble it" if name == "PTXASError" else f"Triton could not compile it ({name})"


def _last_line(said: str) -> str:
    # Triton quotes the source above its message.
    lines = [line.strip() for line in said.splitlines() if line.strip(" ^")]
    return lines[-1] if lines else ""
