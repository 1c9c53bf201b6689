"""Makes a bundle of a spool folder: the after-work, the line maps, the packing. The folder stays until that is done."""

import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from chipward.artifacts.kinds import KINDS
from chipward.bundle.pack import pack
from chipward.capture.after_work import Telling, do_tasks
from chipward.capture.derived import add_derived_maps
from chipward.model.trace import Trace


def finish(folder: Path, out: Path, telling: Telling, *, after_work: bool = True) -> Trace:
    """Make the bundle, and remove the folder."""
    with interrupted_by(signal.SIGTERM):
        do_tasks(folder, telling, slow_ones=after_work)
        add_derived_maps(folder)
        trace = pack(folder, out, {kind.id: kind.suffix for kind in KINDS})
    shutil.rmtree(folder, ignore_errors=True)
    return trace


@contextmanager
def interrupted_by(number: signal.Signals) -> Iterator[None]:
    """Treat a signal like Ctrl-C."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        del number, frame
        raise KeyboardInterrupt

    before = signal.signal(number, interrupt)
    try:
        yield
    finally:
        signal.signal(number, before)
