"""HLO text that is the same for the same program.

XLA prints the keys of a `backend_config` in an order that differs from process to process:

    backend_config={"outer_dimension_partitions":[],"fusion_config":{"kind":"__ynn_fusion"}}
"""

import json

_BEGINS = "backend_config={"


def stable_hlo(text: str) -> str:
    """The same text, with the keys of each `backend_config` in the order of the alphabet."""
    if _BEGINS not in text:
        return text
    return "\n".join(_sorted(line) if _BEGINS in line else line for line in text.split("\n"))


def _sorted(line: str) -> str:
    before, begins, rest = line.partition(_BEGINS)
    try:
        value, end = json.JSONDecoder().raw_decode("{" + rest)
    except (ValueError, RecursionError):
        return line
    told = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"{before}{begins.removesuffix('{')}{told}{rest[end - 1 :]}"
