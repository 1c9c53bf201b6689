"""Teaches chipward's workers the tasks of the stand-in."""

import sys

if "chipward.capture.worker" in sys.orig_argv:
    import chipward.capture.tracers

    chipward.capture.tracers.TASKS = ("stand_in_tasks",)
