"""Tells the stand-in the numbers of a GPU, in one word of the environment."""

from chipward.model.target import Target


def device_words(target: Target) -> str:
    """Spell them in the order in which the stand-in reads them."""
    warps = target.max_threads_per_multiprocessor // target.warp_size
    numbers = (
        *target.capability,
        target.multiprocessors,
        target.warp_size,
        target.max_threads_per_block,
        target.max_threads_per_multiprocessor,
        target.registers_per_multiprocessor,
        target.max_blocks_per_multiprocessor or warps,  # a block has a warp at least
        target.shared_memory_per_block,
        target.shared_memory_per_block_optin,
        target.shared_memory_per_multiprocessor,
        target.memory,
        target.l2,
    )
    return ",".join([*map(str, numbers), target.name])
