"""The watching pauses where nothing new happens, and goes on where something may."""

from pathlib import Path

import pytest
from eager_runs import placed

from chipward.capture.tracers.torch.eager.observations import MOST_FORMS

pytestmark = pytest.mark.slow


def test_a_calm_program_is_left_alone_until_something_new_happens(tmp_path: Path) -> None:
    place = placed(tmp_path / "auto", "calm_then_new.py")
    done = place.traced("calm_then_new.py", options=("--quiet", "--no-after-work"))
    assert (done.returncode, done.stdout) == (0, b"4.0 torch.Size([4]) torch.Size([4])\n"), done.stderr
    with place.bundle() as bundle:
        text = bundle.text("eager/ops")
        for operator in ("aten::cos(", "aten::sin(", "aten::addmm("):
            assert operator in text
        looped = next(line for line in text.split("\n") if line.startswith("aten::mul"))
        count = int(looped.rpartition("\N{MULTIPLICATION SIGN}")[2].removesuffix("+"))
        assert looped.endswith("+")
        assert 1000 < count < 4000
        gone = next(gone for gone in bundle.trace.missing if "nobody watched" in gone.what)
        assert "--watch every-call" in gone.why


def test_every_call_is_counted_if_you_ask_for_it(tmp_path: Path) -> None:
    place = placed(tmp_path / "every", "calm_then_new.py")
    place.traced("calm_then_new.py", options=("--quiet", "--no-after-work", "--watch", "every-call"))
    with place.bundle() as bundle:
        looped = [line for line in bundle.text("eager/ops").split("\n") if line.startswith("aten::mul")]
        assert [line.rpartition("\N{MULTIPLICATION SIGN}")[2] for line in looped] == ["4000", "4000"]
        assert not [gone for gone in bundle.trace.missing if "nobody watched" in gone.what]
        grown = [line for line in bundle.text("eager/ops").split("\n") if line.startswith("aten::zeros")]
        assert len(grown) == MOST_FORMS + 1
        assert grown[-1] == f"aten::zeros(…)  \N{MULTIPLICATION SIGN}{39 - MOST_FORMS}"
