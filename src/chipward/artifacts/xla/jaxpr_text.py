"""A jaxpr as JAX prints it: which of its lines hold an equation, and which primitive it applies.

c:f32[3] = scan[
  jaxpr={ lambda ; d:f32[3]. let
      e:f32[3] = sin d
"""

import itertools
import re

_NAME = re.compile(r"[a-z_][\w\-]*")
_EFFECT = re.compile(r"\s+(?P<name>[a-z_][\w\-]*)\[(?=$|[a-z_]\w*=)")  # an equation that binds nothing


def primitive(line: str) -> str:
    """The primitive of the equation on a line, the first if there are several; empty if there is none."""
    parts = line.split(" = ")
    for before, after in itertools.pairwise(parts):
        if ":" in before.rpartition(" ")[2] and (found := _NAME.match(after)):
            return found[0]
    effect = _EFFECT.match(line)
    return effect["name"] if effect else ""


def is_equation(line: str) -> bool:
    """Whether a line holds an equation."""
    return bool(primitive(line))
