"""A reduction over rows that Inductor does beside one over columns: it takes the sum apart, and forgets whose it is.

What goes into the sum is then computed by a loop over columns, and added up by text that no step stands for.
"""

import contextlib
import functools
from collections.abc import Callable, Iterator
from types import ModuleType

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.hooks import Hooks
from chipward.capture.tracers.torch.compile.origins import MADE_FROM, STAMP, own_as
from chipward.capture.tracers.torch.compile.writing import WHAT

_STAGE = "triton"


def watch_buffers(ir: ModuleType, hooks: Hooks) -> None:
    """Know a sum in one piece, which is made anew of one that had been split, for what the split one was."""
    buffer = getattr(ir, "ComputedBuffer", None)
    if hasattr(buffer, "with_original_inner_fn"):
        hooks.replace(buffer, "with_original_inner_fn", _in_one_piece, what=WHAT, stage=_STAGE)


def watch_bodies(loop_body: ModuleType, hooks: Hooks) -> None:
    """Know what adds to a sum for what the sum was."""
    block = getattr(loop_body, "LoopBodyBlock", None)
    if hasattr(block, "extract_pw_from_reduction"):
        hooks.replace(block, "extract_pw_from_reduction", _taken_apart, what=WHAT, stage=_STAGE)


def _in_one_piece(original: Callable[..., Foreign]) -> Callable[..., Foreign]:
    @functools.wraps(original)
    @contextlib.contextmanager
    def in_one_piece(buffer: Foreign) -> Iterator[None]:
        own = getattr(buffer.data, "chipward_own", None)
        with original(buffer):
            if own:
                with contextlib.suppress(Exception):  # a lost origin is counted in the map
                    own_as(buffer.data, own)
            yield

    return in_one_piece


def _taken_apart(original: Callable[..., Foreign]) -> Callable[..., Foreign]:
    @functools.wraps(original)
    def taken_apart(block: Foreign) -> Foreign:
        stores = _steps(block, "store_reduction")
        result = original(block)
        with contextlib.suppress(Exception):  # a lost origin is counted in the map
            for store, adding in zip(stores, _steps(result, "partial_accumulate"), strict=True):
                adding.meta[MADE_FROM] = store
                if store.meta.get(STAMP):
                    adding.meta[STAMP] = store.meta[STAMP]
        return result

    return taken_apart


def _steps(block: Foreign, name: str) -> list[Foreign]:
    with contextlib.suppress(Exception):  # this runs in the middle of a function of Inductor
        return [step for step in block.graph.nodes if step.target == name]
    return []
