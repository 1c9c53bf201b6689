"""When the watching pauses."""

import pytest

from chipward.capture import pace as pace_module
from chipward.capture.pace import COST, GLANCE, LONGEST, QUIET, Pace


class Clock:
    """Tells the time that it is told."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(pace_module, "perf_counter", clock)
    return clock


def calls_until_sleep(pace: Pace, clock: Clock, seconds_each: float, most: int = 100_000) -> int | None:
    for count in range(1, most + 1):
        clock.now += seconds_each
        if pace.is_time_to_judge() and pace.may_sleep():
            return count
    return None


def test_a_calm_program_of_small_operators_is_left_alone(clock: Clock) -> None:
    assert calls_until_sleep(Pace(every_call=False), clock, COST + 5e-6) == QUIET


def test_large_operators_are_watched_for_good(clock: Clock) -> None:
    assert calls_until_sleep(Pace(every_call=False), clock, 1e-3, most=20_000) is None


def test_every_call_means_every_call(clock: Clock) -> None:
    assert calls_until_sleep(Pace(every_call=True), clock, COST + 1e-6, most=20_000) is None


def test_news_keep_it_awake(clock: Clock) -> None:
    pace = Pace(every_call=False)
    for _ in range(3000):
        clock.now += COST + 5e-6
        if pace.is_time_to_judge():
            assert not pace.may_sleep()
        if pace.calls % 500 == 0:
            pace.news()


def test_a_glance_is_shorter_and_pauses_grow(clock: Clock) -> None:
    pace = Pace(every_call=False)
    calls_until_sleep(pace, clock, COST + 5e-6)
    pauses = [pace.sleep()]
    for _ in range(12):
        pace.wake(by_time=True)
        assert calls_until_sleep(pace, clock, COST + 5e-6) == GLANCE
        pauses.append(pace.sleep())
    assert pauses[1:] == sorted(pauses[1:])
    assert pauses[-1] == LONGEST
    pace.news()
    assert pace.sleep() < LONGEST
