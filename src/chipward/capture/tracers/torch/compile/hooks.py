"""Observing functions of PyTorch."""

from chipward.capture.tracers import hooks


class Hooks(hooks.Hooks):
    """The functions of PyTorch that are observed."""

    framework = "torch"
    inside = "torch."
