"""Which of the program's own options of XLA hold where what it compiles is compiled once more."""

from collections.abc import Iterable

Override = tuple[str, str | int | float | bool]
WHERE_TO_WRITE = (
    "xla_dump_",
    "xla_enable_dumping",
    "xla_gpu_dump_",
    "xla_gpu_kernel_cache_file",
    "xla_gpu_per_fusion_autotune_cache_dir",
)


def kept_overrides(overrides: Iterable[Override], *of_others: str) -> list[Override]:
    """All but those that say what to write down and where: the program's own folders are left as it filled them.

    Args:
        overrides: options that the program gave, `compiler_options={"xla_…": …}`.
        of_others: how options begin that this compiler does not know.
    """
    return [one for one in overrides if not one[0].startswith((*WHERE_TO_WRITE, *of_others))]
