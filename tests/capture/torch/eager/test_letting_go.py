"""A trace that is over holds on to nothing: a program may trace block after block."""

import gc
from pathlib import Path
from weakref import ref

from chipward.bundle.journal import Journal
from chipward.capture.options import Options
from chipward.capture.session import Session
from chipward.capture.tracers.torch.eager.watching import Watching


def test_nothing_holds_a_watch_that_has_ended(tmp_path: Path) -> None:
    watching = Watching(Session(Journal(tmp_path), Options()))
    watching.start()
    watching.stop()
    kept = ref(watching)
    del watching
    gc.collect()
    assert kept() is None
