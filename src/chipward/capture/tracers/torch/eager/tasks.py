"""What is made of a recording after the program has ended."""

from chipward.capture.tracers.torch.eager.write_ops import write_ops
from chipward.capture.tracers.torch.native.write_below import write_below

TASKS = {"eager-below": write_below, "eager-ops": write_ops}
