"""The watching pauses where nothing new happens, on all threads, and begins anew in a forked child."""

from pathlib import Path

import pytest
from dispatching import QUICK, below, placed

from chipward.capture.tracers.jax.dispatch.observations import MOST_FORMS

pytestmark = pytest.mark.slow


def test_a_calm_program_is_left_alone_until_something_is_compiled(tmp_path: Path) -> None:
    place = placed(tmp_path, "calm_then_new.py")
    done = place.traced("calm_then_new.py", options=QUICK)
    assert (done.returncode, done.stdout) == (0, b"1.0\n"), done.stderr
    with place.bundle() as bundle:
        (looped,) = below(bundle, "7:8-15")
        count = int(looped.rpartition("  x")[2].partition("+")[0])
        assert looped.endswith(f"x{count}+: 1 compiled, {count - 1}+ cache hits")
        assert 1000 < count < 4000
        assert [line.partition("  ")[0] for line in below(bundle, "10:4-14")] == ["jit(cos)(f32[4])"]
        gone = next(gone for gone in bundle.trace.missing if "nobody watched" in gone.what)
        assert "--watch every-call" in gone.why


def test_every_call_is_counted_if_you_ask_for_it(tmp_path: Path) -> None:
    place = placed(tmp_path, "calm_then_new.py")
    place.traced("calm_then_new.py", options=(*QUICK, "--watch", "every-call"))
    with place.bundle() as bundle:
        assert below(bundle, "7:8-15") == ["jit(<lambda>)(f32[4])  x4000: 1 compiled, 3999 cache hits"]
        assert below(bundle, "12:8-15") == ["jit(<lambda>)(f32[4])  x4000: 4000 cache hits"]
        assert not [gone for gone in bundle.trace.missing if "nobody watched" in gone.what]
        sizes = [line for line in below(bundle, "9:4-19") if line.startswith("broadcast_in_dim")]
        assert len(sizes) == MOST_FORMS + 1
        assert sizes[-1] == f"broadcast_in_dim(…)  x{39 - MOST_FORMS}: {39 - MOST_FORMS} compiled"


def test_threads_count_together_and_a_forked_child_by_itself(tmp_path: Path) -> None:
    place = placed(tmp_path, "threads_and_forks.py")
    done = place.traced("threads_and_forks.py", options=QUICK)
    assert done.returncode == 0, done.stderr
    with place.bundle() as bundle:
        assert below(bundle, "16:8-18") == ["jit(sin)(f32[4])  x15: 15 cache hits"]
        assert below(bundle, "29:0-10") == ["jit(sin)(f32[4])  x1: 1 cache hit"]
        assert not below(bundle, "26:4-14")
        child = "p1.dispatches/dispatches"
        assert below(bundle, "26:4-14", child) == ["jit(sin)(f32[4])  x1: 1 cache hit"]
        assert not below(bundle, "29:0-10", child)
