"""Everything that a mode on PyTorch's stack could disturb: errors, warnings, other modes, threads, children."""

import copy
import os
import threading
import traceback
import warnings

import torch
from torch import nn
from torch.func import grad, vmap
from torch.fx.experimental.proxy_tensor import make_fx
from torch.nn import functional as F
from torch.overrides import TorchFunctionMode
from torch.testing._internal.two_tensor import TwoTensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.checkpoint import checkpoint
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
x = torch.randn(4, 8, requires_grad=True)
w = torch.randn(8, 8, requires_grad=True)


def errors():
    for fail in (
        lambda: x @ torch.ones(3, 3),
        lambda: x.view(7),
        lambda: torch.ones(3)[5],
        lambda: F.cross_entropy(x, torch.tensor([0, 1, 99, 2])),
        lambda: x.sum().backward(torch.ones(3)),
        lambda: torch.linalg.inv(torch.zeros(2, 2)),
        lambda: x.add_(1),
        lambda: nn.Linear(8, 4)(torch.ones(3, 5)),
        lambda: torch.empty(2).random_(5, 1),
    ):
        try:
            try:
                raise KeyError("the context")
            except KeyError:
                fail()
        except Exception:
            traceback.print_exc()


def warned():
    torch.add(torch.ones(4), 1, out=torch.ones(3))
    torch.ones(3).to(torch.complex64).to(torch.float32)
    print(warnings.filters == [] or "filters")


def other_modes():
    class Log(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            print(" ", func)
            return func(*args, **(kwargs or {}))

    class Functions(TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            print(" ", func.__name__)
            return func(*args, **(kwargs or {}))

    with Log():
        (x * 2).sum().backward()
    with Functions():
        F.linear(x, w)
    print(make_fx(lambda value: F.relu(value @ value).sum())(torch.ones(3, 3)).code)


def transforms():
    print(vmap(lambda row: (row * row).sum())(x).tolist())
    print(grad(lambda value: (value.sin() * value).sum())(x.detach()).sum().item())


def contexts():
    with torch.inference_mode():
        frozen = F.linear(x, w)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        print((x @ w).dtype, frozen.is_inference())
    try:
        (frozen * x).sum().backward()
    except RuntimeError:
        traceback.print_exc()


def gradients():
    handle = x.register_hook(lambda gradient: gradient * 2)
    (x * w[:4]).sum().backward()
    handle.remove()
    (first,) = torch.autograd.grad((x**3).sum(), x, create_graph=True)
    first.sum().backward()
    checkpoint(lambda value: (value @ w).relu(), x, use_reentrant=False).sum().backward()
    viewed = x * 1
    viewed[0].add_(1)
    viewed.sum().backward()
    print(x.grad.sum().item().hex())


def threads():
    out = {}

    def work(number):
        with torch.no_grad():
            out[number] = torch.full((2, 2), number).sum().item()

    workers = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    print(sorted(out.items()))
    failing = threading.Thread(target=lambda: torch.ones(2) @ torch.ones(3))
    failing.start()
    failing.join()


def children():
    print("before the fork", flush=True)
    pid = os.fork()
    if not pid:
        print("child", (torch.ones(3) * 2).sum().item(), flush=True)
        os._exit(3)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    print([batch[0].sum().item() for batch in DataLoader(TensorDataset(torch.arange(4.0)), num_workers=1)])


def subclasses():
    class Mine(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            print(" ", getattr(func, "__name__", func))
            return super().__torch_function__(func, types, args, kwargs or {})

    print(type(torch.ones(3).as_subclass(Mine) + 1).__name__, TwoTensor(torch.ones(3), torch.zeros(3)) * 2)


def own_operators():
    @torch.library.custom_op("mine::fails", mutates_args=())
    def fails(value: torch.Tensor) -> torch.Tensor:
        raise ValueError("from inside")

    try:
        fails(torch.ones(3))
    except ValueError:
        traceback.print_exc()


def compiled():
    value = x.detach().requires_grad_()
    torch.compile(lambda row: (row.sin() + 1).relu().sum(), backend="aot_eager")(value).backward()
    print(value.grad.sum().item().hex(), dict(torch._dynamo.utils.counters["graph_break"]))


def others():
    print(torch.jit.trace(lambda value: value * 2 + 1, torch.ones(3))(torch.ones(3)).tolist())
    print(copy.deepcopy(nn.Linear(2, 2)).weight.shape, torch.ones(2).to_sparse().coalesce().values().tolist())
    print(nn.MultiheadAttention(8, 2, batch_first=True).eval()(x[None], x[None], x[None])[0].sum().item().hex())
    print((torch.nested.nested_tensor([torch.ones(3), torch.ones(2)]) * 2).unbind()[1].tolist())
    optimizer = torch.optim.Adam([x], lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        (x * w[:4]).sum().backward()
        optimizer.step()
    print(x.sum().item().hex())


for part in (
    errors,
    warned,
    other_modes,
    transforms,
    contexts,
    gradients,
    threads,
    children,
    subclasses,
    own_operators,
    compiled,
    others,
):
    print("##", part.__name__)
    part()
torch.ones(2) @ torch.ones(3)
