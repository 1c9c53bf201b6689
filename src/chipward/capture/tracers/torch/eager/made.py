"""Which operator made which autograd node, told by the sequence numbers that PyTorch gives to nodes.

A node is made just before the operator that it belongs to is dispatched, so the newest node belongs to the operator
that is being looked at. Nodes between belong to the operator before: writing in place into a view makes some when it
has ended. Each thread counts its nodes from 0, and a node does not say which thread it is of: what made the nodes of
all threads is kept together, and of a number that two of them may have given nobody knows what made it.
"""

from itertools import islice
from threading import RLock

MOST = 200_000  # nodes that are remembered; a graph that is kept for longer loses its oldest lines
_PAUSES = 64  # that are remembered


class Makers:
    """What made the nodes of all threads, by their numbers."""

    def __init__(self) -> None:
        self._makers: dict[int, int | None] = {}
        self._pauses: list[tuple[int, int]] = []
        self._threads = 0
        self._lock = RLock()  # a signal handler may call operators while one is being noted

    def add_thread(self) -> None:
        """Expect nodes of one thread more."""
        self._threads += 1

    def keep(self, number: int, maker: int | None) -> None:
        """Keep what made a node, unless another thread has a node of this number."""
        with self._lock:
            self._makers[number] = None if number in self._makers else maker
            if len(self._makers) > MOST:
                for oldest in tuple(islice(self._makers, MOST // 2)):
                    del self._makers[oldest]

    def keep_pause(self, start: int, stop: int) -> None:
        """Keep that a thread made nodes while nobody watched it."""
        self._pauses = [*self._pauses[1 - _PAUSES :], (start, stop)]

    def by(self, number: int) -> int | None:
        """What made a node; None where that was not seen, or may be another thread's."""
        if self._threads > 1 and self.is_unseen(number):
            return None
        return self._makers.get(number)

    def is_unseen(self, number: int) -> bool:
        """Whether a node was made while nobody watched."""
        return any(start <= number < stop for start, stop in self._pauses)


class Made:
    """The nodes that one thread makes."""

    def __init__(self, makers: Makers) -> None:
        makers.add_thread()
        self._makers = makers
        self._next = 0
        self._last: int | None = None
        self._paused_at: int | None = None

    def note(self, upcoming: int, maker: int | None) -> None:
        """Note what is being looked at, given the number that the next node will have."""
        if upcoming > self._next:
            for number in range(self._next, upcoming - 1):
                self._makers.keep(number, self._last)
            self._makers.keep(upcoming - 1, maker)
            self._next = upcoming
        self._last = maker

    def pause(self, upcoming: int) -> None:
        """Nobody watches from here."""
        self._paused_at = upcoming

    def resume(self, upcoming: int) -> None:
        """Somebody watches again."""
        if self._paused_at is not None and self._paused_at < upcoming:
            self._makers.keep_pause(self._paused_at, upcoming)
        self._paused_at = None
        self._next, self._last = upcoming, None
