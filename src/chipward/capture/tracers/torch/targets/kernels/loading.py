"""Loads a kernel that Inductor wrote, as Inductor loads it, and keeps its text the one that every stage points at."""

import ast
import linecache
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chipward.capture.tracers.torch.compile.foreign import Foreign


def file_of(kernel: str) -> str:
    """What the stages call the file of a kernel: its name, without a folder that only this machine has."""
    return f"{kernel}.py"


@contextmanager
def loaded(kernel: str, source: str, folder: Path, file: str | None = None) -> Iterator[Foreign]:
    """The autotuner that Inductor makes of a kernel, with all of its candidates and none of them compiled.

    In a folder of its own, beside the kernel, Inductor looks for the candidate that won an earlier time. `file` is what
    the stages are to call the kernel's, instead of a name that is the same everywhere.
    """
    file = file or file_of(kernel)
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)  # where Triton reads it again
    module: dict[str, Foreign] = {"__name__": kernel, "__file__": str(folder / file_of(kernel))}
    try:
        exec(compile(source, file, "exec"), module)  # noqa: S102 -- Inductor's own text, run as Inductor runs it
        yield module[defined(source)]
    finally:
        linecache.cache.pop(file, None)


def defined(source: str) -> str:
    """The name of the function that is the kernel: the one that the heuristics decorate."""
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.FunctionDef) and any(
            ast.unparse(decorator).startswith("triton_heuristics.") for decorator in statement.decorator_list
        ):
            return statement.name
    message = "The text that Inductor wrote holds no kernel with heuristics of Inductor."
    raise ValueError(message)
