"""What is told of a kernel's candidates."""

from pathlib import Path

import pytest

from chipward.bundle.journal import Journal
from chipward.bundle.spool import read_journals
from chipward.capture.tracers.torch.targets.kernels.findings import of_kernel


@pytest.mark.parametrize(
    ("candidates", "may_shrink", "told"),
    [
        (1, False, []),
        (3, False, ["Inductor has 3 candidates for this kernel."]),
        (1, True, ["As Inductor loads a looped reduction on a GPU,"]),
        (2, True, ["As Inductor loads a looped reduction on a GPU,", "Inductor has 2 candidates for this kernel."]),
    ],
)
def test_only_what_holds_of_a_kernel_is_told(
    tmp_path: Path, candidates: int, told: list[str], *, may_shrink: bool
) -> None:
    of_kernel(Journal(tmp_path), "kernel-0", candidates, may_shrink=may_shrink)
    (journal,) = read_journals(tmp_path)
    texts = [str(record["text"]) for record in journal.of("finding")]
    assert [text[: len(start)] for text, start in zip(texts, told, strict=True)] == told
