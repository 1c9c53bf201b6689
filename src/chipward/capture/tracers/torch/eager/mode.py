"""The mode that sees operators, made so that nobody notices it.

PyTorch calls a mode's `__torch_dispatch__` in the place of the operator. A function of Python in that place would show
in the traceback of an operator that fails. So a *class* stands there: calling it runs `__new__`, which runs the
operator and returns its result. If the operator fails, `__new__` returns normally, and it is `__init__`, called by the
interpreter itself and written without any Python, that raises the error again. No frame of this file is then left in
the traceback, and the error is the one that the operator raised.

The mode is pushed without its context manager. That one would also set flags which tell torch.compile to stand back.
"""

from collections.abc import Callable, Generator
from functools import partial
from operator import methodcaller
from typing import Any

from torch._ops import OpOverload
from torch.utils._python_dispatch import TorchDispatchMode

from chipward.capture.tracers.torch.eager.inside import mode_at, mode_count, pop_mode, push_mode
from chipward.capture.tracers.torch.eager.numbers import is_refused, with_tensors

See = Callable[[Any, Any, Any, Any], Callable[[Any], None] | None]
Rescue = Callable[[Any, Any, Any, BaseException], tuple[Any] | None]  # what to return in the place of an error, if any

_exhausted: Generator[None] = (None for _ in ())
next(_exhausted, None)  # only a generator that has ended raises what is thrown into it without a frame of its own


class Mode(TorchDispatchMode):  # type: ignore[misc]  # torch is not followed by the type checker
    """Stands on the mode stack of one thread and lets `see` look at each operator before it runs."""

    supports_higher_order_operators = True

    def __init__(self, see: See, rescue: Rescue | None = None) -> None:
        super().__init__()
        self.__torch_dispatch__ = _dispatcher(self, see, rescue)

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False

    @classmethod
    def ignore_compile_internals(cls) -> bool:
        """Tell torch.compile to go on as if this mode were not there."""
        return True

    @property
    def is_on_top(self) -> bool:
        """Whether it could leave the stack now without mixing up the modes of others."""
        length = mode_count()
        return length > 0 and mode_at(length - 1) is self

    def push(self) -> bool:
        """Enter the stack of this thread, if it is empty."""
        if mode_count():
            return False
        push_mode(self)
        return True

    def pop(self) -> bool:
        """Leave the stack of this thread, if this mode is on top of it."""
        if not self.is_on_top:
            return False
        pop_mode(None)
        return True


def _dispatcher(mode: Mode, see: See, rescue: Rescue | None) -> type:
    class Dispatch:
        __self__ = mode  # as a bound method would have it; PyTorch looks

        def __new__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:  # noqa: ANN401 -- returns what the operator does
            told = see(func, types, args, kwargs)
            try:
                if type(func) is OpOverload:
                    result = func._op(*args, **kwargs) if kwargs else func._op(*args)  # noqa: SLF001 -- no frame of __call__
                else:
                    result = func(*args, **(kwargs or {}))
            except BaseException as error:  # noqa: BLE001 -- raised again, all of them
                rescued = None if rescue is None else rescue(func, args, kwargs, error)
                if rescued is not None:
                    (result,) = rescued
                elif not is_refused(func, error):
                    return _failure(Failure, error)
                else:
                    try:
                        result = func._op(*with_tensors(func, args), **(kwargs or {}))  # noqa: SLF001
                    except BaseException as second:  # noqa: BLE001 -- likewise
                        return _failure(Failure, second)
            if told is not None:
                told(result)
            return result

    class Failure(Dispatch):
        __new__ = object.__new__  # type: ignore[assignment]  # a plain object this time
        __init__ = property(methodcaller("raise_again"))  # nothing of Python may be called

    return Dispatch


def _failure(kind: type, error: BaseException) -> object:
    traceback = error.__traceback__
    error.__traceback__ = traceback.tb_next if traceback else None  # without `__new__`
    failure: Any = object.__new__(kind)
    failure.raise_again = partial(_exhausted.throw, error)
    return failure
