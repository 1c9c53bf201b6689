"""Which JAX chipward is tested with, and what is said of any other. Imports the standard library alone."""

TESTED = "0.10.2"
_SERIES = ("0.10", "0.12")  # whose parts are found where they are looked for


def untested(version: str) -> str | None:
    """Say in a sentence what is to be expected of a version of JAX that is not tested; None of those that are."""
    if ".".join(version.split(".")[:2]) in _SERIES:
        return None
    return (
        f"chipward reads parts of JAX {' and '.join(_SERIES)} that other versions have elsewhere or not at all. "
        f"Of JAX {version}, which is here, a trace may hold less, and says of each part why it is missing."
    )
