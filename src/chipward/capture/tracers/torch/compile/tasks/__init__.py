"""What is done after the program has ended: each kernel is built again with debug information, and listed."""

from collections.abc import Mapping

from chipward.capture.tracers.torch.compile.tasks.listing import list_kernel
from chipward.capture.tracers.tracer import Task

TASKS: Mapping[str, Task] = {"torch-kernel-listing": list_kernel}
