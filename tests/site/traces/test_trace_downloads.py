"""Bytes of a bundle are handed over to be kept. No browser is ever told to show them as a page."""

import asyncio
import gc
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from asgi_client import Client
from starlette.types import Message

from chipward.dataset.load import data_folder
from chipward.errors import Misuse
from chipward.site.gather import gather_site
from chipward.site.handing_over import HandedOver, begun
from chipward.site.live import LiveSite
from chipward.site.publication import Publication
from chipward.site.security import Gate
from chipward.site.serve import make_app
from made_up_texts import MLP
from made_up_trace import NOT_UTF8, write_hostile_trace, write_trace

HERE = "http://127.0.0.1:8421"


@pytest.fixture(scope="module")
def client(bundles: tuple[Path, Path]) -> Client:
    return Client(make_app(LiveSite(data_folder(), HERE, bundles), Gate(8421)), HERE)


def test_every_artifact_is_an_attachment_that_no_browser_guesses_at(client: Client, live: Publication) -> None:
    raw = [url for url in live.addresses if "/raw/" in url]
    assert len(raw) > 20
    for url in raw:
        headers = client.head(url).headers
        assert headers["content-disposition"].startswith('attachment; filename="'), url
        assert headers["content-type"] in {"text/plain; charset=utf-8", "application/octet-stream"}, url
        assert headers["x-content-type-options"] == "nosniff"


def test_no_suffix_of_a_bundle_reaches_a_web_server_that_goes_by_suffixes(on_disk: Publication) -> None:
    suffixes = {url.rsplit(".", 1)[-1] for url in on_disk.addresses if url.startswith("/traces/") and "/raw/" in url}
    assert suffixes <= {"py", "cpp", "asm", "so", "txt", "bin", "sh"}


def test_a_download_is_the_bytes_of_the_artifact(client: Client) -> None:
    answer = client.get("/traces/mlp/raw/program/mlp.py.py")
    assert answer.text == MLP
    assert answer.headers["content-disposition"] == 'attachment; filename="program-mlp.py.py"'
    assert client.get("/traces/hostile/raw/hostile/bytes.txt").content == NOT_UTF8


def test_a_browser_that_has_the_bytes_is_told_so(client: Client) -> None:
    first = client.get("/traces/mlp/raw/program/mlp.py.py")
    again = client.get("/traces/mlp/raw/program/mlp.py.py", {"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_bundle_itself_can_be_kept(client: Client, bundles: tuple[Path, Path]) -> None:
    answer = client.get("/traces/mlp.chipward")
    assert answer.content == bundles[0].read_bytes()
    assert answer.headers["content-type"] == "application/octet-stream"


def test_index_and_maps_are_json(client: Client) -> None:
    assert json.loads(client.get("/traces/mlp/index.json").content)["slug"] == "mlp"
    assert client.get("/traces/mlp/maps/0.json").headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    "path", ["/traces/none/", "/traces/mlp/none/none/", "/traces/mlp/raw/none/none.txt", "/traces/mlp/maps/99.json"]
)
def test_what_is_not_in_a_trace_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_bundle_that_changes_shows_on_the_next_load(tmp_path: Path) -> None:
    trace = write_trace(tmp_path / "run.chipward")
    client = Client(make_app(LiveSite(data_folder(), HERE, [trace]), Gate(8421)), HERE)
    assert client.get("/traces/run/hostile/text/").status_code == 404
    write_hostile_trace(trace)
    assert client.get("/traces/run/hostile/text/").status_code == 200


def test_a_bundle_that_is_spoilt_while_it_is_shown_is_told_in_a_sentence(tmp_path: Path) -> None:
    trace = write_trace(tmp_path / "run.chipward")
    client = Client(make_app(LiveSite(data_folder(), HERE, [trace]), Gate(8421)), HERE)
    assert client.get("/traces/run/").status_code == 200
    trace.write_bytes(b"no zip")
    answer = client.get("/traces/run/")
    assert answer.status_code == 500
    assert "run.chipward" in answer.text
    assert "The page comes back once that is mended." in answer.text


def _edition(trace: Path) -> Publication:
    site = gather_site(data_folder(), base_url=HERE, index_file="", traces=[trace])
    return Publication(site)


def _pieces(edition: Publication, url: str, *, ahead: bool = True) -> Iterator[bytes]:
    download = edition.download(url)
    assert download is not None
    return begun(download.chunks()) if ahead else download.chunks()


def test_a_download_goes_on_while_a_new_edition_takes_the_place_of_the_old(tmp_path: Path) -> None:
    edition = _edition(write_trace(tmp_path / "run.chipward"))
    pieces = _pieces(edition, "/traces/run/raw/program/mlp.py.py", ahead=False)
    del edition
    gc.collect()
    assert b"".join(pieces).decode() == MLP


def test_what_cannot_be_unpacked_is_told_in_the_place_of_the_download(tmp_path: Path) -> None:
    trace = write_trace(tmp_path / "run.chipward")
    trace.write_bytes(_spoilt(trace))
    client = Client(make_app(LiveSite(data_folder(), HERE, [trace]), Gate(8421)), HERE)
    answer = client.get("/traces/run/raw/program/mlp.py.py")
    assert answer.status_code == 500
    assert answer.text.startswith(f"{trace}: artifacts/")
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(("written", "why"), [(None, "cannot be read (No such file"), (b"short", "was written anew")])
def test_a_bundle_that_is_lost_while_it_is_handed_over_is_told(tmp_path: Path, written: bytes | None, why: str) -> None:
    trace = write_trace(tmp_path / "run.chipward")
    edition = _edition(trace)
    trace.unlink() if written is None else trace.write_bytes(written)
    with pytest.raises(Misuse, match=re.escape(why)):
        _pieces(edition, "/traces/run.chipward")


def test_of_a_bundle_that_grew_no_more_than_was_promised_is_handed_over(tmp_path: Path) -> None:
    trace = write_trace(tmp_path / "run.chipward")
    edition, before = _edition(trace), trace.read_bytes()
    trace.write_bytes(before + b"more")
    assert b"".join(_pieces(edition, "/traces/run.chipward")) == before


def test_an_answer_that_breaks_off_is_not_taken_for_whole(capsys: pytest.CaptureFixture[str]) -> None:
    def chunks() -> Iterator[bytes]:
        yield from (b"one", b"two", b"three")
        message = "the rest is gone"
        raise Misuse(message)

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return await asyncio.Event().wait()  # type: ignore[return-value]  # a visitor who stays

    asyncio.run(HandedOver(begun(chunks()), headers={"content-length": "99"})({"type": "http"}, receive, send))
    assert [message.get("body") for message in sent[1:]] == [b"one", b"two", b"three"]
    assert all(message["more_body"] for message in sent[1:])
    assert capsys.readouterr().err == ""


def _spoilt(trace: Path) -> bytes:
    """A bundle whose first member is overwritten and whose directory is whole."""
    content = bytearray(trace.read_bytes())
    content[:2_000] = b"\xff" * 2_000
    return bytes(content)
