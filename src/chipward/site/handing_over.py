"""How bytes that somebody else wrote are sent: what is wrong with them is told in their place, as long as it can be."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from chipward.errors import Misuse

_AHEAD = 2  # pieces: whoever has written one piece judges the whole of it before the second


def begun(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Read the beginning, and a short whole, before anything is promised of it. Misuse if it cannot be read."""
    return chain(list(islice(chunks, _AHEAD)), chunks)


class HandedOver(StreamingResponse):
    """A long answer. Where the rest of it cannot be read it breaks off, and nobody takes it for whole."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer; its length was promised, so that an end before it is seen."""
        with suppress(Misuse):
            await super().__call__(scope, receive, send)
