"""Prepares PyTorch in the second run of a program: the one that has a stand-in for CUDA's runtime.

In any other process this tracer does nothing.
"""

from __future__ import annotations

import os
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

    from chipward.capture.session import Session
    from chipward.capture.tracers.tracer import Hook

DEVICE = "CHIPWARD_DRY_RUN_DEVICE"  # in the environment of a dry run alone: the numbers of the GPU


class DryRunTracer:
    """The tracer of the second run."""

    @property
    def watches(self) -> Mapping[str, Hook]:
        """Everything is done once torch is there."""
        return MappingProxyType({"torch": _prepare} if DEVICE in os.environ else {})

    def stop(self, session: Session) -> None:
        """Leave all as it is: the process ends."""
        del session


def _prepare(torch: ModuleType, session: Session) -> None:
    from chipward.capture.tracers.torch import eager  # noqa: PLC0415 -- only a dry run pays for it
    from chipward.capture.tracers.torch.dry_run.preparing import prepare  # noqa: PLC0415 -- likewise
    from chipward.capture.tracers.torch.dry_run.ring import Ring  # noqa: PLC0415 -- likewise
    from chipward.capture.tracers.torch.dry_run.stand_in import StandIn  # noqa: PLC0415 -- likewise

    ring = Ring.here()
    if ring is not None:
        eager.TRACER.beside = StandIn(ring)
    prepare(torch, session)


TRACER = DryRunTracer()
