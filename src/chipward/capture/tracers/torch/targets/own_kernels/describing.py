"""Describes the kernels of a graph. Runs inside the program, which has imported PyTorch and Triton by then."""

import inspect
import pickle
import sys
from collections.abc import Iterator
from types import CodeType, ModuleType

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.targets.own_kernels.described import (
    Constexpr,
    Described,
    Function,
    Imported,
    Kernel,
    Plain,
    Several,
    Source,
    Value,
)

CALLS = ("triton_kernel_wrapper_mutation", "triton_kernel_wrapper_functional")

_CARRIED = frozenset({"torch", "triton"}) | sys.stdlib_module_names
_PLAIN = (bool, int, float, complex, str, bytes, type(None))
_CONFIG = ("kwargs", "num_warps", "num_stages", "num_ctas", "maxnreg", "ir_override")
_OPTIONS = ("do_not_specialize", "do_not_specialize_on_alignment", "debug", "noinline")


class CannotDescribeError(Exception):
    """Something that a worker could not build again; the message says what."""


def describe(graph: Foreign, described: dict[int, Foreign]) -> Described | None:
    """Describe the kernels that a graph and those inside it call; nothing where they call none.

    Each function that is described is noted in `described` by its identity, which holds as long as it is kept there.

    Raises:
        CannotDescribeError: a call has an argument, or a kernel is of a kind, that no description holds.
    """
    calls = list(kernel_calls(graph))
    if not calls:
        return None
    from torch._higher_order_ops.triton_kernel_wrap import kernel_side_table  # noqa: PLC0415 -- a program that has it

    writer = _Writer(described)
    for node in calls:
        kernel, arguments = node.kwargs["kernel_idx"], node.kwargs["constant_args_idx"]
        if kernel not in writer.found.kernels:
            writer.found.kernels[kernel] = writer.kernel(kernel_side_table.get_kernel(kernel))
        if arguments not in writer.found.arguments:
            writer.found.arguments[arguments] = {
                name: writer.needed(name, value)
                for name, value in kernel_side_table.get_constant_args(arguments).items()
            }
    return writer.found


def kernel_calls(graph: Foreign) -> Iterator[Foreign]:
    """The nodes that call a kernel of the program."""
    for module in graph.modules():
        inner = getattr(module, "graph", None)
        for node in () if inner is None else inner.nodes:
            if node.op == "call_function" and getattr(node.target, "__name__", "") in CALLS:
                yield node


class _Writer:
    def __init__(self, described: dict[int, Foreign]) -> None:
        self.found = Described()
        self._described = described
        self._numbers: dict[int, int] = {}  # by the identity of a function that Triton compiles

    def kernel(self, kernel: Foreign) -> Kernel:
        configs = getattr(kernel, "configs", None)
        if configs is None:
            return Kernel(self._function(kernel))
        return Kernel(
            self._function(kernel.fn),
            tuple({name: getattr(config, name) for name in _CONFIG if hasattr(config, name)} for config in configs),
            tuple(getattr(kernel, "restore_value", ())),
            tuple(getattr(kernel, "reset_to_zero", ())),
        )

    def needed(self, name: str, value: Foreign) -> Value:
        described = self._value(value)
        if described is None:
            message = f"the argument {name} is a {type(value).__name__}, which cannot be carried to another process"
            raise CannotDescribeError(message)
        return described

    def _function(self, function: Foreign) -> int:
        if id(function) in self._numbers:
            return self._numbers[id(function)]
        code = getattr(getattr(function, "fn", None), "__code__", None)
        if code is None or not hasattr(function, "raw_src"):
            message = f"a kernel is a {type(function).__name__}, of which no source is known"
            raise CannotDescribeError(message)
        number = self._numbers[id(function)] = len(self.found.functions)
        source = Source(
            file=code.co_filename,
            line=function.starting_line_number,
            text="".join(function.raw_src),
            name=function.fn.__name__,
            qualified=function.fn.__qualname__,
            module=str(function.fn.__module__),
            decorator="constexpr_function" if type(function).__name__ == "ConstexprFunction" else "jit",
            options={name: getattr(function, name) for name in _OPTIONS if getattr(function, name, None)},
        )
        self.found.functions.append(source)
        self._described[id(function)] = function
        self._tell_names(function, code, source)
        return number

    def _tell_names(self, function: Foreign, code: CodeType, source: Source) -> None:
        meanings = inspect.getclosurevars(function.fn).nonlocals
        known = {**function.fn.__globals__, **meanings}
        annotated = function.fn.__globals__.get("__annotations__", {})
        for name in sorted(_names(code) | meanings.keys()):
            if name in known:
                self._tell(source.names, name, known[name], source.left_out)
            if name in annotated:
                self._tell(source.global_annotations, name, annotated[name], source.left_out)
        for parameter in inspect.signature(function.fn).parameters.values():
            if parameter.annotation is not parameter.empty:
                self._tell(source.annotations, parameter.name, parameter.annotation, source.left_out)
            if parameter.default is not parameter.empty:
                self._tell(source.defaults, parameter.name, parameter.default, source.left_out)

    def _tell(self, told: dict[str, Value], name: str, value: Foreign, left_out: list[str]) -> None:
        described = self._value(value)
        if described is None:
            left_out.append(name)
        else:
            told[name] = described

    def _value(self, value: Foreign) -> Value | None:  # noqa: PLR0911 -- one for each kind of value
        if isinstance(value, _PLAIN):
            return Plain(value)
        if isinstance(value, ModuleType):
            return Imported(value.__name__, "") if _is_carried(value.__name__) else None
        if imported := _imported(value):
            return imported
        if isinstance(value, tuple | list):
            values = [self._value(each) for each in value]
            told = tuple(each for each in values if each is not None)
            return Several(told, isinstance(value, list)) if len(told) == len(values) else None
        if type(value).__name__ == "constexpr" and _is_carried(type(value).__module__):
            inner = self._value(value.value)
            return None if inner is None else Constexpr(inner)
        if hasattr(value, "raw_src") and hasattr(value, "fn"):
            return Function(self._function(value))
        return _pickled(value)


def _names(code: CodeType) -> set[str]:
    """The names that code asks for, that inside it too."""
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return set(code.co_names).union(*(_names(each) for each in inner))


def _is_carried(module: str) -> bool:
    return module.partition(".")[0] in _CARRIED and not module.startswith("__")


def _imported(value: Foreign) -> Imported | None:
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str) or not _is_carried(module):
        return None
    return Imported(module, name) if getattr(sys.modules.get(module), name, None) is value else None


def _pickled(value: Foreign) -> Plain | None:
    """What Triton and PyTorch themselves make, such as their types of elements."""
    if not _is_carried(type(value).__module__):
        return None
    try:
        pickle.dumps(value)
    except Exception:  # noqa: BLE001 -- whatever it raises: it cannot be carried
        return None
    return Plain(value)
