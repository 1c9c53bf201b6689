"""Which row each stage stands in, and which arrows go against the current."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chipward.errors import Misuse
from chipward.model.explainer import Explainer, Step
from chipward.model.ids import StageId, StepId, step_id


@dataclass(frozen=True, slots=True)
class Current:
    """The flow of an explainer: what goes down, what returns, and the chain that is the trunk."""

    down: tuple[Step, ...]
    returns: frozenset[StepId]
    order: tuple[StageId, ...]  # every stage after all that flow into it
    trunk: tuple[StageId, ...]
    paths: Mapping[StepId, frozenset[int]]  # the paths that each step is on, by position

    def meet(self, one: StepId, other: StepId) -> bool:
        """Say whether a reader ever sees both on the same path."""
        return not self.paths[one].isdisjoint(self.paths[other])


def find_current(explainer: Explainer) -> Current:
    """Tell the arrows that go down from those that return, and find the trunk."""
    _refuse_loops(explainer)
    depth = {stage.id: stage.layer.depth for stage in explainer.stages}
    down: list[Step] = []
    after: dict[StageId, list[StageId]] = {stage.id: [] for stage in explainer.stages}
    for step in explainer.steps:
        climbs = depth[step.end] < depth[step.start]
        if not climbs and not _reaches(after, step.end, step.start):
            down.append(step)
            after[step.start].append(step.end)
    kept = {step.id for step in down}
    returns = frozenset(step.id for step in explainer.steps if step.id not in kept)
    trunk = _trunk(explainer, after, _sorted(after, depth))
    order = _trunk_first(down, _sorted(after, depth), depth, trunk)
    paths = {
        step.id: frozenset(index for index, path in enumerate(explainer.paths) if step.id in path.steps)
        for step in explainer.steps
    }
    return Current(tuple(down), returns, order, trunk, paths)


def _refuse_loops(explainer: Explainer) -> None:
    for step in explainer.steps:
        if step.start == step.end:
            message = f"{explainer.id}: step {step.id} leads from a stage to itself; give it another stage to lead to."
            raise Misuse(message)


def _reaches(after: Mapping[StageId, list[StageId]], start: StageId, goal: StageId) -> bool:
    waiting, seen = [start], {start}
    while waiting:
        stage = waiting.pop()
        if stage == goal:
            return True
        new = [following for following in after[stage] if following not in seen]
        seen.update(new)
        waiting.extend(new)
    return False


def _sorted(after: Mapping[StageId, list[StageId]], depth: Mapping[StageId, int]) -> tuple[StageId, ...]:
    """Order stages by depth, and within a depth so that arrows point forward. Ties keep the order of the file."""
    level = dict.fromkeys(after, 0)
    for _ in after:  # a longest chain has at most as many links as there are stages
        for stage, followers in after.items():
            for follower in followers:
                level[follower] = max(level[follower], level[stage] + 1)
    return tuple(sorted(after, key=lambda stage: (depth[stage], level[stage])))


def _trunk_first(
    down: Sequence[Step], order: Sequence[StageId], depth: Mapping[StageId, int], trunk: Sequence[StageId]
) -> tuple[StageId, ...]:
    """In every depth, let the trunk come as early as arrows allow, so that no branch needs to part it."""
    waiting, placed = list(order), list[StageId]()
    while waiting:
        ready = [stage for stage in waiting if all(step.start in placed for step in down if step.end == stage)]
        stage = min(ready, key=lambda stage: (depth[stage], stage not in trunk))
        waiting.remove(stage)
        placed.append(stage)
    return tuple(placed)


def _trunk(
    explainer: Explainer, after: Mapping[StageId, list[StageId]], order: tuple[StageId, ...]
) -> tuple[StageId, ...]:
    """Find the longest chain of arrows on the path that has the most steps."""
    longest = max(explainer.paths, key=lambda path: len(path.steps))
    on = set(longest.steps)
    chain: dict[StageId, tuple[StageId, ...]] = {}
    for stage in reversed(order):
        chains = [chain[end] for end in after[stage] if step_id(stage, end) in on]
        chain[stage] = (stage, *max(chains, key=len, default=()))
    return max((chain[stage] for stage in order), key=len, default=())
