"""Leaves the compilation of a kernel for a worker of the target's room."""

from collections.abc import Mapping

from chipward.bundle.journal import Journal

TASK = "torch-triton-kernel"


def leave_kernel(  # noqa: PLR0913 -- a task has this many facts, and each is named at the call
    journal: Journal,
    *,
    target: str,
    unit: str,
    name: str,
    source: str,
    triton: str,
    selection: Mapping[str, object],
    reuse_caches: bool,
    given: Mapping[str, object] | None = None,
) -> None:
    """Leave a Triton kernel: its text as Inductor wrote it, the artifact that holds it, and the unit that it is.

    `name` is what Inductor calls the kernel, and what its function in the text is called. `given` is what a GPU of
    this machine was given of it, if it has one.
    """
    journal.task(
        TASK,
        room=f"{target}, {given['gpu']}" if given else target,  # what a table says of another GPU is not for this one
        target=target,
        what=f"What Triton makes of {name}",
        unit=unit,
        selection=dict(selection),
        kernel=name,
        source=source,
        triton=triton,
        reuse_caches=reuse_caches,
        given=given,
    )
