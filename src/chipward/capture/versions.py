"""Which versions made an artifact."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def version_of_package(name: str) -> str:
    """Say which package it is: "triton 3.7.1"."""
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        return name
