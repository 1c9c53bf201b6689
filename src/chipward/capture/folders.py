"""Folders of this machine, which are nobody else's concern, in what tools say."""

import re

# `/usr/lib/` of "/usr/lib/crt1.o: No such file", but not the "/" of "a/b" or "./b".
_FOLDERS = re.compile(r"(?<![\w.])/(?:[^\s:'\"/]+/)+")


def without_folders(text: str) -> str:
    """The text with `…/` for each absolute path's folders: `…/crt1.o`."""
    return _FOLDERS.sub("…/", text)
