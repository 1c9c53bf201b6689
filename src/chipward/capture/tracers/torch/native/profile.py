"""Where a call spends its time: the functions below it, the most frequent way to the hottest one, and its code.

Runs in the process that replays.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from chipward.capture.tracers.torch.native.addresses import GENERATED, UNKNOWN, Function, Memory, shared_object
from chipward.capture.tracers.torch.native.demangle import demangle
from chipward.capture.tracers.torch.native.generated import generated_code
from chipward.capture.tracers.torch.native.sampler import sample
from chipward.capture.tracers.torch.native.symbols import Symbol

# What computes, told from what leads there: PyTorch's kernels, those of oneMKL and oneDNN, and copies of memory.
_COMPUTES = re.compile(r"\bnative::|\bmkl_|\bdnnl|\bmkldnn|\bmem(?:cpy|move|set)|_mem(?:cpy|move|set)_|gemm|xnn_")
_SETS_UP = re.compile(r"at::native::structured_|at::native::\(anonymous namespace\)::wrapper|::meta\(")
_ENTRY = re.compile(r"\bat::_ops::\w+::(?:call|redispatch)\b")
_BEFORE_ENTRY = re.compile(r"\bc10::Dispatcher::callBoxed\b")  # where Python's call has no entry of its own
MOST_CODE = 1 << 18  # bytes of a function that are kept
_LISTED = 8  # functions that are told
_FEWEST, _SMALLEST = 3, 0.02  # samples, and the share of all, that make a function the one that computes


def profile(call: Callable[[], Any], seconds: float) -> dict[str, Any]:
    """Call for so long, and tell what was seen as JSON."""
    samples = sample(call, seconds)
    memory = Memory()
    hits: dict[Function, Counter[int]] = defaultdict(Counter)
    ways: dict[Function, Counter[tuple[str, ...]]] = defaultdict(Counter)
    for stack in samples.stacks:
        here = memory.locate(stack[0])
        if here is None:
            continue
        function, address = here
        hits[function][address] += 1
        ways[function][_way(stack, memory)] += 1
    ranked = sorted(hits, key=lambda function: (-hits[function].total(), function.file, function.address))
    kernel = next((function for function in ranked if _computes(function)), None)
    if kernel is not None and hits[kernel].total() < max(_FEWEST, _SMALLEST * len(samples.stacks)):
        kernel = None  # what it computes is so little that the way there is all that is seen
    told: dict[str, Any] = {"samples": len(samples.stacks), "calls": samples.calls}
    told["functions"] = [_tell(function, hits[function].total()) for function in ranked[:_LISTED]]
    if kernel is not None:
        told["kernel"] = _tell(kernel, hits[kernel].total()) | _best_way(kernel, ways) | _code(kernel, hits[kernel])
    return told


def _way(stack: Sequence[int], memory: Memory) -> tuple[str, ...]:
    # From the operator's own entry inwards; what called it is the replay's.
    names: list[str] = []
    for address in stack[1:]:
        found = memory.locate(address - 1)  # the call lies before the address to which it returns
        names.append(UNKNOWN if found is None or found[0].name == UNKNOWN else demangle(found[0].name))
    entries = [place + 1 for place, name in enumerate(names) if _ENTRY.search(name)]
    entries = entries or [place for place, name in enumerate(names) if _BEFORE_ENTRY.search(name)]
    return tuple(names[: entries[-1]]) if entries else ()


def _best_way(kernel: Function, ways: Mapping[Function, Counter[tuple[str, ...]]]) -> dict[str, Any]:
    own: Counter[tuple[str, ...]] = Counter({way: count for way, count in ways[kernel].items() if way})
    if own:
        return {"way": max(own.items(), key=lambda item: (item[1], item[0]))[0], "is_own_way": True}
    # oneMKL and generated code keep no account of their callers. What most of their neighbours share stands in.
    others: Counter[tuple[str, ...]] = Counter()
    for function, found in ways.items():
        others.update({way: count for way, count in found.items() if _computes(function)})
    return {"way": _shared(others), "is_own_way": False}


def _shared(ways: Counter[tuple[str, ...]]) -> tuple[str, ...]:
    # From the outermost inwards, as long as most of those that came here went on together.
    shared: tuple[str, ...] = ()
    here = Counter({tuple(reversed(way)): count for way, count in ways.items() if way})
    while here:
        onwards: Counter[tuple[str, ...]] = Counter()
        for way, count in here.items():
            onwards[way[: len(shared) + 1]] += count
        best, count = max(onwards.items(), key=lambda item: (item[1], item[0]))
        if len(best) == len(shared) or count <= here.total() / 2:
            break
        shared = best
        here = Counter({way: count for way, count in here.items() if way[: len(shared)] == shared})
        if any(len(way) == len(shared) for way in here):
            break
    return tuple(reversed(shared))


def _computes(function: Function) -> bool:
    if function.file == GENERATED:
        return True
    name = demangle(function.name)
    return _COMPUTES.search(name) is not None and _SETS_UP.search(name) is None


def _tell(function: Function, count: int) -> dict[str, Any]:
    return {
        "file": function.file,
        "library": Path(function.file).name if function.file.startswith("/") else function.file,
        "name": demangle(function.name),
        "symbol": function.name,
        "count": count,
    }


def _code(function: Function, hits: Counter[int]) -> dict[str, Any]:
    if function.file == GENERATED:
        return generated_code(hits)
    content = shared_object(function.file)
    if content is None or not 0 < function.size <= MOST_CODE:
        return {}
    code = content.code(Symbol(function.name, function.address, function.size))
    told = {"code": code.hex(), "address": function.address}
    return told | {"hits": {str(address): count for address, count in sorted(hits.items())}}
