"""Values of every shape for property tests, as the JSON that a file would hold."""

from typing import Any

from hypothesis import strategies as st

# Everything that a string of a data file may hold: all of Unicode but halves of surrogate pairs.
anything = st.characters(exclude_categories=("Cs",))
slugs = st.from_regex(r"[a-z0-9]{1,9}(-[a-z0-9]{1,9}){0,2}", fullmatch=True)
sentences = st.text(anything, min_size=1, max_size=60).map(str.strip).filter(bool)
days = st.dates().map(lambda day: day.isoformat())
commits = st.text("0123456789abcdef", min_size=40, max_size=40)
paths = st.lists(st.from_regex(r"[A-Za-z0-9_ +-]{1,9}(\.[a-z]{1,3})?", fullmatch=True), min_size=1, max_size=3).map(
    "/".join
)
lines = st.lists(st.integers(1, 99_999), min_size=2, max_size=2).map(sorted)


def optional(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Some of these keys, and not others."""
    return st.fixed_dictionaries({}, optional=fields)


@st.composite
def sources(draw: st.DrawFn) -> dict[str, Any]:
    """A source with one pin or several."""
    value = {name: draw(sentences) for name in ("title", "publisher", "license")}
    value |= {"id": draw(slugs), "kind": draw(st.sampled_from(["documentation", "source", "web"]))}
    pins = [
        {"repository": "some-one/some.thing", "commit": draw(commits), "path": draw(paths)},
        {"release": {"package": draw(slugs), "version": "1.2.0+cpu", "path": draw(paths)}},
        {"url": "https://example.org/a?b#c", "read": draw(days)},
    ]
    for pin in draw(st.lists(st.sampled_from(pins), min_size=1, max_size=3)):
        value |= pin
    return value


@st.composite
def citations(draw: st.DrawFn) -> dict[str, Any]:
    """A citation with whatever context it may have."""
    words = st.text(anything, min_size=8, max_size=300)
    around = st.text(anything, max_size=64)
    value = {"id": draw(slugs), "source": draw(slugs), "exact": draw(words)}
    return value | draw(optional(prefix=around, suffix=around, lines=lines))


@st.composite
def locks(draw: st.DrawFn) -> dict[str, Any]:
    """A lock with a few records."""
    hashes = st.text("0123456789abcdef", min_size=64, max_size=64)
    evidence = st.fixed_dictionaries(
        {
            "verdict": st.sampled_from(["verified", "moved", "edited", "missing", "unreachable"]),
            "quote": hashes,
            "lines": st.none() | lines,
            "swhid": st.none() | st.just("swh:1:cnt:e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"),
            "found_in": sentences,
            "checked": days,
            "command": sentences,
        }
    )
    published = st.fixed_dictionaries(
        {"versions": st.dictionaries(st.just("1.0.0"), hashes), "ids": st.lists(slugs, max_size=3)}
    )
    return {
        "generated": "by a test",
        "schema": 1,
        "files": draw(st.dictionaries(slugs, published, max_size=2)),
        "quotes": draw(st.dictionaries(st.tuples(slugs, slugs).map("/".join), evidence, max_size=3)),
    }
