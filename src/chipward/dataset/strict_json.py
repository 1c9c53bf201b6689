"""JSON as the standard has it: no key twice, no NaN, no bottomless nesting, UTF-8 and nothing else.

Python's own reader is more forgiving, and forgiving readers disagree about what a file says.
"""

import json
import stat
from pathlib import Path

from chipward.errors import Misuse

LARGEST = 16 * 2**20  # bytes; the largest real file has a hundredth of it


def read_text(path: Path, name: str) -> str:
    """Read a data file. ``name`` is what a complaint calls it."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):  # a pipe or a device may never end
            message = f"{name}: is not an ordinary file; put one in its place"
            raise Misuse(message)
        size = status.st_size
        if size > LARGEST:
            message = f"{name}: has {size:,} bytes, and a data file may have {LARGEST:,}; shorten it"
            raise Misuse(message)
        raw = path.read_bytes()
    except FileNotFoundError:
        message = f"{name}: is not in {path.parent}; add it, or name another data folder"
        raise Misuse(message) from None
    except OSError as error:
        message = f"{name}: cannot be read ({error.strerror}); make it a file that you may read"
        raise Misuse(message) from None
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"{name}: byte {error.start} is not UTF-8; save the file as UTF-8"
        raise Misuse(message) from None
    if text.startswith("\ufeff"):
        message = f"{name}: starts with a byte-order mark; save it as UTF-8 without one"
        raise Misuse(message)
    return text


def parse(text: str, name: str) -> dict[str, object]:
    """Turn the text of a data file into an object, or say which line is not JSON."""

    def pairs(items: list[tuple[str, object]]) -> dict[str, object]:
        found: dict[str, object] = {}
        for key, value in items:
            if key in found:
                message = f"{name}: the key {key!r} stands twice in one object; keep one of them"
                raise Misuse(message)
            found[key] = value
        return found

    def constant(word: str) -> object:
        message = f"{name}: {word} is not JSON; write a number, a string or null"
        raise Misuse(message)

    try:
        value = json.loads(text, object_pairs_hook=pairs, parse_constant=constant)
    except json.JSONDecodeError as error:
        what = error.msg[0].lower() + error.msg[1:]
        message = f"{name}: line {error.lineno}, column {error.colno} is not JSON ({what}); mend it there"
        raise Misuse(message) from None
    except RecursionError:
        message = f"{name}: is nested too deep to be read; write it as the schema has it"
        raise Misuse(message) from None
    except ValueError:  # an integer of thousands of digits
        message = f"{name}: holds a number that is too long to be read; shorten it"
        raise Misuse(message) from None
    if not isinstance(value, dict):
        message = f"{name}: does not hold an object; start it with {{ and end it with }}"
        raise Misuse(message)
    return value
