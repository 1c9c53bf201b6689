"""Which line of the program called an operator: the innermost frame that is the program's own.

Frames of PyTorch and of other libraries in between are kept as the way there. A program that is itself installed as a
package has no frame of its own kind; its innermost frame outside PyTorch stands for it then.
"""

from types import CodeType, FrameType

from chipward.capture.tracers.torch.owners import Owner, owner_of_file, torch_folder

_ENGINE = (torch_folder() + "autograd/graph.py", "_engine_run_backward")
_APPLY = (torch_folder() + "autograd/function.py", "apply")

_STAND_INS = (Owner.PACKAGE, Owner.PYTHON)

_owners: dict[int, tuple[CodeType, Owner]] = {}  # holds the code, so that its id stays its own


def owner_of(code: CodeType) -> Owner:
    """Whose code it is."""
    known = _owners.get(id(code))
    if known is None:
        known = _owners[id(code)] = code, owner_of_file(code.co_filename)
    return known[1]


def is_engine(code: CodeType) -> bool:
    """Whether this function runs the backward pass."""
    return code.co_name == _ENGINE[1] and code.co_filename == _ENGINE[0]


def way_to_program(innermost: FrameType) -> list[FrameType] | None:
    """The frames from the innermost one to the program's own; None if the compiler stands between."""
    way: list[FrameType] = []
    stand_in = 0  # how many frames lead to the innermost one outside PyTorch
    frame: FrameType | None = innermost
    while frame is not None:
        way.append(frame)
        owner = owner_of(frame.f_code)
        if owner is Owner.PROGRAM:
            return way
        if owner is Owner.COMPILER:
            return None
        if owner in _STAND_INS and not stand_in:
            stand_in = len(way)
        frame = frame.f_back
    return way[:stand_in] if stand_in else way


def applying(way: list[FrameType]) -> list[FrameType]:
    """The way to the line that applied the autograd function in which the given way ends; else the same way."""
    frame = way[-1].f_back
    if frame is None or (frame.f_code.co_filename, frame.f_code.co_name) != _APPLY:
        return way
    return way_to_program(frame) or way
