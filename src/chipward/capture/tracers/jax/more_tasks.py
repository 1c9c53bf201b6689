"""What is done when somebody asks for more of a kernel."""

from collections.abc import Mapping

from chipward.capture.tracers.jax.more import TASK, make_more
from chipward.capture.tracers.tracer import Task

TASKS: Mapping[str, Task] = {TASK: make_more}
