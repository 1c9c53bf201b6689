"""Which operator made which autograd node, told by the sequence numbers that PyTorch gives to nodes.

A node is made just before the operator that it belongs to is dispatched, so the newest node belongs to the operator
that is being looked at. Nodes between belong to the operator before: writing in place into a view makes some when it
has ended.
"""

MOST = 200_000  # nodes that are remembered; a graph that is kept for longer loses its oldest lines


class Made:
    """The nodes of one thread."""

    def __init__(self) -> None:
        self._makers: dict[int, int | None] = {}
        self._next = 0
        self._last: int | None = None
        self._pauses: list[tuple[int, int]] = []
        self._paused_at: int | None = None

    def note(self, upcoming: int, maker: int | None) -> None:
        """Note what is being looked at, given the number that the next node will have."""
        if upcoming > self._next:
            for number in range(self._next, upcoming - 1):
                self._makers[number] = self._last
            self._makers[upcoming - 1] = maker
            self._next = upcoming
            if len(self._makers) > MOST:
                self._forget()
        self._last = maker

    def by(self, number: int) -> int | None:
        """What made a node; None where that was not seen."""
        return self._makers.get(number)

    def is_unseen(self, number: int) -> bool:
        """Whether a node was made while nobody watched."""
        return any(start <= number < stop for start, stop in self._pauses)

    def pause(self, upcoming: int) -> None:
        """Nobody watches from here."""
        self._paused_at = upcoming

    def resume(self, upcoming: int) -> None:
        """Somebody watches again."""
        if self._paused_at is not None and self._paused_at < upcoming:
            self._pauses = [*self._pauses[-63:], (self._paused_at, upcoming)]
        self._paused_at = None
        self._next, self._last = upcoming, None

    def _forget(self) -> None:
        for number in sorted(self._makers)[: MOST // 2]:
            del self._makers[number]
