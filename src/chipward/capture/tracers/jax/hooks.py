"""Observing functions of JAX."""

from chipward.capture.tracers import hooks


class Hooks(hooks.Hooks):
    """The functions of JAX that are observed."""

    framework = "jax"
    inside = "jax._src"
