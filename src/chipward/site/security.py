"""What browsers may do with a page, and whom the live server answers."""

from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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

_NAMES_OF_THIS_MACHINE = ("127.0.0.1", "localhost", "[::1]")
_PORT_LEFT_OUT = 80  # browsers do not write it


@dataclass(frozen=True)
class Gate:
    """Lets in requests that name this server, and that come from its own pages or from no page at all.

    A foreign page can point its own name at 127.0.0.1 and read what is served there; its Host header gives it away.
    """

    port: int
    name: str = "127.0.0.1"  # the address that it listens on, as a URL spells it

    @property
    def hosts(self) -> frozenset[str]:
        """What a Host header may say."""
        names = {*_NAMES_OF_THIS_MACHINE, self.name}
        bare = names if self.port == _PORT_LEFT_OUT else set()
        return frozenset({f"{name}:{self.port}" for name in names} | bare)

    def refusal(self, host: str | None, origin: str | None) -> str | None:
        """Why a request is not answered; None if it is."""
        if host is None or host.lower() not in self.hosts:
            return f"This server answers to http://{self.name}:{self.port}/ and to no other name."
        if origin is not None and origin.lower() not in {f"http://{name}" for name in self.hosts}:
            return "This server does not answer requests that come from another site."
        return None


class Guard:
    """Stands before the application: asks the gate, and puts the headers on every answer, errors included."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self.app = app
        self.gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        headers = Headers(scope=scope)
        refusal = self.gate.refusal(headers.get("host"), headers.get("origin"))
        app = PlainTextResponse(refusal, 403) if refusal else self.app
        await app(scope, receive, send_guarded)
