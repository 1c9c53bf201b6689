"""Fetching from the web, politely: only when asked to, each address once, a few tries, with a bound."""

import hashlib
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

import httpx

import chipward
from chipward.dataset.verify.shelves.shelf import LARGEST

TRIES = 4
FIRST_WAIT = 0.5  # seconds; doubled after each try
PATIENCE = 30  # seconds without a byte
PATIENCE_AT_THE_DOOR = 10  # seconds until a host answers at all
PAGE_LIVES = 24 * 3600  # seconds; a page may change, a commit may not
_WORTH_ANOTHER_TRY = (408, 429, 500, 502, 503, 504)
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


class Failed(Exception):  # noqa: N818 -- it says what happened
    """The address gave nothing: one sentence."""


class Downloads:
    """A cache folder that fills itself."""

    def __init__(
        self, cache: Path, say: Callable[[str], None] = lambda _: None, wait: Callable[[float], None] = time.sleep
    ) -> None:
        self._cache = cache
        self._say = say  # told before each request
        self._wait = wait
        self._silent_hosts: set[str] = set()  # asking them again would make a long list take hours
        self._client = httpx.Client(
            follow_redirects=True,
            timeout=httpx.Timeout(PATIENCE, connect=PATIENCE_AT_THE_DOOR),
            headers={"User-Agent": f"chipward/{chipward.__version__}"},
            event_hooks={"request": [_refuse_unsafe, self._refuse_silent]},  # redirections pass here too
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def get(self, url: str, *, lasting: bool = True) -> bytes:
        """Return what stands at an address. ``lasting`` says that it can never change."""
        kept = self._cache / "web" / hashlib.sha256(url.encode()).hexdigest()
        if not kept.is_file() or not (lasting or time.time() - kept.stat().st_mtime < PAGE_LIVES):
            self._fetch(url, kept)
        return kept.read_bytes()

    def _fetch(self, url: str, kept: Path) -> None:
        wait = FIRST_WAIT
        for left in reversed(range(TRIES)):
            self._say(url)
            try:
                self._stream(url, kept)
            except httpx.HTTPStatusError as error:
                reason = f"{url} answers {error.response.status_code}"
                if error.response.status_code not in _WORTH_ANOTHER_TRY:
                    break
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                reason = f"{url} cannot be fetched ({str(error) or type(error).__name__})"
                if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout) and not left:
                    self._silent_hosts.add(error.request.url.host)
            else:
                return
            if left:
                self._wait(wait)
                wait *= 2
        raise Failed(reason)

    def _refuse_silent(self, request: httpx.Request) -> None:
        if request.url.host in self._silent_hosts:
            message = f"{request.url.host} could not be reached; see to the connection, or name --packages or --sources"
            raise Failed(message)

    def _stream(self, url: str, kept: Path) -> None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with (
            self._client.stream("GET", url) as answer,
            tempfile.NamedTemporaryFile(dir=kept.parent, delete=False) as part,
        ):
            try:
                answer.raise_for_status()
                for block in answer.iter_bytes():
                    part.write(block)
                    if part.tell() > LARGEST:
                        message = f"{url} has more than {LARGEST:,} bytes"
                        raise Failed(message)
                part.close()
                Path(part.name).replace(kept)
            finally:
                Path(part.name).unlink(missing_ok=True)


def _refuse_unsafe(request: httpx.Request) -> None:
    if request.url.scheme != "https" and request.url.host not in _LOOPBACK:
        message = f"{request.url} is not fetched: only https is"
        raise Failed(message)
