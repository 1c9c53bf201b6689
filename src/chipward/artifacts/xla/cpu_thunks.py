"""The thunks of an executable for the CPU: the steps that XLA's runtime takes, in order, with their buffers.

A thunk is a kernel to call, a call of a library, a copy, or one that runs thunks of its own, such as a loop. Each names
the instruction of the optimised HLO that it was made for.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from chipward.artifacts.xla.shapes import shape
from chipward.artifacts.xla.wire import Message

_DEEPEST = 64  # loops in loops
_THUNKS = 1  # of a sequence
_KIND, _INFO = 1, 2  # of a thunk
_OP_NAME = 1  # of an info
_OFFSET, _SIZE, _ALLOCATION = 1, 2, 3  # of a slice
_KERNEL_NAME, _GROUPS = 1, 2  # of a kernel
_KERNEL = 11
_SORT, _COMPARATOR = 5, 4
_CUSTOM_CALL, _CALL_TARGET = 16, 2
_COLLECTIVE = 18
_COLLECTIVES = {4: "all-gather", 5: "all-reduce", 6: "all-to-all", 7: "reduce-scatter", 8: "collective-permute"}


class Buffer(NamedTuple):
    """A slice of an allocation that a thunk reads or writes; offset and size in bytes."""

    shape: str
    allocation: int
    offset: int
    size: int


@dataclass(frozen=True)
class Thunk:
    """One step."""

    kind: str  # kernel, ynn-fusion, dot, copy, while
    instruction: str  # of the optimised HLO
    depth: int = 0  # how many thunks run it
    role: str = ""  # within the thunk that runs it: condition, body, branch 0
    kernel: str = ""  # the symbol of compiled code that is called: a kernel, the comparison of a sort
    groups: tuple[int, int, int] | None = None  # how many work groups it is called for
    target: str = ""  # of a custom call, or what devices do together
    reads: tuple[Buffer, ...] = ()
    writes: tuple[Buffer, ...] = ()
    runs_others: bool = False


class _Form(NamedTuple):
    """Where the message of one sort of thunk holds its buffers, its slices first or their shapes, and its thunks."""

    reads: tuple[tuple[int, ...], ...] = ()
    writes: tuple[tuple[int, ...], ...] = ()
    sequences: tuple[tuple[int, str], ...] = ()
    slice_first: bool = False


# By the field of `ThunkProto` that holds the message.
_FORMS = {
    3: _Form(sequences=((1, ""),)),  # call
    4: _Form(sequences=((1, "branch"),)),  # conditional
    _SORT: _Form(reads=((5,),), writes=((5,),)),  # sort, in place
    7: _Form(reads=((2,), (3,)), writes=((4,),)),  # dot
    10: _Form(sequences=((1, "condition"), (2, "body"))),  # while
    _KERNEL: _Form(reads=((5,),), writes=((6,),), slice_first=True),
    12: _Form(reads=((1,),), writes=((2,),)),  # copy
    13: _Form(reads=((4,),), writes=((5,),)),  # fft
    _CUSTOM_CALL: _Form(reads=((4, 1),), writes=((4, 2),)),
    17: _Form(reads=((4,), (5,)), writes=((6,),)),  # convolution
    _COLLECTIVE: _Form(reads=((2, 1),), writes=((2, 2),)),
    21: _Form(reads=((3,),), writes=((4,),)),  # ynn-fusion
}

_CALLED = {_KERNEL: _KERNEL_NAME, _SORT: _COMPARATOR}  # where a symbol is named


def read_thunks(sequence: Message, depth: int = 0, role: str = "") -> Iterator[Thunk]:
    """Walk the thunks of a sequence, each before those that it runs."""
    for message in sequence.messages(_THUNKS):
        kind = message.text(_KIND)
        if not kind:
            continue
        number, form = next(((number, form) for number, form in _FORMS.items() if message.has(number)), (0, _Form()))
        body = message.message(number) if number else Message(b"")
        inner = list(_inner(body, form, depth)) if depth < _DEEPEST else []
        yield Thunk(
            kind,
            message.message(_INFO).text(_OP_NAME),
            depth,
            role,
            kernel=body.text(_CALLED[number]) if number in _CALLED else "",
            groups=_groups(body.message(_GROUPS)) if number == _KERNEL else None,
            target=_target(number, body),
            reads=tuple(_buffers(body, form.reads, slice_first=form.slice_first)),
            writes=tuple(_buffers(body, form.writes, slice_first=form.slice_first)),
            runs_others=bool(form.sequences),
        )
        yield from inner


def _target(number: int, body: Message) -> str:
    if number == _CUSTOM_CALL:
        return body.text(_CALL_TARGET)
    return next((name for field, name in _COLLECTIVES.items() if number == _COLLECTIVE and body.has(field)), "")


def _inner(body: Message, form: _Form, depth: int) -> Iterator[Thunk]:
    for number, role in form.sequences:
        sequences = body.messages(number)
        for place, sequence in enumerate(sequences):
            yield from read_thunks(sequence, depth + 1, f"{role} {place}" if role == "branch" else role)


def _groups(message: Message) -> tuple[int, int, int]:
    return message.number(1), message.number(2), message.number(3)


def _buffers(body: Message, paths: tuple[tuple[int, ...], ...], *, slice_first: bool) -> Iterator[Buffer]:
    for *outer, last in paths:
        for message in body.message(*outer).messages(last):
            first, second = message.message(1), message.message(2)
            where, what = (first, second) if slice_first else (second, first)
            yield Buffer(shape(what), where.number(_ALLOCATION), where.number(_OFFSET), where.number(_SIZE))
