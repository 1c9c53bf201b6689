"""Kernels that were described in one process and are built again in another, whose program is not there."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

DESCRIBES = """
import pickle, sys
sys.path.insert(0, sys.argv[1])
import torch
from kernels_to_carry import calls
from chipward.capture.tracers.torch.targets.own_kernels.describing import describe
pickle.dump(describe(calls(), {}), open("described.pickle", "wb"))
"""

REBUILDS = """
import pickle
import inspect
import triton
from torch._higher_order_ops.triton_kernel_wrap import kernel_side_table
from chipward.capture.tracers.torch.targets.own_kernels.rebuilding import rebuild
import torch

class Node:
    op, target, kwargs = "call_function", None, {}

kernel_side_table.add_kernel(object())  # the numbers of this process are others
described = pickle.load(open("described.pickle", "rb"))
graph = torch.nn.Module()
graph.graph = type("Graph", (), {})()
def triton_kernel_wrapper_mutation(): pass
node = Node()
node.target = triton_kernel_wrapper_mutation
(kernel,), (arguments,) = described.kernels, described.arguments
node.kwargs = {"kernel_idx": kernel, "constant_args_idx": arguments, "kwargs": {}}
graph.graph.nodes = [node]
rebuild(graph, described)
tuned = kernel_side_table.get_kernel(node.kwargs["kernel_idx"])
print([(config.kwargs, config.num_warps) for config in tuned.configs], tuned.restore_value)
function = tuned.fn
print(function.fn.__code__.co_filename.rsplit("/", 1)[-1], function.starting_line_number)
print(inspect.getsourcelines(function.fn)[0][-1].strip())
names = function.fn.__globals__
print(names["tl"].__name__, names["SIZE"], names["OFFSET"], names["helper"].fn.__name__, names["load"].__name__)
print(names["helper"].fn.__globals__["helper"] is names["helper"], names["__annotations__"])
print(function.fn.__defaults__, [parameter.is_constexpr for parameter in function.params])
print(kernel_side_table.get_constant_args(node.kwargs["constant_args_idx"]))
print([source.left_out for source in described.functions])
"""

PROGRAM = """
import triton
import triton.language as tl
from triton.language import load

SIZE = tl.constexpr(8)
OFFSET: tl.constexpr = 4


class Settings:
    depth = 2


settings = Settings()


@triton.jit
def helper(x, n: tl.constexpr):
    if n > 0:
        return helper(x, n - 1)
    return x


def make():
    inside = tl.constexpr(5)

    @triton.autotune(
        configs=[triton.Config({"BLOCK": 16}, num_warps=2), triton.Config({"BLOCK": 32})],
        key=[],
        restore_value=["x_ptr"],
    )
    @triton.jit
    def kernel(x_ptr, BLOCK: tl.constexpr, SCALE: tl.constexpr = 2):
        x = load(x_ptr + tl.arange(0, BLOCK))
        tl.store(x_ptr + OFFSET, helper(x, inside) * SIZE * SCALE * settings.depth)

    return kernel


def calls():
    import torch
    from torch._higher_order_ops.triton_kernel_wrap import kernel_side_table, triton_kernel_wrapper_mutation

    module = torch.nn.Module()
    module.graph = torch.fx.Graph()
    module.graph.call_function(
        triton_kernel_wrapper_mutation,
        kwargs={
            "kernel_idx": kernel_side_table.add_kernel(make()),
            "constant_args_idx": kernel_side_table.add_constant_args({"KIND": tl.float32, "PAIR": (1, None)}),
        },
    )
    return module
"""


def test_a_kernel_is_built_again_without_its_program(tmp_path: Path) -> None:
    program = tmp_path / "kernels_to_carry.py"
    program.write_text(PROGRAM)
    first = [sys.executable, "-c", DESCRIBES, str(tmp_path)]
    subprocess.run(first, cwd=tmp_path, check=True, capture_output=True, timeout=300)
    program.unlink()
    second = subprocess.run(
        [sys.executable, "-c", REBUILDS], cwd=tmp_path, check=False, capture_output=True, text=True, timeout=300
    )
    assert second.returncode == 0, second.stderr[-3000:]
    place = PROGRAM.split("\n").index("    @triton.autotune(") + 1
    assert second.stdout.split("\n") == [
        "[({'BLOCK': 16}, 2), ({'BLOCK': 32}, 4)] ['x_ptr']",
        f"kernels_to_carry.py {place}",
        "tl.store(x_ptr + OFFSET, helper(x, inside) * SIZE * SCALE * settings.depth)",
        "triton.language constexpr[8] 4 helper load",
        "True {'OFFSET': <class 'triton.language.core.constexpr'>}",
        "(2,) [False, True, True]",
        "{'KIND': triton.language.float32, 'PAIR': (1, None)}",
        "[['settings'], []]",
        "",
    ]
