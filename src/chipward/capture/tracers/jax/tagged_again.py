"""Compiles a program with a tag for each equation, beside the one without: its loss loses nothing else."""

from collections.abc import Callable

from chipward.capture.tracers.jax.work import Work


def tagged_hlo(work: Work, platform: str, compile_tagged: Callable[[bytes], str]) -> str | None:
    """Return the optimised HLO with tags; None if the equations have none, or it does not compile with them.

    Args:
        work: what is compiled.
        platform: the one that it was lowered for.
        compile_tagged: returns the optimised HLO of a module of StableHLO.
    """
    module = work.handover.tagged(platform)
    if module is None:
        return None
    try:
        return compile_tagged(module)
    except RuntimeError:  # XLA's errors are some. What is kept then says that the equations have no names.
        return None
