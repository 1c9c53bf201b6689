"""What a tracer has left for a target, over all processes of a program."""

from collections.abc import Iterator, Sequence

from chipward.bundle.spool import Written


def left_for_targets(written: Sequence[Written], *, task: str, explainer: str) -> Iterator[str]:
    """The targets for which that task was left, or which this framework's tracer said that it cannot serve."""
    for each in written:
        for left in each.of("task"):
            facts = left.get("facts")
            if left.get("name") == task and isinstance(facts, dict):
                yield str(facts.get("target"))
        for gone in each.of("missing"):
            selection = gone.get("selection")
            if isinstance(selection, dict) and selection.get("explainer") == explainer:
                yield str(selection.get("target"))
