"""Builds described kernels again, in a worker, and points a graph at them."""

import ast
import linecache
import textwrap
from importlib import import_module
from types import FunctionType

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
from chipward.capture.tracers.torch.targets.own_kernels.describing import kernel_calls


def rebuild(graph: Foreign, described: Described) -> None:
    """Build the kernels, put them into the table of this process, and have the graph call them there."""
    from torch._higher_order_ops.triton_kernel_wrap import kernel_side_table  # noqa: PLC0415 -- only a worker

    built = _Builder(described)
    kernels = {number: kernel_side_table.add_kernel(built.kernel(each)) for number, each in described.kernels.items()}
    arguments = {
        number: kernel_side_table.add_constant_args({name: built.value(value) for name, value in each.items()})
        for number, each in described.arguments.items()
    }
    for node in kernel_calls(graph):
        node.kwargs = {
            **node.kwargs,
            "kernel_idx": kernels[node.kwargs["kernel_idx"]],
            "constant_args_idx": arguments[node.kwargs["constant_args_idx"]],
        }
    for module in graph.modules():
        if hasattr(module, "recompile"):
            module.recompile()


class _Builder:
    def __init__(self, described: Described) -> None:
        _keep_lines(described.functions)
        self._functions: list[Foreign] = []
        for source in described.functions:
            self._functions.append(self._decorated(source, _function(source)))
        # Functions may call each other, so their names get a meaning once all are there.
        for source, function in zip(described.functions, self._functions, strict=True):
            names = function.fn.__globals__
            names.update({name: self.value(value) for name, value in source.names.items()})
            names["__annotations__"] = {name: self.value(value) for name, value in source.global_annotations.items()}

    def kernel(self, kernel: Kernel) -> Foreign:
        function = self._functions[kernel.function]
        if kernel.configs is None:
            return function
        triton = import_module("triton")
        return triton.autotune(
            configs=[triton.Config(**config) for config in kernel.configs],
            key=[],
            restore_value=list(kernel.restore_value) or None,
            reset_to_zero=list(kernel.reset_to_zero) or None,
        )(function)

    def value(self, value: Value) -> Foreign:
        match value:
            case Plain(plain):
                return plain
            case Constexpr(inner):
                return import_module("triton.language").constexpr(self.value(inner))
            case Imported(module, ""):
                return import_module(module)
            case Imported(module, name):
                return getattr(import_module(module), name)
            case Function(number):
                return self._functions[number]
            case Several(values, is_list):
                built = [self.value(each) for each in values]
                return built if is_list else tuple(built)

    def _decorated(self, source: Source, function: FunctionType) -> Foreign:
        function.__annotations__ = {name: self.value(value) for name, value in source.annotations.items()}
        code = function.__code__
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        given = {name: self.value(source.defaults[name]) for name in names if name in source.defaults}
        function.__defaults__ = tuple(given[name] for name in names[: code.co_argcount] if name in given) or None
        function.__kwdefaults__ = {name: given[name] for name in names[code.co_argcount :] if name in given} or None
        triton = import_module("triton")
        if source.decorator == "constexpr_function":
            return triton.constexpr_function(function)
        return triton.jit(function, **source.options)


def _keep_lines(sources: list[Source]) -> None:
    """Let whoever asks for the lines of a function see those that the program had, wherever its file has gone."""
    files: dict[str, dict[int, str]] = {}
    for source in sources:
        kept = files.setdefault(source.file, {})
        kept.update(enumerate(source.text.splitlines(keepends=True), start=source.line))
    for file, kept in files.items():
        lines = [kept.get(number, "\n") for number in range(1, max(kept) + 1)]
        linecache.cache[file] = (sum(map(len, lines)), None, lines, file)


def _function(source: Source) -> FunctionType:
    """The function without its decorators; what its parameters say of themselves is put on it later."""
    tree = ast.parse(textwrap.dedent(source.text))
    definition = next(statement for statement in tree.body if isinstance(statement, ast.FunctionDef))
    definition.decorator_list = []
    definition.returns = None
    arguments = definition.args
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        argument.annotation = None
    arguments.defaults, arguments.kw_defaults = [], [None] * len(arguments.kwonlyargs)
    ast.increment_lineno(tree, source.line - 1)
    module: dict[str, Foreign] = {"__name__": source.module}
    exec(compile(tree, source.file, "exec"), module)  # noqa: S102 -- a definition alone, without decorators and defaults
    function: FunctionType = module.pop(definition.name)
    function.__code__ = function.__code__.replace(co_firstlineno=source.line)  # where Python puts it: at the decorators
    function.__qualname__ = source.qualified
    return function
