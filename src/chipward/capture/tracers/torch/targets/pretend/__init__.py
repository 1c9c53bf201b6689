"""Answers in the place of a GPU, for the life of a process that does nothing but compile for it.

PyTorch and Triton ask about a GPU before they write code for it: how many multiprocessors it has, how much shared
memory, which instructions. The table of targets answers. Nothing is ever run on it.
"""

from typing import NoReturn

from chipward.capture.tracers.torch.targets import shim
from chipward.capture.tracers.torch.targets.pretend import inductor, pytorch, triton_driver
from chipward.model.target import Target

_entered: list[Target] = []


def pretend(target: Target) -> None:
    """Let this process take a target for the GPU of its machine. It must not have imported PyTorch, and cannot go back.

    Raises:
        NotBuiltError: PyTorch cannot be made to see a GPU here; the message says why.
    """
    if _entered == [target]:
        return
    if _entered:
        _refuse(target)
    shim.load()
    pytorch.answer(target)
    triton_driver.answer(target)
    inductor.run_nothing()
    _entered.append(target)


def _refuse(target: Target) -> NoReturn:
    message = f"this process compiles for {_entered[0].id}; {target.id} needs one of its own"
    raise RuntimeError(message)
