"""What a page is: a name, a template, the addresses it answers to, and what it puts there."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from chipward.site.site import Site


@dataclass(frozen=True)
class Head:
    """What a page says of itself to browsers, search engines and whoever shares its address."""

    title: str  # one of a kind on the site
    description: str
    twin: str | None = None  # the address of the same content as JSON: /data/paths.json
    picture: str | None = None  # the address of a PNG, 1200 by 630; None stands for the site's own
    json_ld: Mapping[str, object] | None = None  # schema.org, for search engines


@dataclass(frozen=True)
class Page:
    """One kind of page. ``chipward build`` and ``chipward serve`` walk the same list of them.

    Addresses are the site's own, whatever the base URL: ``/paths/``. They start with a slash, and those
    that end in one are written to ``index.html`` there.
    """

    name: str
    template: str
    urls: Callable[[Site], Iterable[str]]
    head: Callable[[Site, str], Head]
    context: Callable[[Site, str], Mapping[str, object]]
