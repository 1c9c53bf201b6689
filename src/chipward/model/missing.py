"""Absence as data."""

from typing import Annotated

from pydantic import StringConstraints

from chipward.model.frozen import Frozen

Sentence = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]


class Missing(Frozen):
    """Something a reader may expect and will not get, and why."""

    what: Sentence
    why: Sentence  # shown on the page as it stands
