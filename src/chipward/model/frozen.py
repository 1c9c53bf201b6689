"""The base of every model: immutable, and closed to keys nobody defined."""

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """A value: it never changes after it was made, and knows no unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)
