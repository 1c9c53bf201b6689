"""What is left for after the run."""

from chipward.capture.tracers.torch.dry_run import kernel_task, leaving
from chipward.capture.tracers.torch.dry_run.kernel_task import write_kernel
from chipward.capture.tracers.torch.dry_run.task import dry_run

TASKS = {leaving.TASK: dry_run, kernel_task.TASK: write_kernel}
