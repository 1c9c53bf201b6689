"""What is made of a recording after the program has ended."""

from collections.abc import Mapping

from chipward.capture.tracers.jax.dispatch.observations import TASK
from chipward.capture.tracers.jax.dispatch.write_dispatches import write_dispatches
from chipward.capture.tracers.tracer import Task

TASKS: Mapping[str, Task] = {TASK: write_dispatches}
