"""Reads ``trace.json``: JSON, then the schema, then that every id in it leads somewhere."""

import json
import re
from pathlib import Path

from pydantic import ValidationError

from chipward import __version__
from chipward.bundle.broken import broken
from chipward.bundle.consistency import contradiction
from chipward.errors import Misuse
from chipward.model import trace as model
from chipward.model.trace import Trace

NAME = "trace.json"
_VERSION = re.compile(r"[0-9][0-9A-Za-z.+-]{0,39}")


def read_trace(raw: bytes, path: Path) -> Trace:
    """Read a trace. An older schema is read; of a newer one is said which chipward reads it."""
    try:
        trace = Trace.model_validate_json(raw, strict=True, by_alias=True, by_name=False)
    except ValidationError as error:
        raise _newer(raw, path) or _invalid(error, path) from None
    if trace.version > model.SCHEMA_VERSION:
        raise _too_new(path, trace.version, trace.chipward)
    if found := contradiction(trace):
        raise broken(path, f"{NAME}: {found.place}", found.what)
    return trace


def _newer(raw: bytes, path: Path) -> Misuse | None:
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    version = value.get("schema") if isinstance(value, dict) else None
    if type(version) is not int or version <= model.SCHEMA_VERSION:
        return None
    return _too_new(path, version, value.get("chipward"))


def _too_new(path: Path, version: int, writer: object) -> Misuse:
    told = isinstance(writer, str) and _VERSION.fullmatch(writer) and writer != __version__
    newer, remedy = (f"chipward {writer}", f"chipward {writer} or later") if told else ("a newer chipward",) * 2
    return Misuse(
        f"{path}: {NAME}: has schema {version}, written by {newer}, and chipward {__version__} reads schemas up to "
        f"{model.SCHEMA_VERSION}; install {remedy}: pip install --upgrade chipward"
    )


def _invalid(error: ValidationError, path: Path) -> Misuse:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in first["loc"]).lstrip(".")
    what = first["msg"][:1].lower() + first["msg"][1:]
    return broken(path, ": ".join(part for part in (NAME, place) if part), what)
