"""The file of a recorded graph: how the program's process writes it and a worker reads it.

PyTorch's own pickler for graphs (`torch.fx._graph_pickler`) does the work. Tensors are described, their bytes stay
where they are: no weight and no input of the program leaves it.
"""

import pickle
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import NamedTuple

from chipward.capture.session import reason
from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.targets.numpy_calls import NumpyCall, names_answered, numpy_calls, put_back
from chipward.capture.tracers.torch.targets.own_kernels.described import Described
from chipward.capture.tracers.torch.targets.own_kernels.describing import describe

# What is kept of a node beside what it calls: its lines of the program, which forward node a backward one belongs to,
# and what the program itself has noted. The rest holds objects of the program.
KEPT = frozenset({"stack_trace", "seq_nr", "custom"})
# Settings that say nothing of the code: where caches lie, how many processes compile, what is logged.
_IGNORED = ("trace.", "cpp.", "compile_threads", "force_disable_caches", "worker_", "fx_graph_", "autotune_")


class TensorInput(NamedTuple):
    """A tensor that is handed to the graph, described."""

    shape: tuple[Foreign, ...]
    stride: tuple[Foreign, ...]
    dtype: Foreign
    offset: Foreign  # elements from the beginning of its storage
    storage: int  # inputs of the same number share it
    storage_bytes: Foreign
    requires_grad: bool
    is_parameter: bool
    device: str = "cpu"


class OtherInput(NamedTuple):
    """A number that is handed to the graph; a symbol where it is dynamic."""

    value: Foreign


@dataclass
class Recorded:
    """A graph as Dynamo made it, with all that decides what becomes of it."""

    graph: Foreign
    inputs: list[TensorInput | OtherInput]
    static: Mapping[str, str]  # placeholders of parameters and the like: what Dynamo says of them
    grad: bool
    inference: bool
    autocast: Foreign  # the type that the program computes with where it may; None where that is as written
    settings: Mapping[str, Mapping[str, object]] = field(default_factory=dict)  # by module: what is not the default
    precision: str = "highest"  # of matrix products in float32
    deterministic: bool = False
    dtype: Foreign = None
    own_kernels: Described | None = None  # Triton kernels that the program defines
    numpy: list[NumpyCall] = field(default_factory=list)

    @property
    def is_on_a_gpu(self) -> bool:
        """Whether the program itself ran it on a GPU: then what is on the CPU is meant to be there."""
        return any(isinstance(each, TensorInput) and each.device != "cpu" for each in self.inputs)


_NOT_RECORDED = "The inputs of the graph cannot be made anew in another process:"


class UnknownTensorError(Exception):
    """A tensor of a kind that cannot be described; the message says which."""


def write_graph(file: Path, graph: Foreign, inputs: Foreign, described: dict[int, Foreign]) -> list[tuple[str, str]]:
    """Write a graph. Returns the settings that had to be left out, and why.

    Triton's functions that are written with it are noted in `described`.
    """
    import torch  # noqa: PLC0415 -- the program has imported it
    from torch.fx._graph_pickler import GraphPickler, Options  # noqa: PLC0415

    placeholders = graph.graph.find_nodes(op="placeholder")
    settings, left_out = _settings(torch)
    content = Recorded(
        graph=graph,
        inputs=_described(placeholders, inputs),
        static=_static(placeholders),
        grad=torch.is_grad_enabled(),
        inference=torch.is_inference_mode_enabled(),
        autocast=torch.get_autocast_dtype("cpu") if torch.is_autocast_enabled("cpu") else None,
        settings=settings,
        precision=torch.get_float32_matmul_precision(),
        deterministic=torch.are_deterministic_algorithms_enabled(),
        dtype=torch.get_default_dtype(),
        own_kernels=describe(graph, described),
        numpy=numpy_calls(graph),
    )
    how = Options(ops_filter=None, node_metadata_key_filter=KEPT.__contains__)
    file.write_bytes(GraphPickler.dumps(vars(content), how))
    return left_out


def read_graph(file: Path, mode: Foreign) -> Recorded:
    """Read a graph under a FakeTensorMode, whose shape environment takes on the symbols of the program."""
    from torch.fx._graph_pickler import GraphPickler  # noqa: PLC0415 -- only a worker

    _know_operators()
    with names_answered():
        recorded = Recorded(**GraphPickler.loads(file.read_bytes(), mode))
    put_back(recorded.graph, recorded.numpy)
    return recorded


def _know_operators() -> None:
    """Have PyTorch register what it registers only once somebody uses it: operators that take functions."""
    folder = import_module("torch._higher_order_ops")
    for module in iter_modules(folder.__path__, f"{folder.__name__}."):
        with suppress(ImportError):
            import_module(module.name)


def _described(placeholders: Foreign, inputs: Foreign) -> list[TensorInput | OtherInput]:
    """Describe what is handed over, with the symbols by which Dynamo knows its sizes."""
    import torch  # noqa: PLC0415
    from torch._subclasses.fake_tensor import FakeTensor, is_fake  # noqa: PLC0415

    storages: dict[int, int] = {}
    described: list[TensorInput | OtherInput] = []
    for node, given in zip(placeholders, inputs, strict=True):
        known = node.meta.get("example_value", given)
        if not isinstance(known, torch.Tensor):
            described.append(OtherInput(known))
            continue
        if type(known) not in (FakeTensor, torch.Tensor, torch.nn.Parameter) or not (is_fake(known) or known is given):
            message = f"{_NOT_RECORDED} {node.name} is a {type(known).__name__}, whose inside cannot be described."
            raise UnknownTensorError(message)
        if known.layout is not torch.strided or known.is_quantized:
            message = f"{_NOT_RECORDED} {node.name} is no dense tensor."
            raise UnknownTensorError(message)
        storage = known.untyped_storage()
        number = storages.setdefault(storage._cdata, len(storages))  # noqa: SLF001 -- PyTorch compares storages by it
        described.append(
            TensorInput(
                tuple(known.shape),
                tuple(known.stride()),
                known.dtype,
                known.storage_offset(),
                number,
                storage.nbytes(),
                known.requires_grad,
                isinstance(given, torch.nn.Parameter) or isinstance(known, torch.nn.Parameter),
                known.device.type,
            )
        )
    return described


def _static(placeholders: Foreign) -> dict[str, str]:
    """What Dynamo says of inputs that stay in their place from call to call."""
    kinds = {node.name: (node.meta.get("tensor_dict") or {}).get("_dynamo_static_input_type") for node in placeholders}
    return {name: str(kind) for name, kind in kinds.items() if kind}


def _settings(torch: Foreign) -> tuple[dict[str, dict[str, object]], list[tuple[str, str]]]:
    found: dict[str, dict[str, object]] = {}
    left_out: list[tuple[str, str]] = []
    for module, config in (("_inductor", torch._inductor.config), ("_functorch", torch._functorch.config)):  # noqa: SLF001
        found[module] = {}
        for name, value in config._get_dict(skip_default=True).items():  # noqa: SLF001 -- what is not the default
            if name.startswith(_IGNORED):
                continue
            try:
                pickle.dumps(value)
            except Exception as error:  # noqa: BLE001 -- a function of the program, or whatever it has put there
                left_out.append((f"torch.{module}.config.{name}", reason(error)))
            else:
                found[module][name] = value
    return found, left_out
