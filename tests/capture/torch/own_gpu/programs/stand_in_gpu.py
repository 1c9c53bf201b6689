"""Stands where a GPU of this machine would be, in the program itself: all is real but for the device and the launch.

PyTorch's own compiler and Triton compile for an H100. Tensors on it are fake: they have a shape and no bytes. What a
kernel is loaded into counts the launches, and timing says that a candidate with more warps is faster, and of several
ways to do an operator the first.
"""

import functools
import pickle
from collections import Counter
from importlib import import_module
from typing import Any

from chipward.capture.tracers.torch.targets import shim
from chipward.capture.tracers.torch.targets.pretend import inductor, pytorch, triton_driver
from chipward.dataset.targets import find_target

launches: Counter[str] = Counter()


class Loaded:
    """A candidate as the GPU has it."""

    n_regs, n_spills, shared, store_cubin = 32, 0, 0, False

    def __init__(self, result: Any, runtime: Any) -> None:
        self.config = result.config
        self.cache_hash = runtime.triton_hash_to_path_key(result.kernel.hash)
        self.name = result.inductor_meta["kernel_name"]

    def __call__(self, *_arguments: object, **_options: object) -> None:
        launches[self.name] += 1


class Future:
    """What a pool of workers has promised, and has."""

    def __init__(self, value: object) -> None:
        self.value = value

    def result(self, timeout: float | None = None) -> object:  # noqa: ARG002 -- it is there
        return self.value

    def done(self) -> bool:
        return True


class Pool:
    """Compiles as a worker of Inductor's does, and hands over what a pickle keeps of it."""

    def submit(self, _work: object, load: Any = None, *_settings: object) -> Future:
        if load is None:
            return Future(value=True)
        tuner = load()
        tuner.precompile(warm_cache_only=True)
        tuner.prepare_for_pickle()
        return Future((pickle.loads(pickle.dumps(tuner)), 1))  # noqa: S301 -- its own


def is_here(target: str = "cuda:h100", *, pooled: bool = False, loaded_by_triton: bool = False) -> Any:
    """Let this process have the GPU. Returns the mode under which tensors on it can be made.

    Kernels come from a pool of workers, or not; and are loaded in Triton's own way, or in PyTorch's.
    """
    gpu = find_target(target)
    shim.load()
    pytorch.answer(gpu)
    triton_driver.answer(gpu)
    compiler = import_module("torch._inductor.async_compile").AsyncCompile
    selection = import_module("torch._inductor.select_algorithm").AlgorithmSelectorCache
    real = compiler.triton, selection.lookup
    inductor.run_nothing()
    compiler.triton, selection.lookup = real
    selection.autotune = lambda _cache, _name, _nodes, _layout, _makers, ways, **_options: {
        way: 1.0 + place for place, way in enumerate(ways)
    }
    heuristics = import_module("torch._inductor.runtime.triton_heuristics")
    runtime = import_module("torch._inductor.runtime.runtime_utils")
    for result in (heuristics.StaticTritonCompileResult, heuristics.TritonCompileResult):
        result.make_launcher = lambda self: Loaded(self, runtime)
    heuristics.CachingAutotuner.bench = lambda _tuner, launcher, *_arguments, **_options: 1 / launcher.config.num_warps
    config: Any = import_module("torch._inductor.config")
    config.compile_threads = 2 if pooled else 1
    config.use_static_triton_launcher = not loaded_by_triton
    if pooled:
        compiler.use_process_pool = staticmethod(lambda: True)
        compiler.process_pool = staticmethod(functools.cache(Pool))
    return _fake(import_module("torch"))


def _fake(torch: Any) -> Any:
    from torch._subclasses.fake_tensor import FakeTensorMode  # noqa: PLC0415 -- PyTorch comes after the shim

    mode = FakeTensorMode(allow_non_fake_inputs=True)

    def allocate(size: object, stride: object, dtype: object) -> object:
        with mode:
            return torch.empty_strided(size, stride, dtype=dtype, device="cuda")

    torch._C._dynamo.guards._empty_strided_cuda = allocate
    return mode
