"""The web, played by a server on loopback."""

import os
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from chipward.dataset.verify.shelves import download
from chipward.dataset.verify.shelves.download import Downloads, Failed
from chipward.dataset.verify.shelves.page import text_of
from chipward.dataset.verify.shelves.shelf import Held
from chipward.dataset.verify.shelves.web import Web
from chipward.model.citation import Source
from chipward.model.missing import Missing
from demo import GUIDE, in_repository, in_wheel

COMMIT = "a" * 40


class Internet(ThreadingHTTPServer):
    """Answers what it was told to answer, and remembers what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers: dict[str, list[tuple[int, bytes]]] = {}
        self.asked: list[str] = []
        self.url = f"http://127.0.0.1:{self.server_port}"

    def answer(self, path: str, *answers: bytes | int) -> None:
        self.answers[path] = [(answer, b"") if isinstance(answer, int) else (200, answer) for answer in answers]


class Handler(BaseHTTPRequestHandler):
    server: Internet

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        answers = self.server.answers.get(self.path, [(404, b"")])
        status, content = answers.pop(0) if len(answers) > 1 else answers[0]
        self.send_response(status)
        if status == 302:
            self.send_header("Location", "http://example.org/elsewhere")
        self.send_header("Content-Length", str(len(content) + (9 if content == b"cut off" else 0)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@pytest.fixture
def internet() -> Iterator[Internet]:
    with Internet() as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def web(internet: Internet, tmp_path: Path, waits: list[float]) -> Iterator[Web]:
    with Downloads(tmp_path / "cache", wait=waits.append) as downloads:
        yield Web(downloads, files=f"{internet.url}/raw")


def guide(**more: Any) -> Source:
    return Source.model_validate(in_repository("guide", "docs/the guide.md", COMMIT) | more)


GUIDE_PATH = f"/raw/demo-org/engine/{COMMIT}/docs/the%20guide.md"


def find(web: Web, wanted: Source) -> Held | Missing:
    return web.find([wanted])[wanted]


def why(web: Web, wanted: Source) -> str:
    found = find(web, wanted)
    assert isinstance(found, Missing), found
    return found.why


def test_a_file_is_fetched_at_its_commit(internet: Internet, web: Web) -> None:
    internet.answer(GUIDE_PATH, GUIDE.encode())
    assert find(web, guide()) == Held(GUIDE.encode(), "GitHub: demo-org/engine", "", "--online")


def test_what_was_fetched_once_is_kept(internet: Internet, web: Web) -> None:
    internet.answer(GUIDE_PATH, GUIDE.encode())
    assert find(web, guide()) == find(web, guide())
    assert internet.asked == [GUIDE_PATH]


def test_a_busy_server_is_asked_again_after_longer_and_longer_waits(
    internet: Internet, web: Web, waits: list[float]
) -> None:
    internet.answer(GUIDE_PATH, 503, 429, GUIDE.encode())
    assert isinstance(find(web, guide()), Held)
    assert waits == [0.5, 1.0]


def test_a_server_that_stays_busy_is_given_up(internet: Internet, web: Web, waits: list[float]) -> None:
    internet.answer(GUIDE_PATH, 503)
    assert why(web, guide()) == f"{internet.url}{GUIDE_PATH} answers 503"
    assert waits == [0.5, 1.0, 2.0]


def test_a_page_that_is_not_there_is_asked_for_once(internet: Internet, web: Web, waits: list[float]) -> None:
    assert why(web, guide()).endswith("answers 404")
    assert (len(internet.asked), waits) == (1, [])


def test_a_server_that_is_not_there_is_given_up(tmp_path: Path, waits: list[float]) -> None:
    with Downloads(tmp_path, wait=waits.append) as downloads:
        assert "cannot be fetched (" in why(Web(downloads, files="http://127.0.0.1:9"), guide())
    assert len(waits) == 3


def test_half_an_answer_is_none(internet: Internet, web: Web, tmp_path: Path) -> None:
    internet.answer(GUIDE_PATH, b"cut off")
    assert "cannot be fetched (" in why(web, guide())
    assert list((tmp_path / "cache").rglob("*.*")) == []


@pytest.mark.parametrize("address", ["http://example.org/x", "ftp://example.org/x"])
def test_only_https_is_fetched(tmp_path: Path, address: str, waits: list[float]) -> None:
    with Downloads(tmp_path, wait=waits.append) as downloads, pytest.raises(Failed, match="fetched"):
        downloads.get(address)


def test_a_redirection_to_something_unsafe_is_not_followed(internet: Internet, web: Web) -> None:
    internet.answer(GUIDE_PATH, 302)
    assert why(web, guide()) == "http://example.org/elsewhere is not fetched: only https is"


def test_too_large_an_answer_is_refused(internet: Internet, web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(download, "LARGEST", 100)
    internet.answer(GUIDE_PATH, GUIDE.encode())
    assert "has more than 100 bytes" in why(web, guide())


PAGE = (
    b"<!doctype html><html><title>T</title><script>var x = 'no';</script><p>Engine <b>turns</b><p>your&nbsp;code</html>"
)


def page(internet: Internet) -> Source:
    facts = {"kind": "web", "title": "A page", "publisher": "The demo", "license": "MIT", "read": "2026-01-01"}
    # The model allows https alone, and a test has no certificate.
    return Source.model_validate({"id": "page", **facts, "url": "https://x"}).model_copy(
        update={"url": f"{internet.url}/page"}
    )


def test_a_page_is_read_as_a_reader_sees_it(internet: Internet, web: Web) -> None:
    internet.answer("/page", PAGE)
    found = find(web, page(internet))
    assert isinstance(found, Held)
    assert found.text.split() == ["T", "Engine", "turns", "your", "code"]


def test_a_page_is_fetched_again_the_next_day(internet: Internet, web: Web, tmp_path: Path) -> None:
    internet.answer("/page", PAGE, b"<html>other words</html>")
    find(web, page(internet))
    for kept in (tmp_path / "cache/web").iterdir():
        os.utime(kept, (time.time() - 2 * 24 * 3600,) * 2)
    found = find(web, page(internet))
    assert isinstance(found, Held)
    assert found.text.split() == ["other", "words"]


def test_words_in_neighbouring_paragraphs_stay_apart_and_markup_inside_a_word_does_not_part_it() -> None:
    assert text_of(b"<html><li>one<li>tw<b>o</b>").split() == [b"one", b"two"]
    assert text_of(b"<p> is no page") == b"<p> is no page"


def test_a_release_is_left_to_pip(internet: Internet, web: Web) -> None:
    wanted = Source.model_validate(in_wheel("api", "demo_engine/api.py"))
    assert why(web, wanted) == "only a released package holds it; get that with `pip download` and add --packages DIR"
    assert internet.asked == []


def test_a_host_that_does_not_answer_is_asked_for_one_file_only(tmp_path: Path, waits: list[float]) -> None:
    nobody = "http://127.0.0.1:1"
    with Downloads(tmp_path / "cache", wait=waits.append) as downloads:
        web = Web(downloads, files=nobody)
        assert "cannot be fetched (" in why(web, guide())
        assert len(waits) == download.TRIES - 1
        told = why(web, guide(path="docs/other.md"))
    assert told == "127.0.0.1 could not be reached; see to the connection, or name --packages or --sources"
    assert len(waits) == download.TRIES - 1
