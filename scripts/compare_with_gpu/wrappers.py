"""What Inductor's wrapper calls, in order, and the grid that a kernel of it is launched with."""

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scripts.compare_with_gpu.sides import Grid

_LIBRARY = ("extern_kernels.", "torch.ops.", "aten.")


class Call(NamedTuple):
    """A call in a wrapper."""

    name: str
    is_kernel: bool
    arguments: tuple[int | None, ...]  # those that are numbers; None for the others


def calls(wrapper: str) -> tuple[Call, ...]:
    """The calls of kernels and of libraries, in the order in which they stand."""
    found = [(node.lineno, node.col_offset, call) for node, call in _calls(wrapper)]
    return tuple(call for _, _, call in sorted(found, key=lambda each: each[:2]))


def _calls(wrapper: str) -> Iterator[tuple[ast.Call, Call]]:
    functions = [node for node in ast.walk(ast.parse(wrapper)) if isinstance(node, ast.FunctionDef)]
    for function in (each for each in functions if each.name.startswith(("call", "partition"))):
        for node in ast.walk(function):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            name = ast.unparse(node.func)
            if node.func.attr == "run" and any(keyword.arg == "stream" for keyword in node.keywords):
                yield node, Call(name.removesuffix(".run"), is_kernel=True, arguments=tuple(map(_number, node.args)))
            elif name.startswith(_LIBRARY):
                yield node, Call(name, is_kernel=False, arguments=())


def grid(source: str, arguments: tuple[int | None, ...], values: Mapping[str, int]) -> Grid | None:
    """The grid of a launch, as Inductor reckons it; None where a size is known only at run time."""
    from torch._inductor.runtime.triton_heuristics import GridExpr  # noqa: PLC0415 -- slow to import

    function = next(node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef))
    meta = _meta(function)
    names = [each.arg for each in function.args.args if each.annotation is None]
    more = meta.get("extra_launcher_args", ())
    names += map(str, more if isinstance(more, list | tuple) else ())
    known = {name: number for name, number in zip(names, arguments, strict=False) if number is not None}
    try:
        found = GridExpr.from_meta(meta, dict(values)).eval_slow(known)
    except (AssertionError, KeyError, NameError, TypeError):
        return None
    x, y, z = map(int, found)
    return x, y, z


def _meta(function: ast.FunctionDef) -> dict[str, object]:
    """What Inductor wrote down of a kernel, as far as it is plain values."""
    meta: dict[str, object] = {}
    for decorator in function.decorator_list:
        for keyword in decorator.keywords if isinstance(decorator, ast.Call) else ():
            if keyword.arg == "inductor_meta" and isinstance(keyword.value, ast.Dict):
                for key, value in zip(keyword.value.keys, keyword.value.values, strict=True):
                    if isinstance(key, ast.Constant):
                        _keep(meta, str(key.value), value)
    return meta


def _keep(meta: dict[str, object], name: str, value: ast.expr) -> None:
    try:
        meta[name] = ast.literal_eval(value)
    except ValueError:
        return  # an object of Inductor's; no grid depends on it


def _number(argument: ast.expr) -> int | None:
    return argument.value if isinstance(argument, ast.Constant) and type(argument.value) is int else None
