"""Why Inductor did not vectorise a loop: what its choice of tiles went by."""

import functools
import threading
from types import ModuleType

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.hooks import Hooks

_WHAT = "Why a loop is not vectorised"


class _Choosing(threading.local):
    """What was said of loops of the kernel that this thread is putting together."""

    def __init__(self) -> None:
        self.reasons: list[str] = []


_choosing = _Choosing()


def watch(cpp: ModuleType, hooks: Hooks) -> None:
    """Look at each choice of tiles."""
    select = getattr(cpp, "TilingSelect", None)
    if not hasattr(select, "select_tiling"):
        hooks.absent(_WHAT, "torch._inductor.codegen.cpp.TilingSelect", "cpp")
        return
    if not hasattr(cpp, "KernelOpStats"):  # the figures that the choice went by came with this class
        hooks.lacking(_WHAT, "does not tell why a loop is not vectorised", "cpp")
        return
    hooks.after(select, "select_tiling", functools.partial(_chosen, cpp), what=_WHAT, stage="cpp")


def take_reasons() -> list[str]:
    """What was said since the last kernel, each once."""
    reasons, _choosing.reasons = _choosing.reasons, []
    return list(dict.fromkeys(reasons))


def _chosen(cpp: ModuleType, result: Foreign, _select: object, loops: Foreign, _sizes: object) -> None:
    factors, _indices, stats = result
    if factors:
        return
    operations = sum(stats.op_counter.values())
    scattered = sum(stats.non_contig_indexing_op_counter.values())
    if not operations:
        types = cpp._get_dtype_from_loopbodies(cpp._get_loop_body(loops))  # noqa: SLF001 - as the choice itself does
        plain = sorted(str(each).removeprefix("torch.") for each in types if each not in cpp.VECTORIZABLE_DTYPES)
        reason = f"it holds {', '.join(plain)}, which Inductor does not vectorise" if plain else ""
    elif scattered / operations >= stats.OVERHEAD_RATIO_THRESHOLD:
        reason = f"{scattered} of its {operations} steps would reach for elements that do not lie side by side"
    else:
        reason = "it is too short for vectors to pay"
    if reason:
        _choosing.reasons.append(reason)
