"""Texts that read the same in every run: what PyTorch prints of this process alone is replaced by what it stands for.

No line is added or taken. Replaced are the folder of Inductor's cache (by `$TORCHINDUCTOR_CACHE_DIR`), addresses, the
identities of Python objects (numbered as they appear, so that equal ones stay equal), how long a guard took, and what
Dynamo appends at random to the names of compiled functions.
"""

import re

from chipward.capture.memory import without_addresses
from chipward.capture.tracers.torch.compile.cache import without_cache_folder

# Identities stand in `___check_obj_id(G['torch'], 140182190356448)` and `# graph id: 140181548933968`.
_IDENTITY = re.compile(r"(___check_\w*id\(.*?, |# graph id: )(\d{6,})\b")
# `__compiled_fn_2_c1bd6725_4607_439e_9bfa_ffa0129b2f50`
_RANDOM = re.compile(r"(\b__compiled_fn_\d+)_[0-9a-f]{8}(?:_[0-9a-f]{4}){3}_[0-9a-f]{12}\b")
_LATENCY = re.compile(r"^(Guard latency = )[\d.]+( us)$", re.MULTILINE)


def stable(text: str) -> str:
    """The text without what belongs to this process alone."""
    numbers: dict[str, str] = {}

    def numbered(match: re.Match[str]) -> str:
        number = numbers.setdefault(match[2], f"#{len(numbers) + 1}")
        return f"{match[1]}{number}"

    text = _IDENTITY.sub(numbered, without_cache_folder(text))
    text = _RANDOM.sub(r"\1", without_addresses(text))
    return _LATENCY.sub(r"\1…\2", text)
