"""What tools say names no folder of this machine."""

import pytest

from chipward.capture.folders import without_folders


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("/usr/lib/crt1.o: No such file", "…/crt1.o: No such file"),
        ("in '/opt/a/b c.h' or /opt/x/y", "in '…/b c.h' or …/y"),
        ("a/b and ./b stay, as does /tmp", "a/b and ./b stay, as does /tmp"),
    ],
)
def test_only_the_last_part_of_a_path_is_told(said: str, told: str) -> None:
    assert without_folders(said) == told
