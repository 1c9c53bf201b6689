"""What a description of kernels consists of: plain values, which any pickle can carry."""

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True)
class Plain:
    """A value that a pickle carries as it is."""

    value: object


@dataclass(frozen=True)
class Constexpr:
    """A `tl.constexpr`."""

    value: "Value"


@dataclass(frozen=True)
class Imported:
    """Something of Triton, PyTorch or the standard library, which a worker imports too."""

    module: str
    name: str  # empty: the module itself


@dataclass(frozen=True)
class Function:
    """Another function of the program that Triton compiles."""

    number: int


@dataclass(frozen=True)
class Several:
    """A tuple or a list."""

    values: "tuple[Value, ...]"
    is_list: bool


Value: TypeAlias = Plain | Constexpr | Imported | Function | Several


@dataclass
class Source:
    """A function that Triton compiles: its text, and what its names mean."""

    file: str
    line: int  # of its first decorator
    text: str  # with its decorators, indented as it stands
    name: str
    qualified: str
    module: str
    decorator: str  # jit, constexpr_function
    options: dict[str, object]  # do_not_specialize, noinline and the like
    names: dict[str, Value] = field(default_factory=dict)
    global_annotations: dict[str, Value] = field(default_factory=dict)  # N: tl.constexpr = 8
    annotations: dict[str, Value] = field(default_factory=dict)  # of its parameters
    defaults: dict[str, Value] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)  # names whose meaning cannot be carried over


@dataclass(frozen=True)
class Kernel:
    """An entry of the table: a function, or one with candidates to choose from."""

    function: int
    configs: tuple[dict[str, object], ...] | None = None
    restore_value: tuple[str, ...] = ()
    reset_to_zero: tuple[str, ...] = ()


@dataclass
class Described:
    """The kernels of a graph, and the arguments of their calls that a graph cannot hold."""

    functions: list[Source] = field(default_factory=list)
    kernels: dict[int, Kernel] = field(default_factory=dict)
    arguments: dict[int, dict[str, Value]] = field(default_factory=dict)
