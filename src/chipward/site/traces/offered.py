"""What can be made later of the kernels of a trace, with the command that makes it."""

import shlex
from collections.abc import Iterator

from chipward.artifacts.kinds import kind_of
from chipward.artifacts.xla.offers import offers
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.view import MoreView


def offered(exhibit: Exhibit, called: str) -> Iterator[MoreView]:
    """Each text that can be made of a kernel. ``called`` is how the bundle is named in a command."""
    for offer in offers(exhibit.trace):
        words = ("chipward", "more", called, offer.unit, offer.kind)
        yield MoreView(
            unit=offer.unit,
            kind=offer.kind,
            title=f"{kind_of(offer.kind).title} of {exhibit.unit[offer.unit].name} for {offer.target}",
            takes=offer.estimate,
            command=shlex.join(words),
        )
