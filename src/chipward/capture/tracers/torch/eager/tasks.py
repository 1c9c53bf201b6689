"""What is made of a recording after the program has ended."""

from chipward.capture.tracers.torch.eager.write_ops import write_ops

TASKS = {"eager-ops": write_ops}
