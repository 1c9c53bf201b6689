"""Texts that read the same in every run: what PyTorch prints of this process alone is replaced by what it stands for.

No line is added or taken. Replaced are the folder of Inductor's cache (by `$TORCHINDUCTOR_CACHE_DIR`), addresses, the
identities of Python objects (numbered as they appear, so that equal ones stay equal), and how long a guard took.
"""

import re

from chipward.capture.tracers.torch.compile.cache import without_cache_folder

# Identities stand in `___check_obj_id(G['torch'], 140182190356448)` and `# graph id: 140181548933968`.
_IDENTITY = re.compile(r"(___check_\w*id\(.*?, |# graph id: )(\d{6,})\b")
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")
_LATENCY = re.compile(r"^(Guard latency = )[\d.]+( us)$", re.MULTILINE)


def stable(text: str) -> str:
    """The text without what belongs to this process alone."""
    numbers: dict[str, str] = {}

    def numbered(match: re.Match[str]) -> str:
        number = numbers.setdefault(match[2], f"#{len(numbers) + 1}")
        return f"{match[1]}{number}"

    text = _IDENTITY.sub(numbered, without_cache_folder(text))
    return _LATENCY.sub(r"\1…\2", _ADDRESS.sub("0x…", text))
