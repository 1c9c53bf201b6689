"""Has JAX start on the CPU where it would look for other devices in vain, once a target is asked for.

A target needs libtpu or the plugin for NVIDIA's GPUs to be installed. Installed, they also start in the program itself:
without a device they wait for it, and complain. JAX reads the variable when it is imported.
"""

import os
import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chipward.capture.session import Session

VARIABLE = "JAX_PLATFORMS"
_CPU = "cpu"
_READS_IT = "jax._src.config"


class Devices:
    """Sets the variable before JAX reads it."""

    def __init__(self) -> None:
        self._is_set = False

    @property
    def watches(self) -> Mapping[str, "Callable[[ModuleType, Session], None]"]:
        """What JAX imports first."""
        return MappingProxyType({"jax.version": self._set})

    def stop(self, session: "Session") -> None:
        """Give the program its environment back."""
        del session
        if self._is_set and os.environ.get(VARIABLE) == _CPU:
            del os.environ[VARIABLE]
        self._is_set = False

    def _set(self, version: ModuleType, session: "Session") -> None:
        del version
        from chipward.capture.tracers.jax.selections import served  # noqa: PLC0415 -- with JAX alone

        if _READS_IT in sys.modules or not served(session.options.targets):
            return
        from chipward.capture.tracers.jax.devices.looking import would_look_in_vain  # noqa: PLC0415 -- likewise

        if would_look_in_vain(os.environ):
            os.environ[VARIABLE] = _CPU
            self._is_set = True
            session.journal.environment(settings={VARIABLE: _CPU})


TRACER = Devices()
