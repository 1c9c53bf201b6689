"""What PyTorch asks about the GPU: the questions of `torch.cuda`, and which toolkit it was built with."""

from collections.abc import Callable
from contextlib import nullcontext
from types import SimpleNamespace

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.model.target import Backend, Target

# The toolkits that PyTorch's own wheels are built with. A build for the CPU names none, and Inductor asks.
TOOLKITS = {Backend.CUDA: ("cuda", "13.0"), Backend.ROCM: ("hip", "7.0")}
AMPERE = (8, 0)  # the first NVIDIA GPUs that compute with bfloat16


def answer(target: Target) -> None:
    """Answer for the life of this process. PyTorch's compiler is imported after this, and keeps what it finds."""
    import torch  # noqa: PLC0415 -- the shim had to be there first
    from torch._subclasses.fake_tensor import FakeTensorMode  # noqa: PLC0415

    toolkit, version = TOOLKITS[target.backend]
    if getattr(torch.version, toolkit, None) is None:
        setattr(torch.version, toolkit, version)
    torch._C._cuda_getDeviceCount = lambda: 1  # noqa: SLF001 -- its being there means: built with CUDA
    torch._C._cuda_getDevice = lambda: 0  # noqa: SLF001 -- parts of torch.cuda have imported what asks it
    torch._C._cuda_getCurrentRawStream = lambda _device: 0  # noqa: SLF001 -- wrappers import it
    for name, value in _answers(target).items():
        setattr(torch.cuda, name, value)
    # Asked whether a tensor's device may be touched while the tensor is made.
    FakeTensorMode.avoid_device_init = property(lambda _mode: True)


def _answers(target: Target) -> dict[str, Foreign]:
    import torch  # noqa: PLC0415

    properties = properties_of(target)
    has_bfloat16 = target.backend is Backend.ROCM or target.capability >= AMPERE

    return {
        "is_available": _returning(value=True),
        "is_initialized": _returning(value=True),
        "is_bf16_supported": lambda including_emulation=True: including_emulation or has_bfloat16,
        "is_current_stream_capturing": _returning(value=False),
        "device_count": _returning(1),
        "current_device": _returning(0),
        "get_arch_list": _returning([target.arch]),
        "get_device_capability": _returning(target.capability),
        "get_device_name": _returning(target.name),
        "get_device_properties": _returning(properties),
        "memory_allocated": _returning(0),
        "max_memory_allocated": _returning(0),
        "mem_get_info": _returning((target.memory, target.memory)),
        "current_stream": _returning(SimpleNamespace(device_type=1, device_index=0, stream_id=0)),
        "device": _returning(nullcontext()),
        "stream": _returning(nullcontext()),
        "get_rng_state": lambda _device="cuda": torch.zeros(16, dtype=torch.uint8),  # no random number is drawn
        "set_rng_state": _returning(None),
        "_exchange_device": _returning(0),
        "_maybe_exchange_device": _returning(0),
        "_lazy_init": _returning(None),
        "set_device": _returning(None),
        "set_stream": _returning(None),
        "synchronize": _returning(None),
    }


def _returning(value: Foreign) -> Callable[..., Foreign]:
    """A function of its own for each answer: Dynamo keeps a table of PyTorch's functions, by what they are."""

    def answer(*_args: object, **_kwargs: object) -> Foreign:
        return value

    return answer


def properties_of(target: Target) -> SimpleNamespace:
    """What `torch.cuda.get_device_properties` returns. What the table does not know is not there."""
    major, minor = target.capability
    return SimpleNamespace(
        name=target.name,
        major=major,
        minor=minor,
        gcnArchName=f"{target.arch}:sramecc+:xnack-" if target.backend is Backend.ROCM else target.name,
        warp_size=target.warp_size,
        multi_processor_count=target.multiprocessors,
        max_threads_per_block=target.max_threads_per_block,
        max_threads_per_multi_processor=target.max_threads_per_multiprocessor,
        regs_per_multiprocessor=target.registers_per_multiprocessor,
        shared_memory_per_block=target.shared_memory_per_block,
        shared_memory_per_block_optin=target.shared_memory_per_block_optin,
        shared_memory_per_multiprocessor=target.shared_memory_per_multiprocessor,
        total_memory=target.memory,
        L2_cache_size=target.l2,
        is_integrated=0,
        is_multi_gpu_board=0,
    )
