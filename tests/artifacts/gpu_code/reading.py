"""Texts that Triton, LLVM and NVIDIA's tools wrote, and places as people write them."""

from pathlib import PurePosixPath

from chipward.artifacts.gpu_code.places import Chain, Frame, Located
from golden_files import GOLDEN


def text_of(kind: str, name: str) -> str:
    """A text that somebody has looked at."""
    return (GOLDEN / kind / f"{name}.txt").read_text(encoding="utf-8")


def spelled(chain: Chain) -> str:
    """``9:11 < 14:11 < 25:17``: the own place, then the calls. Places of a library bear the name of their file."""
    return " < ".join(map(_place, chain))


def told(located: Located, text: str, fragment: str) -> list[str]:
    """What is told of the lines that hold a piece of text, in order; a reason where nothing is."""
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        if fragment in line and number in located.chains:
            found.append(" + ".join(map(spelled, located.chains[number])))
        elif fragment in line and number in located.silent:
            found.append(located.silent[number])
    return found


def _place(frame: Frame) -> str:
    name = PurePosixPath(frame.file).name
    own = name == "triton_kernels.py"
    return f"{frame.line}:{frame.column}" if own else f"{name}:{frame.line}:{frame.column}"
