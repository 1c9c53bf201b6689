"""The live server: whom it answers, what it sends along, and how it starts and stops."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from asgi_client import Client

from chipward.errors import Misuse
from chipward.site.body import accepts_gzip
from chipward.site.live import LiveSite
from chipward.site.publication import Publication
from chipward.site.security import Gate
from chipward.site.serve import _listen, _loopback, make_app

PORT = 8421
HERE = f"http://127.0.0.1:{PORT}"


def _client(data: Path) -> Client:
    return Client(make_app(LiveSite(data, HERE), Gate(PORT)), HERE)


@pytest.fixture(scope="module")
def client(data: Path) -> Client:
    return _client(data)


def test_the_server_sends_what_the_publication_holds(client: Client, publication: Publication) -> None:
    for url in ("/", "/paths/", "/evidence/", "/data/paths.json", "/search/index.js", "/static/site.css"):
        response = client.get(url)
        assert response.status_code == 200
        assert response.content == publication.read(url), url


def test_every_answer_carries_the_headers(client: Client) -> None:
    for url in ("/", "/nothing/here", "/data/index.json", "/paths", "/static/site.js"):
        headers = client.get(url).headers
        assert headers["content-security-policy"] == (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
            "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        )
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert "server" not in headers


def test_the_live_page_has_no_policy_of_its_own(client: Client) -> None:
    assert "http-equiv" not in client.get("/").text


@pytest.mark.parametrize("host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", f"127.0.0.1:{PORT + 1}", ""])
def test_another_name_for_this_server_is_refused(client: Client, host: str) -> None:
    response = client.get("/", headers={"host": host})
    assert response.status_code == 403
    assert "no other name" in response.text


@pytest.mark.parametrize("host", [f"localhost:{PORT}", f"LOCALHOST:{PORT}", f"[::1]:{PORT}"])
def test_the_names_of_this_machine_are_answered(client: Client, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


def test_port_80_may_be_left_out() -> None:
    assert Gate(80).refusal("localhost", None) is None
    assert Gate(PORT).refusal("localhost", None) is not None


def test_a_server_answers_to_the_address_it_was_given() -> None:
    gate = Gate(PORT, "127.0.0.2")
    assert gate.refusal(f"127.0.0.2:{PORT}", f"http://127.0.0.2:{PORT}") is None
    assert (
        gate.refusal(f"127.0.0.3:{PORT}", None)
        == f"This server answers to http://127.0.0.2:{PORT}/ and to no other name."
    )
    assert Gate(80, "127.0.0.2").refusal("127.0.0.2", None) is None


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", f"https://127.0.0.1:{PORT}", f"{HERE}.evil.example"]
)
def test_a_request_from_another_site_is_refused(client: Client, origin: str) -> None:
    assert client.get("/", headers={"origin": origin}).status_code == 403


def test_a_request_from_our_own_pages_is_answered(client: Client) -> None:
    assert client.get("/", headers={"origin": HERE}).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/../pyproject.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/static/../../site.py",
        "/static/%2e%2e/serve.py",
        "//etc/passwd",
        "/data/..%2f..%2fpyproject.toml",
        "/static/.built",
        "/explainers/pytorch/%00/",
    ],
)
def test_what_is_not_published_is_not_found(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert "Nothing stands here" in response.text


def test_the_page_for_nothing_links_from_the_root_at_any_depth(client: Client) -> None:
    text = client.get("/a/b/c/d").text
    assert 'href="/static/site.css?v=' in text
    assert 'href="/paths/"' in text


def test_an_address_without_its_slash_leads_to_the_one_with_it(client: Client) -> None:
    response = client.get("/paths?x=1")
    assert (response.status_code, response.headers["location"]) == (307, "/paths/?x=1")
    assert client.get("/paths/index.html").headers["location"] == "/paths/"


def test_head_is_get_without_the_body(client: Client) -> None:
    got, head = client.get("/paths/"), client.head("/paths/")
    assert head.status_code == 200
    assert head.headers["content-length"] == got.headers["content-length"]
    assert head.headers["etag"] == got.headers["etag"]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_nothing_can_be_sent_in(client: Client, method: str) -> None:
    response = client.request(method, "/")
    assert response.status_code == 405
    assert response.headers["x-content-type-options"] == "nosniff"
    assert client.request(method, "/", {"host": "evil.example"}).status_code == 403


def test_text_is_compressed_for_who_takes_it(client: Client) -> None:
    plain = client.get("/", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    small = client.get("/", headers={"accept-encoding": "br, gzip"})
    assert small.headers["content-encoding"] == "gzip"
    assert small.content == plain.content  # httpx has unpacked it
    assert int(small.headers["content-length"]) * 3 < len(plain.content)
    assert plain.headers["vary"] == "accept-encoding"


def test_a_font_is_not_compressed_twice(client: Client) -> None:
    assert "content-encoding" not in client.get("/static/fonts/inter.woff2").headers


@pytest.mark.parametrize(
    ("header", "taken"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("*", True),
        ("gzip;q=0", False),
        ("gzip; q=0.0", False),
        ("br", False),
        ("", False),
    ],
)
def test_what_a_browser_takes(header: str, taken: bool) -> None:  # noqa: FBT001 -- a column of the table above
    assert accepts_gzip(header) is taken


def test_what_has_not_changed_is_not_sent_again(client: Client) -> None:
    first = client.get("/paths/")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/paths/", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/paths/", headers={"if-none-match": '"other"'}).status_code == 200
    strong = first.headers["etag"].removeprefix("W/")
    assert client.get("/paths/", headers={"if-none-match": f'"other", {strong}'}).status_code == 304


def test_a_web_file_is_kept_for_as_long_as_its_address_holds_its_hash(client: Client) -> None:
    text = client.get("/").text
    address = text[text.index("static/site.css?v=") :].split('"', 1)[0]
    assert "immutable" in client.get(f"/{address}").headers["cache-control"]
    assert client.get("/static/site.css?v=0").headers["cache-control"] == "no-cache"
    assert client.get("/static/site.css").headers["cache-control"] == "no-cache"


def test_changed_data_shows_on_the_next_request(small_data: Path) -> None:
    client = _client(small_data)
    assert "How does Small run?" in client.get("/").text
    file = small_data / "explainers" / "how-small-runs.json"
    file.write_text(file.read_text().replace("How does Small run?", "How does it really run?"))
    assert "How does it really run?" in client.get("/").text


def test_data_that_breaks_while_serving_is_told_in_a_sentence_until_it_is_mended(small_data: Path) -> None:
    client = _client(small_data)
    assert client.get("/").status_code == 200
    file = small_data / "explainers" / "how-small-runs.json"
    good = file.read_text()
    file.write_text(good[:-9])
    broken = client.get("/")
    assert broken.status_code == 500
    assert "how-small-runs.json" in broken.text
    assert "Traceback" not in broken.text
    file.write_text(good)
    assert client.get("/").status_code == 200


def test_a_data_file_that_cannot_be_read_is_told_in_a_sentence(small_data: Path) -> None:
    client = _client(small_data)
    lock = small_data / "evidence.lock.json"
    lock.unlink()
    lock.mkdir()
    broken = client.get("/")
    assert broken.status_code == 500
    assert "evidence.lock.json" in broken.text
    lock.rmdir()
    assert client.get("/").status_code == 200


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "example.org", "::", ""])  # noqa: S104 -- refused
def test_only_this_machine_is_served(host: str) -> None:
    with pytest.raises(Misuse, match="chipward build"):
        _loopback(host)


@pytest.mark.parametrize(
    ("host", "address"), [("localhost", "127.0.0.1"), ("127.0.0.2", "127.0.0.2"), ("[::1]", "::1")]
)
def test_loopback_addresses_are_taken(host: str, address: str) -> None:
    assert _loopback(host) == address


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken.getsockname()[1]


def test_a_port_that_is_asked_for_and_taken_is_refused(taken_port: int) -> None:
    with pytest.raises(Misuse, match=rf"port {taken_port} .*--port"):
        _listen("127.0.0.1", taken_port)


def test_a_port_that_nobody_asked_for_gives_way(taken_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chipward.site.serve.DEFAULT_PORT", taken_port)
    with _listen("127.0.0.1", None) as listener:
        assert taken_port < listener.getsockname()[1] < taken_port + 20


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_command_says_one_line_and_stops_quietly(number: signal.Signals) -> None:
    command = [sys.executable, "-W", "error", "-m", "chipward", "serve", "--port", "0"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout
        assert process.stderr
        line = process.stdout.readline()
        assert line.startswith("chipward is at http://127.0.0.1:")
        connection = HTTPConnection("127.0.0.1", int(line.rstrip("/\n").rsplit(":", 1)[1]), timeout=10)
        connection.request("GET", "/")
        assert connection.getresponse().status == 200
        with socket.create_connection(("127.0.0.1", connection.port)) as nonsense:
            nonsense.sendall(b"\x16\x03 nonsense\r\n\r\n")
            assert b" 400 " in nonsense.recv(100)
        process.send_signal(number)
        assert process.wait(timeout=10) in {0, -number}
        assert process.stdout.read() == ""
        assert process.stderr.read() == ""
        connection.close()
