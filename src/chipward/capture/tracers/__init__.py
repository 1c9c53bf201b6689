"""The tracers. Naming them here imports none of them."""

# By the module whose import wakes them: modules that hold a `TRACER`.
TRACERS = {
    "jax": (
        "chipward.capture.tracers.jax.devices",
        "chipward.capture.tracers.jax.watch",
        "chipward.capture.tracers.jax.dispatch",
    ),
    "torch": (
        "chipward.capture.tracers.torch.compile",
        "chipward.capture.tracers.torch.dry_run.watching",  # it says what stands beside the operators of the next
        "chipward.capture.tracers.torch.eager",
    ),
}

# By the same module: one that holds a `SERVICE`, which answers for chips that are asked for. Loaded when one is.
SERVICES = {
    "jax": "chipward.capture.tracers.jax.service",
    "torch": "chipward.capture.tracers.torch.service",
}

# By explainer: a module that holds a `MORE`, which makes more of a kernel when somebody asks for it after the run.
MORE = {"how-jax-runs": "chipward.capture.tracers.jax.more"}

# Modules that hold `TASKS`: the slow work that a tracer leaves for after the run, by its name in the journal.
TASKS = (
    "chipward.capture.tracers.jax.dispatch.tasks",
    "chipward.capture.tracers.jax.more_tasks",
    "chipward.capture.tracers.jax.tasks",
    "chipward.capture.tracers.torch.compile.tasks",
    "chipward.capture.tracers.torch.eager.tasks",
    "chipward.capture.tracers.torch.dry_run.tasks",
    "chipward.capture.tracers.torch.targets.graph_task",
    "chipward.capture.tracers.torch.targets.kernels.tasks",
)
