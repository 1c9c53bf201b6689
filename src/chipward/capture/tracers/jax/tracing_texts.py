"""Two texts of one tracing: which functions of JAX were called, and what JAX recorded of it, equation by equation."""

import ast
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from chipward.capture.place import Place as Spot
from chipward.capture.source_text import Names, columns, expression, quote
from chipward.capture.tracers.jax.handover import Equation, Place
from chipward.capture.tracers.jax.losses import Loss
from chipward.capture.tracers.jax.python_places import map_from_python
from chipward.capture.tracers.jax.work import Work

CALLS, RECORD = "calls", "tracing"
_ARROW = " \N{RIGHTWARDS ARROW} "
_HOW_CALLED = "Read from the stack that JAX keeps of each equation"
_HOW_RECORDED = "Read from the jaxpr that tracing gave, and from the stack that JAX keeps of each equation"
_SAME_STACK = "Both come from the stack that JAX keeps of the equation"
_SAME_EQUATION = "One line for each equation, in the order of the jaxpr"
_NOT_CALLED = "recorded without a call of jax.numpy or jax.lax, such as a call of a jitted function"
_TRANSFORMED = ("transpose(",)  # what stands under it was recorded when a gradient was formed, and called by nobody
_WIDTH = 24  # characters of the column of primitives


def tell_tracing(work: Work) -> None:
    """Keep both texts, with their maps. What has no equations, as what JAX handed over compiled, has neither."""
    jaxpr, text = work.jaxpr, work.handover.jaxpr_text()
    equations = work.equations
    if jaxpr is None or text is None or not equations:
        return
    names = Names(place.file for one in equations for place in one.frames[:1])
    record, recorded = _record(work, names)
    kept = _keep(work, RECORD, "tracing", "jax-tracing", "What tracing recorded", record, _HOW_RECORDED)
    lines = {one.number: line for line, one in zip(recorded, equations, strict=True)}
    map_from_python(work.journal, equations, kept, record.count("\n"), lines)
    edges = [(lines[one.number], one.line, "exact") for one in equations if one.line is not None]
    rest: list[Loss] = [
        ("from", record.count("\n") - len({edge[0] for edge in edges}), "arguments and headings"),
        ("to", text.count("\n") - len({edge[1] for edge in edges}), "heading, parameter or bracket"),
    ]
    work.journal.map(kept, jaxpr, edges, method=_SAME_EQUATION, losses=[one for one in rest if one[1] > 0])
    _tell_calls(work, names, kept, record, lines)


def _tell_calls(work: Work, names: Names, record: str, recorded: str, lines: dict[int, int]) -> None:
    called = [one for one in map(_named, work.equations) if one.calls_made and one.frames]
    if not called:
        return
    text, places = _calls(called, names)
    kept = _keep(work, CALLS, "jax-api", "jax-calls", "Calls of jax.numpy and jax.lax", text, _HOW_CALLED)
    map_from_python(work.journal, called, kept, text.count("\n"), places)
    edges = sorted({(places[one.number], lines[one.number], "exact") for one in called})
    rest: list[Loss] = [
        ("from", text.count("\n") - len({edge[0] for edge in edges}), "headings and blank lines"),
        ("to", recorded.count("\n") - len({edge[1] for edge in edges}), _NOT_CALLED),
    ]
    work.journal.map(kept, record, edges, method=_SAME_STACK, losses=[one for one in rest if one[1] > 0])


def _named(equation: Equation) -> Equation:
    # jax.numpy.sin and its like are jitted, and have left the stack when JAX puts what they recorded into the caller.
    # What was called then stands in the program alone, as the program names it.
    if equation.calls_made or equation.calls or not equation.frames:
        return equation
    name = _called_at(equation.frames[0])
    return replace(equation, calls_made=(name,)) if name else equation


def _called_at(place: Place) -> str | None:
    # jnp.sin, of the expression jnp.sin(x)
    try:
        found = ast.parse(expression(_spot(place)).strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return None
    called = found.func if isinstance(found, ast.Call) else None
    return ast.unparse(called) if isinstance(called, ast.Attribute | ast.Name) else None


def _record(work: Work, names: Names) -> tuple[str, Sequence[int]]:
    # The text, and the line of each equation.
    arguments = work.handover.arguments()
    width = max((len(name) for name, _ in arguments), default=0)
    told = [f"{work.name} was called with", *(f"  ({name:<{width}}  {type_})" for name, type_ in arguments)]
    told += ["and JAX recorded"]
    places = []
    for one in work.equations:
        indent = "  " * (one.depth + 1)
        where = f"{_spelled(one.frames[0], names)}" if one.frames else ""
        way = f"  [{one.stack}]" if one.stack else ""
        told.append(f"{indent}{one.primitive:<{_WIDTH}}  {where}{way}".rstrip())
        places.append(len(told))
    return "".join(f"{line}\n" for line in told), places


def _calls(called: Iterable[Equation], names: Names) -> tuple[str, dict[int, int]]:
    # The text, and the line of the call behind each equation: one line for each call of a place.
    text: list[str] = []
    places: dict[int, int] = {}
    by_place: dict[Place, dict[tuple[str, ...], list[Equation]]] = {}
    for one in called:
        by_place.setdefault(one.frames[0], {}).setdefault(one.calls_made, []).append(one)
    for place, calls in by_place.items():
        text += ["", f"# {_spelled(place, names)}"] if text else [f"# {_spelled(place, names)}"]
        for names_called, equations in calls.items():
            text.append(f"{_ARROW.join(names_called)}: {_primitives(equations)}")
            places |= dict.fromkeys((one.number for one in equations), len(text))
    return "".join(f"{line}\n" for line in text), places


def _primitives(equations: Sequence[Equation]) -> str:
    bound = [one.primitive for one in equations if not one.stack.startswith(_TRANSFORMED)] or [
        f"{one.primitive}, in a gradient" for one in equations
    ]
    return ", ".join(name for name, _ in groupby(bound))


def _spelled(place: Place, names: Names) -> str:
    spot = _spot(place)
    span = columns(spot) if place.end_line == place.line else None
    said = quote(spot)
    where = f"{names[place.file]}:{place.line}" + (f":{span[0]}-{span[1]}" if span else "")
    return where + (f": {said}" if said else "")


def _spot(place: Place) -> Spot:
    known = None if place.column is None or place.end_column is None else (place.column, place.end_column)
    return Spot(place.file, "", place.line, place.end_line, known)


def _keep(work: Work, name: str, stage: str, kind: str, title: str, content: str, how: str) -> str:  # noqa: PLR0913, PLR0917 -- an artifact has this many facts
    return work.journal.artifact(
        work.program_unit, name, stage=work.stage(stage), kind=kind, title=title, content=content, how=how, text=True
    )
