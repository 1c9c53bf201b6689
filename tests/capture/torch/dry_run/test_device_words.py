"""The numbers of a GPU, as the stand-in reads them."""

from chipward.capture.tracers.torch.dry_run.device_words import device_words
from chipward.dataset.targets import find_target


def test_the_numbers_stand_in_the_order_in_which_they_are_read() -> None:
    target = find_target("cuda:h100")

    major, minor, multiprocessors, warp, *_, blocks, block, optin, _, memory, l2, name = device_words(target).split(",")

    assert (major, minor, warp) == ("9", "0", "32")
    assert int(blocks) == target.max_blocks_per_multiprocessor == 32
    assert int(multiprocessors) == target.multiprocessors
    assert (int(block), int(optin)) == (target.shared_memory_per_block, target.shared_memory_per_block_optin)
    assert (int(memory), int(l2)) == (target.memory, target.l2)
    assert name == target.name
