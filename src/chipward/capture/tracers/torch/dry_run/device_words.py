"""Tells the stand-in the numbers of a GPU, in one word of the environment."""

from chipward.model.target import Target

# Resident blocks per multiprocessor, by architecture: CUDA C++ Programming Guide, technical specifications per compute
# capability. The table of targets has no such number; it bounds how many blocks fit.
_BLOCKS = {"sm_75": 16, "sm_80": 32, "sm_86": 16, "sm_89": 24, "sm_90": 32, "sm_100": 32, "sm_103": 32, "sm_120": 24}
_FEWEST = min(_BLOCKS.values())


def device_words(target: Target) -> str:
    """Spell them in the order in which the stand-in reads them."""
    numbers = (
        *target.capability,
        target.multiprocessors,
        target.warp_size,
        target.max_threads_per_block,
        target.max_threads_per_multiprocessor,
        target.registers_per_multiprocessor,
        _BLOCKS.get(target.arch, _FEWEST),
        target.shared_memory_per_block,
        target.shared_memory_per_block_optin,
        target.shared_memory_per_multiprocessor,
        target.memory,
        target.l2,
    )
    return ",".join([*map(str, numbers), target.name])
