"""Lets Inductor write code for a GPU without running any of it.

Where Inductor would time two ways to do the same, it is told nothing: the first that it writes code for is taken, and
that is noted. Where it would compute a constant on the GPU, it is computed on the CPU.
"""

import functools
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import NoReturn

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.targets.pretend.undecided import NOTES, Undecided

# Settings that let Inductor time things, keep what it made for another time, or record launches, while it compiles.
# None of them stands in the code that it writes. Versions differ in which they have.
OFF: Mapping[str, object] = {
    "benchmark_combo_kernel": False,
    "benchmark_epilogue_fusion": False,
    "benchmark_fusion": False,
    "benchmark_kernel": False,
    "compile_threads": 1,
    "fx_graph_cache": False,
    "fx_graph_remote_cache": False,
    "triton.autotune_at_compile_time": False,
    "triton.cudagraphs": False,
}


def run_nothing() -> None:
    """Do so for the life of this process."""
    folding = import_module("torch._inductor.constant_folding").ConstantFolder
    folding.run_node = _on_the_cpu(folding.run_node)
    selection = import_module("torch._inductor.select_algorithm").AlgorithmSelectorCache
    selection.lookup = _first
    selection.make_precompile_fn = lambda *_args, **_kwargs: dict
    # It would compute what a tensor of one number becomes on the device, to have it at hand if anybody asks.
    proxies: Foreign = import_module("torch.fx.experimental.proxy_tensor")
    proxies.CONSTANT_NUMEL_LIMIT = 0
    padding: Foreign = import_module("torch._inductor.fx_passes.pad_mm")
    padding.is_mm_compute_bound = _not_timed(padding.is_mm_compute_bound)
    compiling = import_module("torch._inductor.async_compile").AsyncCompile
    compiling.triton = _leave_uncompiled
    helpers: Foreign = import_module("torch._inductor.runtime.triton_helpers")
    helpers.set_driver_to_gpu = lambda: None  # it would look for a driver of this machine


class Uncompiled:
    """What the wrapper gets in the place of a kernel. It is never called."""

    def run(self, *_args: object, **_kwargs: object) -> NoReturn:
        """Refuse: there is nothing to run it on."""
        message = "this kernel is for a GPU that is not here"
        raise RuntimeError(message)


def _leave_uncompiled(_self: Foreign, _kernel_name: str, _source_code: str, device_str: str = "cuda") -> Uncompiled:
    """In the place of `AsyncCompile.triton`: a kernel is compiled by a task of its own, beside others."""
    del device_str
    return Uncompiled()


def known(config: Foreign, settings: Mapping[str, object]) -> dict[str, object]:
    """Those of some settings that this version has."""
    return {name: value for name, value in settings.items() if _has(config, name)}


def _has(config: Foreign, name: str) -> bool:
    for part in name.split("."):
        if not hasattr(config, part):
            return False
        config = getattr(config, part)
    return True


def _on_the_cpu(run_node: Callable[[Foreign, Foreign], Foreign]) -> Callable[[Foreign, Foreign], Foreign]:
    import torch  # noqa: PLC0415
    from torch.utils._python_dispatch import TorchDispatchMode  # noqa: PLC0415
    from torch.utils._pytree import tree_map  # noqa: PLC0415

    def here(argument: Foreign) -> Foreign:
        return torch.device("cpu") if isinstance(argument, torch.device) else argument

    class OnTheCpu(TorchDispatchMode):  # type: ignore[misc]  # PyTorch is not followed
        """Sends what is made on a device to the CPU."""

        def __torch_dispatch__(
            self, func: Foreign, types: Foreign, args: Foreign = (), kwargs: Foreign = None
        ) -> Foreign:
            return func(*tree_map(here, args), **tree_map(here, kwargs or {}))

    @functools.wraps(run_node)
    def run_here(folder: Foreign, node: Foreign) -> Foreign:
        with OnTheCpu():
            return run_node(folder, node)

    return run_here


def _first(_self: Foreign, choices: Foreign, name: str, *_args: object, **_kwargs: object) -> dict[Foreign, float]:
    """In the place of `AlgorithmSelectorCache.lookup`: the choices by how long they take, the first one shortest."""
    ordered = sorted(choices, key=lambda choice: type(choice).__name__ == "ExternKernelCaller")  # else nothing to see
    NOTES.autotuned.append(Undecided(name, ordered[0].name, len(ordered)))
    return {choice: 1.0 + place for place, choice in enumerate(ordered)}


def _not_timed(is_mm_compute_bound: Callable[..., bool]) -> Callable[..., bool]:
    """In the place of the last question before Inductor would time a product with and without padding."""

    @functools.wraps(is_mm_compute_bound)
    def not_timed(*args: Foreign, **kwargs: Foreign) -> bool:
        if is_mm_compute_bound(*args, **kwargs):
            NOTES.unpadded += 1
        return False

    return not_timed
