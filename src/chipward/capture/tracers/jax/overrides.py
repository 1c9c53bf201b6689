"""Which of the program's own options of XLA hold where what it compiles is compiled once more."""

from collections.abc import Iterable

Override = tuple[str, str | int | float | bool]
_WHERE_TO_WRITE = "xla_dump_"


def kept_overrides(overrides: Iterable[Override], *of_others: str) -> list[Override]:
    """All but those that say what to write down and where: the program's own folders are left as it filled them.

    Args:
        overrides: options that the program gave, `compiler_options={"xla_…": …}`.
        of_others: how options begin that this compiler does not know.
    """
    return [one for one in overrides if not one[0].startswith((_WHERE_TO_WRITE, *of_others))]
