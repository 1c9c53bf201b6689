"""The after-work of Triton kernels."""

from collections.abc import Mapping

from chipward.capture.tracers.torch.targets.kernels.leaving import TASK
from chipward.capture.tracers.torch.targets.kernels.task import compile_kernel
from chipward.capture.tracers.tracer import Task

TASKS: Mapping[str, Task] = {TASK: compile_kernel}
