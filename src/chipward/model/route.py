"""A path as a reader walks it: a stage, an arrow, the next stage."""

from collections.abc import Iterator

from chipward.model.explainer import Explainer, Path, Stage, Step


def steps_on(explainer: Explainer, path: Path) -> tuple[Step, ...]:
    """The arrows of a path, in the order in which they are told."""
    return tuple(explainer.step[step] for step in path.steps)


def stages_on(explainer: Explainer, path: Path) -> tuple[Stage, ...]:
    """The stages of a path, each where it is first reached."""
    return tuple(place for place in walk(explainer, path) if isinstance(place, Stage))


def walk(explainer: Explainer, path: Path) -> Iterator[Stage | Step]:
    """Yield the first stage, then every arrow, each followed by its target if that is new."""
    reached = set()
    for step in steps_on(explainer, path):
        if step.start not in reached:
            reached.add(step.start)
            yield explainer.stage[step.start]
        yield step
        if step.end not in reached:
            reached.add(step.end)
            yield explainer.stage[step.end]


def path_title(explainer: Explainer, path: Path) -> str:
    """What a reader picked, in words: ``torch.compile · NVIDIA GPU``."""
    names = {(choice.id, option.id): option.name for choice in explainer.choices for option in choice.options}
    return " · ".join(names[picked] for picked in path.selection.items())
