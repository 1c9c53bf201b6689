"""Which machine code CUDA chooses for a GPU. Imports nothing: the program's process needs it, too."""

from collections.abc import Sequence


def generation(capability: tuple[int, int], brought: Sequence[str]) -> int | None:
    """Return the generation whose machine code CUDA chooses: the latest of the same family; None if there is none.

    `brought` names what a library brings, as in sm_90.
    """
    major, minor = capability
    numbers = [int(number) for name in brought if (number := name.removeprefix("sm_")).isdecimal()]
    fitting = [number for number in numbers if number // 10 == major and number % 10 <= minor]
    return max(fitting, default=None)
