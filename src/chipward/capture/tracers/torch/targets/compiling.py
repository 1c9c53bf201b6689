"""Compiles a recorded graph for the GPU that this process pretends to have. Nothing of it is run."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.identity import CompileId
from chipward.capture.tracers.torch.targets.graph_file import Recorded, read_graph
from chipward.capture.tracers.torch.targets.inputs import make_inputs
from chipward.capture.tracers.torch.targets.moving import constants, move
from chipward.capture.tracers.torch.targets.own_kernels.rebuilding import rebuild
from chipward.capture.tracers.torch.targets.pretend.inductor import OFF, known

# AOTAutograd leaves a backward pass for when it is first needed, and looks into a cache of its own.
BOTH_AT_ONCE = {"force_non_lazy_backward_lowering": True, "enable_autograd_cache": False}


@dataclass(frozen=True)
class OnTheGpu:
    """A recorded graph that has moved, and the mode under which its tensors are fake."""

    recorded: Recorded
    mode: Foreign
    device: Foreign

    @classmethod
    def read(cls, file: Path) -> "OnTheGpu":
        """Read a graph, and move it."""
        import torch  # noqa: PLC0415 -- only a worker, and only once it pretends
        from torch._subclasses.fake_tensor import FakeTensorMode  # noqa: PLC0415
        from torch.fx.experimental.symbolic_shapes import ShapeEnv  # noqa: PLC0415

        device = torch.device("cuda", 0)
        mode = FakeTensorMode(shape_env=ShapeEnv(), allow_non_fake_inputs=True)
        recorded = read_graph(file, mode)
        if recorded.own_kernels is not None:
            rebuild(recorded.graph, recorded.own_kernels)
        move(recorded.graph, device, away_from="cuda" if recorded.is_on_a_gpu else "cpu")
        for module in recorded.graph.modules():
            if type(module).__name__ == "GraphModuleImpl":  # what a pickled graph is an instance of
                type(module).__name__ = "GraphModule"
        for held, name, value in list(constants(recorded.graph)):
            with mode:
                held[name] = torch.empty_strided(value.shape, value.stride(), dtype=value.dtype, device=device)
        for node in recorded.graph.graph.find_nodes(op="placeholder"):
            node._dynamo_source = None  # noqa: SLF001 -- AOTAutograd asks each where in the program it comes from
            if node.name in recorded.static:
                node.meta["tensor_dict"] = {"_dynamo_static_input_type": recorded.static[node.name]}
        return cls(recorded, mode, device)

    def inputs(self) -> list[Foreign]:
        """Inputs for it, made anew each time."""
        return make_inputs(self.recorded, self.mode, self.device)

    def note_values(self) -> bool:
        """Note on each node what it computes, as Dynamo does; return whether all could be told without data."""
        import torch  # noqa: PLC0415
        from torch.fx.experimental.symbolic_shapes import free_unbacked_symbols  # noqa: PLC0415
        from torch.utils._pytree import tree_leaves  # noqa: PLC0415

        graph = self.recorded.graph
        with self.mode, self.as_recorded():
            _noting(graph).run(*self.inputs())
        values = (node.meta.get("example_value") for node in graph.graph.nodes)
        numbers = (value for value in tree_leaves(list(values)) if isinstance(value, torch.Tensor | torch.SymInt))
        return not any(free_unbacked_symbols(value) for value in numbers)

    def text(self) -> str:
        """Its text, as Dynamo prints its graphs."""
        return str(self.recorded.graph.print_readable(print_output=False, include_stride=True, include_device=True))

    def compile(self, which: CompileId, also: Mapping[str, object] = OFF) -> Foreign:
        """Have AOTAutograd and Inductor compile it, forward and backward. Returns what a program would call.

        Inductor's settings are those of the program, and `also`: by default nothing may run.
        """
        guards = import_module("torch._guards")
        inductor, functorch = import_module("torch._inductor.config"), import_module("torch._functorch.config")
        entry = import_module("torch._inductor.compile_fx")
        identity = guards.CompileId(frame_id=which.frame, frame_compile_id=which.attempt)
        settings = self.recorded.settings
        with (
            inductor.patch(known(inductor, {**settings.get("_inductor", {}), **also})),
            functorch.patch(known(functorch, {**settings.get("_functorch", {}), **BOTH_AT_ONCE})),
            guards.tracing(guards.TracingContext(self.mode)),
            guards.compile_context(guards.CompileContext(identity)),
            self.as_recorded(),
        ):
            return entry.compile_fx(self.recorded.graph, self.inputs())

    @contextmanager
    def as_recorded(self) -> Iterator[None]:
        """What decided in the program how operators behave."""
        import torch  # noqa: PLC0415

        was = torch.get_float32_matmul_precision(), torch.are_deterministic_algorithms_enabled()
        dtype = torch.get_default_dtype()
        recorded = self.recorded
        with ExitStack() as stack:
            stack.callback(torch.set_float32_matmul_precision, was[0])
            stack.callback(torch.use_deterministic_algorithms, was[1])
            stack.callback(torch.set_default_dtype, dtype)
            torch.set_float32_matmul_precision(recorded.precision)
            torch.use_deterministic_algorithms(recorded.deterministic)
            torch.set_default_dtype(recorded.dtype or dtype)
            if recorded.inference:
                stack.enter_context(torch.inference_mode())
            stack.enter_context(torch.set_grad_enabled(recorded.grad))
            if recorded.autocast is not None:
                stack.enter_context(torch.autocast(self.device.type, recorded.autocast))
            yield


def _noting(graph: Foreign) -> Foreign:
    import torch  # noqa: PLC0415

    class Noting(torch.fx.Interpreter):  # type: ignore[misc]  # PyTorch is not followed
        """Notes the value of each node on it."""

        def run_node(self, n: Foreign) -> Foreign:
            value = super().run_node(n)
            n.meta["example_value"] = value
            return value

    return Noting(graph)
