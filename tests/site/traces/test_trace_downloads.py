"""Bytes of a bundle are handed over to be kept. No browser is ever told to show them as a page."""

import json
from pathlib import Path

import pytest
from asgi_client import Client

from chipward.dataset.load import data_folder
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
