"""A process that compiles for a target hears of that GPU whatever it asks, and of no other."""

import json
import subprocess
import sys

import pytest

from chipward.dataset.targets import find_target

pytestmark = pytest.mark.slow

ASKS = """
import json, sys
from chipward.capture.tracers.torch.targets.pretend import pretend
from chipward.dataset.targets import find_target
pretend(find_target(sys.argv[1]))
pretend(find_target(sys.argv[1]))
import torch
from torch._inductor.runtime.hints import DeviceProperties
from torch.utils._triton import has_triton
from triton.runtime.driver import driver
target = driver.active.get_current_target()
print(json.dumps({
    "available": torch.cuda.is_available(),
    "capability": torch.cuda.get_device_capability(),
    "bfloat16": torch.cuda.is_bf16_supported(including_emulation=False),
    "inductor": DeviceProperties.create(torch.device("cuda", 0))._asdict(),
    "triton": [target.backend, target.arch, target.warp_size],
    "has_triton": has_triton(),
    "hip": torch.version.hip is not None,
}))
try:
    pretend(find_target("cuda:t4" if sys.argv[1] != "cuda:t4" else "cuda:h100"))
except RuntimeError as refused:
    print(refused)
"""


def asked(name: str) -> tuple[dict[str, object], str]:
    done = subprocess.run([sys.executable, "-c", ASKS, name], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    answers, refusal = done.stdout.splitlines()
    return json.loads(answers), refusal


@pytest.mark.parametrize("name", ["cuda:t4", "rocm:mi300x"])
def test_the_table_answers(name: str) -> None:
    target = find_target(name)
    answers, refusal = asked(name)
    is_amd = target.backend == "rocm"
    inductor = answers["inductor"]
    assert isinstance(inductor, dict)
    assert inductor["multi_processor_count"] == target.multiprocessors
    assert inductor["warp_size"] == target.warp_size
    assert inductor["regs_per_multiprocessor"] == target.registers_per_multiprocessor
    assert inductor["type"] == ("hip" if is_amd else "cuda")
    assert answers["available"] is answers["has_triton"] is True
    assert answers["capability"] == list(target.capability)
    assert answers["bfloat16"] is is_amd
    assert answers["hip"] is is_amd
    assert answers["triton"] == (["hip", "gfx942", 64] if is_amd else ["cuda", 75, 32])
    assert refusal.startswith(f"this process compiles for {name}; cuda:")
