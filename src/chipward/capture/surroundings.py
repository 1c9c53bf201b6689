"""Where a program runs: the system, the processor, Python, and the variables that steer a framework."""

import os
import platform
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

# Of the environment only these are kept: the rest may hold what is nobody else's business.
_STEERING = re.compile(
    r"(?:OMP|GOMP|KMP|MKL|OPENBLAS|BLIS|DNNL|ONEDNN|ATEN|TORCH|TORCHINDUCTOR|TORCHDYNAMO|PYTORCH|AOT|TRITON|CUDA|NVIDIA|HIP|ROCR"
    r"|XLA|JAX|GGML|LLAMA)_\w+|CC|CXX|PYTHONHASHSEED|PYTHONOPTIMIZE"
)
_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASS|AUTH|CREDENTIAL|COOKIE")
_INSTRUCTION_SET = re.compile(r"(?:sse|ssse|avx|amx|fma|f16c|bmi|asimd|sve|sme(?!p)|bf16|i8mm)\w*")


def surroundings() -> dict[str, object]:
    """Return the facts of a trace's environment that do not depend on a framework."""
    processor, instruction_sets = _processor()
    return {
        "system": f"{platform.system()} {platform.release()}",
        "machine": platform.machine(),
        "processor": processor,
        "instruction_sets": instruction_sets,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "variables": steering(os.environ),
    }


def steering(environment: Mapping[str, str]) -> dict[str, str]:
    """Keep the variables that steer a framework, and none that may hold a secret."""
    return {
        name: environment[name]
        for name in sorted(environment)
        if _STEERING.fullmatch(name) and not _SECRET.search(name)
    }


def _processor() -> tuple[str | None, list[str]]:
    try:
        lines = Path("/proc/cpuinfo").read_text(errors="replace").splitlines()
    except OSError:
        return platform.processor() or None, []
    told = _told(lines)
    flags = (told.get("flags") or told.get("Features") or "").split()
    return told.get("model name"), sorted({flag for flag in flags if _INSTRUCTION_SET.fullmatch(flag)})


def _told(lines: Iterable[str]) -> dict[str, str]:
    told: dict[str, str] = {}
    for line in lines:
        key, _, value = line.partition(":")
        told.setdefault(key.strip(), value.strip())
    return told
