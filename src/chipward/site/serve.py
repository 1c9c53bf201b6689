"""The live server: the same pages as the static build, made when they are asked for.

It answers this machine alone, writes nothing, and runs nothing that a visitor sends.
"""

import os
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from chipward.errors import Misuse
from chipward.site.body import Body, accepts_gzip
from chipward.site.document import Download
from chipward.site.handing_over import HandedOver, begun
from chipward.site.live import LiveSite
from chipward.site.loopback import is_loopback
from chipward.site.pages.not_found import URL as NOT_FOUND
from chipward.site.security import Gate, Guard

DEFAULT_PORT = 8421
_PORTS_TRIED = 20
_FOR_A_YEAR = "public, max-age=31536000, immutable"  # the address holds the hash of the content
_ASK_AGAIN = "no-cache"  # keep it, and ask whether it is still the same


def make_app(live: LiveSite, gate: Gate) -> Starlette:
    """The application: one route, since the site itself knows its addresses."""

    async def answer(request: Request) -> Response:
        return _find(live, request)

    routes = [Route("/{path:path}", answer, methods=["GET", "HEAD"])]
    return Starlette(routes=routes, middleware=[Middleware(Guard, gate=gate)])


def _find(live: LiveSite, request: Request) -> Response:
    url = request.scope["path"]
    try:
        if download := live.download(url):
            return _hand_over(download, request)
        if body := live.find(url):
            return _send(body, request)
        for near in (f"{url}/", url.removesuffix("index.html")):
            if near != url and live.find(near):
                query = f"?{request.url.query}" if request.url.query else ""
                return RedirectResponse(f"{near}{query}", HTTPStatus.TEMPORARY_REDIRECT)
        return _send(live.read(NOT_FOUND), request, status=404)
    except Misuse as unusable:
        return PlainTextResponse(f"{unusable}\n\nThe page comes back once that is mended.\n", 500)


def _send(body: Body, request: Request, status: int = 200) -> Response:
    version = request.query_params.get("v")
    headers = {
        "cache-control": _FOR_A_YEAR if version == body.fingerprint else _ASK_AGAIN,
        "etag": body.etag,
        "vary": "accept-encoding",
    }
    if status == HTTPStatus.OK and body.etag in _marks(request.headers.get("if-none-match", "")):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    content = body.plain
    if body.gzip is not None and accepts_gzip(request.headers.get("accept-encoding", "")):
        content = body.gzip
        headers["content-encoding"] = "gzip"
    return Response(content, status, headers, media_type=body.media_type)


def _hand_over(download: Download, request: Request) -> Response:
    headers = {
        "cache-control": _ASK_AGAIN,
        "content-disposition": f'attachment; filename="{download.filename}"',
        "content-length": str(download.size),
    }
    if download.mark:
        headers["etag"] = f'W/"{download.mark}"'
        if headers["etag"] in _marks(request.headers.get("if-none-match", "")):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return HandedOver(begun(download.chunks()), headers=headers, media_type=download.media_type)


def _marks(header: str) -> set[str]:
    # Compared weakly, as RFC 9110 asks: whatever lies between may have dropped the W/.
    return {f"W/{mark.strip().removeprefix('W/')}" for mark in header.split(",")}


def serve(data: Path, host: str, port: int | None, say: Callable[[str], None], traces: Sequence[Path] = ()) -> None:
    """Serve until interrupted. ``say`` is told the address once the server can be reached there."""
    with _listen(_loopback(host), port) as listener:
        ip, number = listener.getsockname()[:2]
        name = f"[{ip}]" if ":" in ip else ip
        address = f"http://{name}:{number}"
        live = LiveSite(data, address, traces)
        live.read("/")  # what is wrong with the data is said now, not in the first visitor's page
        say(f"{address}/")
        config = uvicorn.Config(
            make_app(live, Gate(number, name)),
            log_level="error",  # that a visitor sends nonsense is no news
            lifespan="off",
            ws="none",
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])


def _loopback(host: str) -> str:
    name = host.strip("[]")
    if is_loopback(name):
        return "127.0.0.1" if name.lower() == "localhost" else name
    message = (
        f"{host} is not an address of this machine alone, and chipward serves no other; use 127.0.0.1, "
        "or `chipward build OUT` to make a folder that any web server can publish"
    )
    raise Misuse(message)


def _listen(host: str, port: int | None) -> socket.socket:
    """Take the port asked for, or the first free one from the usual port on."""
    ports = range(DEFAULT_PORT, DEFAULT_PORT + _PORTS_TRIED) if port is None else (port,)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    reason = ""
    for candidate in ports:
        try:
            return socket.create_server((host, candidate), family=family)
        except OSError as refused:
            reason = os.strerror(refused.errno or 0)
    tried = f"port {ports[0]}" if len(ports) == 1 else f"ports {ports[0]} to {ports[-1]}"
    message = f"cannot listen on {tried} of {host} ({reason.lower()}); name another port with --port"
    raise Misuse(message)
