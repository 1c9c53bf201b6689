"""The tasks of the stand-in."""

import os
import sys
import time
from collections.abc import Mapping

from chipward.bundle.journal import Journal


def stand_in(facts: Mapping[str, str], journal: Journal) -> None:
    sys.stdout.write("this is nobody's business\n")
    if facts["way"] == "raise":
        message = "at 0x7f3a12345678 it broke"
        raise ValueError(message)
    if facts["way"] == "die":
        os._exit(1)
    if facts["way"] == "choke":
        sys.stderr.write("W0000 00:00:1.5 7 log.cc:5] not so good\nF0000 00:00:1.6 7 log.cc:9] it is too much\n")
        sys.stderr.write("*** SIGABRT received by PID 7 ***\n    @ 0x7f3a12345678 abort\n")
        sys.stderr.flush()
        os._exit(1)
    if facts["way"] == "sleep":
        time.sleep(60)
    if facts["way"].startswith("leave"):
        journal.task("stand-in", **facts | {"way": facts["way"].partition(" ")[2], "what": f"{facts['what']} after it"})
        return
    if facts["way"] in ("tell", "see"):
        seen = {name: each for name, each in sorted(os.environ.items()) if name.endswith("_VISIBLE_DEVICES")}
        told = f"{os.getpid() if facts['way'] == 'tell' else seen}\n"
        journal.artifact(
            facts["unit"], facts["what"], stage=None, kind="fx-graph", title="told", content=told, how="By it"
        )
        return
    journal.artifact(facts["unit"], "made", stage=None, kind="fx-graph", title="made", content="made\n", how="Made up")


TASKS = {"stand-in": stand_in}
