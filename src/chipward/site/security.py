"""What browsers may do with a page, and whom the live server answers."""

_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
}

# A meta tag cannot carry frame-ancestors; browsers complain when it tries.
POLICY_IN_META = "; ".join(f"{directive} {value}" for directive, value in _POLICY.items())
POLICY = f"{POLICY_IN_META}; frame-ancestors 'none'"

HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}

LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "[::1]"})


def host_is_ours(host: str | None, names: frozenset[str], port: int) -> bool:
    """Whether a Host header names this server. Another name means that a foreign page rebound its DNS to us."""
    return host is not None and host.lower() in {f"{name}:{port}" for name in names} | (names if port == 80 else set())  # noqa: PLR2004 -- the port that browsers leave out


def origin_is_ours(origin: str | None, names: frozenset[str], port: int) -> bool:
    """Whether a request comes from our own pages, or from no page at all."""
    return origin is None or (
        origin.lower().startswith("http://") and host_is_ours(origin.lower().removeprefix("http://"), names, port)
    )
