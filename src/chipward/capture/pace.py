"""When to watch and when to sleep.

Looking at a call of an operator costs more than a small operator itself. A program in which nothing new has happened
for a while is therefore left alone, unless its operators are so large that looking costs next to nothing. The watch
goes on after a time that grows, or at once when something happens that is new.
"""

from time import perf_counter

COST = 15e-6  # seconds that looking adds to a call; an upper bound on a machine of 2024
BEARABLE = 0.2  # of the program's own time
QUIET = 1024  # calls without anything new, after which a program counts as calm
GLANCE = 512  # the same, where the watch went on only because time had passed
SHORTEST, LONGEST = 0.03, 5.0  # seconds of sleep
SHARE = 8  # a sleep lasts at least so many times what the watching before it cost


class Pace:
    """The rhythm of what is watched as one: a thread, or a process. Looking at a call costs so many seconds."""

    def __init__(self, *, every_call: bool, cost: float = COST) -> None:
        self.is_awake = True
        self.was_calm = False
        self.calls = 0
        self._every_call = every_call
        self._cost = cost
        self._enough = QUIET
        self._new = self._began = self._checked = 0  # calls when something was new, the watch went on, it was judged
        self._next = GLANCE
        self._clock = perf_counter()
        self._sleep = SHORTEST
        self._fell_asleep = self._clock

    @property
    def slept(self) -> float:
        """The seconds since it fell asleep."""
        return perf_counter() - self._fell_asleep

    def wake(self, *, by_time: bool) -> None:
        """Watch again, for a glance or as fully as at first."""
        self.is_awake = True
        self._enough = GLANCE if by_time else QUIET
        self._new = self._began = self._checked = self.calls
        self._next = self.calls + GLANCE
        self._clock = perf_counter()

    def news(self) -> None:
        """Something was new."""
        self._new = self.calls
        self._enough = QUIET
        self._sleep = SHORTEST

    def is_time_to_judge(self) -> bool:
        """Count a call; whether to ask `may_sleep` now."""
        self.calls += 1
        return self.calls >= self._next

    def may_sleep(self) -> bool:
        """Whether the program is calm, and watching it has a price."""
        now = perf_counter()
        price = self._cost * (self.calls - self._checked)
        rest = now - self._clock - price
        self._checked, self._clock, self._next = self.calls, now, self.calls + GLANCE
        is_calm = self.calls - self._new >= self._enough
        self.was_calm |= is_calm
        return is_calm and price > BEARABLE * rest and not self._every_call

    def sleep(self) -> float:
        """Sleep, and return for how many seconds."""
        self.is_awake = False
        self._fell_asleep = perf_counter()
        seconds = max(self._sleep, SHARE * self._cost * (self.calls - self._began))
        self._sleep = min(2 * self._sleep, LONGEST)
        return seconds
