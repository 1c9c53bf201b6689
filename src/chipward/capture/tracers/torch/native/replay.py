"""The process that calls operators again: one order a line in, one answer a line out, both JSON.

An operator that brings it down takes no other with it: whoever gives the orders starts another process.
"""

import json
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter
from typing import Any, TextIO

import torch

from chipward.capture.tracers.torch.native.keys import composite, visits
from chipward.capture.tracers.torch.native.made_up import CannotRebuildError
from chipward.capture.tracers.torch.native.operator_call import OperatorCall
from chipward.capture.tracers.torch.native.profile import profile
from chipward.capture.tracers.torch.native.sampler import NoSamplerError

_SEED = 0
_TIMED = 3  # calls of which the quickest counts


def tell_keys(told: Mapping[str, Any]) -> dict[str, Any]:
    """The dispatch keys that a call visits, and how long a call takes."""
    call = OperatorCall(told)
    with call.circumstances():
        seen = visits(call)
    with call.repeatable() as again:
        seconds = min(_timed(again) for _ in range(_TIMED))
    around = {name: found for name in told["around"] if (found := composite(name, than=call.name))}
    return {"visits": seen, "composites": around, "is_view": call.is_view, "seconds": seconds}


def tell_profile(told: Mapping[str, Any]) -> dict[str, Any]:
    """The functions below a call."""
    call = OperatorCall(told)
    with call.repeatable() as again:
        said = _what_onednn_says(again)
        return {"onednn": said, **profile(again, told["for"])}


def serve(orders: TextIO, answers: TextIO) -> None:
    """Answer until there are no more orders."""
    torch.set_num_threads(1)  # else most samples show threads that wait for each other
    tasks: Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {"keys": tell_keys, "profile": tell_profile}
    for order in orders:
        told = json.loads(order)
        torch.manual_seed(_SEED)
        try:
            answer = tasks[told["do"]](told)
        except (CannotRebuildError, NoSamplerError) as error:
            answer = {"why": str(error)}
        except Exception as error:  # noqa: BLE001 -- made-up numbers may be refused in any way
            first = str(error).strip().splitlines()[:1]
            answer = {"why": f"With made-up numbers it fails: {type(error).__name__}: {''.join(first)}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _timed(call: Callable[[], Any]) -> float:
    started = perf_counter()
    call()
    return perf_counter() - started


def _what_onednn_says(call: Callable[[], Any]) -> list[str]:
    # oneDNN prints a line for each primitive that it runs, past Python, to the standard output.
    if not torch.backends.mkldnn.is_available():
        return []
    with tempfile.TemporaryFile() as said:
        before = os.dup(1)
        os.dup2(said.fileno(), 1)
        try:
            with torch.backends.mkldnn.verbose(torch.backends.mkldnn.VERBOSE_ON):
                call()
        finally:
            os.dup2(before, 1)
            os.close(before)
        said.seek(0)
        lines = said.read().decode(errors="replace").splitlines()
    return [line for line in lines if ",exec," in line or ",primitive,exec" in line]


if __name__ == "__main__":
    own = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        serve(sys.stdin, own)
        os.chdir(Path(scratch).parent)
