"""How close what is compiled here is to what the GPU itself would get: each caveat where it applies, and only there."""

from collections.abc import Iterator, Mapping, Sequence

from chipward.bundle.journal import Journal
from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.places import place_at, place_in_traceback
from chipward.capture.tracers.torch.compile.state import Compilation
from chipward.capture.tracers.torch.installed import find_torch
from chipward.capture.tracers.torch.targets.graph_file import Recorded
from chipward.capture.tracers.torch.targets.pretend.undecided import Notes, Undecided
from chipward.model.finding import FIDELITY
from chipward.model.target import Backend, Target

_ATTENTION = frozenset({"scaled_dot_product_attention", "multi_head_attention_forward"})
_RECURRENT = frozenset({"lstm", "gru", "rnn_tanh", "rnn_relu"})
# What decides on a GPU, by what is lowered.
_WHOM = {
    "Attention": {Backend.CUDA: "which fused kernel can take it", Backend.ROCM: "which fused kernel can take it"},
    "Convolution": {Backend.CUDA: "cuDNN", Backend.ROCM: "MIOpen"},
    "The recurrent network": {Backend.CUDA: "cuDNN", Backend.ROCM: "MIOpen"},
}
# What a program may have asked for that needs a GPU to time things on, or to record launches; and whether it is many.
_NEEDS_A_GPU: Mapping[str, tuple[str, bool]] = {
    "triton.cudagraphs": ("CUDA graphs", True),
    "coordinate_descent_tuning": ("coordinate descent tuning", False),
    "benchmark_fusion": ("timed fusion", False),
    "benchmark_combo_kernel": ("timed combo kernels", True),
}
# What Inductor names by its kernels, in words.
_PRODUCTS: Mapping[str, str] = {
    "mm": "a matrix product",
    "addmm": "a matrix product with a bias",
    "bias_addmm": "a matrix product with a bias",
    "bmm": "a batched matrix product",
    "baddbmm": "a batched matrix product with a bias",
    "int_mm": "a matrix product of integers",
    "scaled_mm": "a scaled matrix product",
    "mm_plus_mm": "a sum of two matrix products",
    "convolution": "a convolution",
    "flex_attention": "attention",
    "flex_decoding": "attention",
}


def tell_of_graph(journal: Journal, compilation: Compilation, recorded: Recorded, target: Target) -> None:
    """Tell what holds for all of a frame, and of each operator whose lowering a CPU-only build decides."""
    unit, function = compilation.unit, compilation.function
    begins = place_at(journal, function.file, function.line or 0)
    journal.finding(
        FIDELITY,
        f"Compiled here, not run: this is what PyTorch's own compiler writes for {target.name}, and no GPU has run it.",
        unit=unit,
        place=begins,
    )
    if not recorded.is_on_a_gpu:
        journal.finding(
            FIDELITY,
            "The graph was captured while your program ran on the CPU, and its tensors were moved to the GPU. Where "
            "your code asks which device it is on, the answer was the CPU.",
            unit=unit,
            place=begins,
        )
    if recorded.autocast is not None:
        journal.finding(FIDELITY, "Autocast for the CPU was on, and is taken for the GPU's.", unit=unit, place=begins)
    torch = find_torch()
    for what, line in () if torch and torch.cuda else _decided_otherwise(recorded.graph):
        journal.finding(
            FIDELITY,
            f"{what} is lowered here as a PyTorch without GPU support decides. One with it asks "
            f"{_WHOM[what][target.backend]}, so what you see may not be what runs on {target.name}.",
            unit=unit,
            place=place_in_traceback(journal, line) or begins,
        )


def tell_of_choices(journal: Journal, compilation: Compilation, notes: Notes, recorded: Recorded) -> None:
    """Tell what Inductor would have timed, and what the program asked for that needs a GPU."""
    unit, function = compilation.unit, compilation.function
    begins = place_at(journal, function.file, function.line or 0)
    for each in notes.autotuned:
        journal.finding(FIDELITY, autotuned(each), unit=unit, place=begins)
    if notes.unpadded:
        products = "a matrix product" if notes.unpadded == 1 else f"{notes.unpadded} matrix products"
        journal.finding(
            FIDELITY,
            f"Inductor would time {products} with and without padding. Nothing can be timed here, so none is padded.",
            unit=unit,
            place=begins,
        )
    settings = recorded.settings.get("_inductor", {})
    asked = [what for option, what in _NEEDS_A_GPU.items() if settings.get(option)]
    if asked:
        journal.finding(FIDELITY, asked_for(asked), unit=unit, place=begins)


def autotuned(choice: Undecided) -> str:
    """Say which of the ways to do the same was taken, and why."""
    named = _PRODUCTS.get(choice.what)
    done = f"{named} ({choice.what})" if named and choice.what not in named else named or choice.what
    return (
        f"Autotuning times {choice.choices} ways to do {done} and takes the fastest. Nothing can be timed here, so "
        f"{choice.chosen}, the first that Inductor writes code for, was taken."
    )


def asked_for(what: Sequence[tuple[str, bool]]) -> str:
    """Say that nothing is done of what needs a GPU: each by its name, and whether that is a plural."""
    are_many = len(what) > 1 or any(is_many for _, is_many in what)
    names = [name for name, _ in what]
    told = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    need, they = ("need", "them") if are_many else ("needs", "it")
    return f"Your program asks for {told}, which {need} a GPU: nothing of {they} is done here."


def _decided_otherwise(graph: Foreign) -> Iterator[tuple[str, str]]:
    """Each operator whose lowering depends on the build of PyTorch, and where in the program it stands."""
    for module in graph.modules():
        for node in getattr(getattr(module, "graph", None), "nodes", ()):
            called = str(getattr(node.target, "__name__", node.target)).rpartition(".")[2]
            if node.op not in ("call_function", "call_method"):
                continue
            line = str(node.meta.get("stack_trace") or "")
            if called in _ATTENTION:
                yield "Attention", line
            elif called.startswith("conv"):
                yield "Convolution", line
            elif called in _RECURRENT:
                yield "The recurrent network", line
