"""Triton kernels of the program that no graph calls: they are not compiled for a target, and the trace says so."""

import gc
import sys
from collections.abc import Iterator, Mapping

from chipward.capture.session import Session
from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.owners import Owner, owner_of_file
from chipward.capture.tracers.torch.targets.selections import selection_for, served

_WHY = (
    "No graph that was recorded calls it. Of the program's Triton kernels those are compiled for a target that "
    "torch.compile meets in what it compiles; it does not look into an operator made with torch.library, and what is "
    "called outside of torch.compile it does not see."
)


def tell_of_uncalled(session: Session, described: Mapping[int, Foreign]) -> None:
    """Tell of each kernel of the program that is defined and stands in no graph: it was not described with one."""
    for name in sorted(set(_uncalled(described))):
        for target in served(session.options.targets):
            what = f"What the Triton kernel {name} becomes on {target}"
            session.missing(what, _WHY, stage="triton", selection=selection_for(target))


def _uncalled(described: Mapping[int, Foreign]) -> Iterator[str]:
    jit = getattr(sys.modules.get("triton.runtime.jit"), "JITFunction", None)
    if jit is None:
        return
    own = [each for each in gc.get_objects() if type(each) is jit and _is_the_programs(each)]
    called = {name for each in own for name in each.fn.__code__.co_names + each.fn.__code__.co_freevars}
    for each in own:
        if each.fn.__name__ not in called and id(each) not in described:
            yield each.fn.__name__


def _is_the_programs(function: Foreign) -> bool:
    """Whether the program defines it, and not Inductor, whose kernels come with heuristics of Inductor's."""
    if function.fn is None:  # Inductor lets go of the function once a GPU of this machine has the kernel
        return False
    return (
        owner_of_file(function.fn.__code__.co_filename) is Owner.PROGRAM
        and "triton_heuristics" not in function.fn.__globals__
    )
