"""The first thing that each Python process of a traced program runs: starts the watch, then leaves no trace of itself.

This folder stands first on PYTHONPATH, so that `site` finds this file in the place of another sitecustomize. That one
runs afterwards. Any Python 3 may come across it: the syntax is old, and nothing is imported that is not there already.
"""  # noqa: INP001 -- a folder on the path, not a package

import os
import sys


def _hide(folder: str) -> "tuple[str, str | None] | None":
    """Take the hook out of what the program sees of its environment, and return it."""
    trace = os.environ.pop("CHIPWARD_TRACE", None)
    first, colon, theirs = os.environ.get("PYTHONPATH", "").partition(os.pathsep)
    if trace is None or first != folder:
        return None
    theirs = "" if theirs == folder else theirs
    if colon:
        os.environ["PYTHONPATH"] = theirs
    else:
        del os.environ["PYTHONPATH"]
    sys.path[:] = [entry for entry in sys.path if entry != folder]
    sys.path_importer_cache.pop(folder, None)
    return trace, theirs if colon else None


def _begin() -> None:
    folder = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 -- pathlib takes longer than the rest
    hidden = _hide(folder)
    if hidden is None or sys.version_info < (3, 11) or any("compile_worker" in word for word in sys.orig_argv):
        return  # PyTorch's own workers compile a part of what is watched in the process that they serve
    root = folder
    for _ in ("capture", "chipward", "its parent"):
        root = os.path.dirname(root)  # noqa: PTH120
    sys.path.insert(0, root)
    try:
        from chipward.capture.hook import Hook  # noqa: PLC0415 -- only now is it on the path
        from chipward.capture.program import begin  # noqa: PLC0415
    finally:
        sys.path.remove(root)
    hook = Hook(*hidden)
    hook.set_for_children()
    begin(hook)


try:
    _begin()
except Exception as error:  # noqa: BLE001 -- whatever it is, the program must run
    sys.stderr.write(f"chipward: a process is not watched ({type(error).__name__}: {error})\n")

del sys.modules["sitecustomize"]
# The other one. Where there is none, `site` sees what it would have seen.
import sitecustomize  # type: ignore[import-not-found]  # noqa: E402, F401
