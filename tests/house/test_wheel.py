"""The wheel alone serves the whole site: no checkout, no Node, no network."""

import re
import subprocess
import sys
import urllib.request
import venv
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Runs the command line in a process that may talk to this machine only.
OFFLINE = """
import ipaddress, sys

def refuse(event, args):
    if event == "socket.connect" and isinstance(args[1], tuple) and not ipaddress.ip_address(args[1][0]).is_loopback:
        raise OSError(f"the test has no network, and something asked for {args[1]}")
    if event == "socket.getaddrinfo" and args[0] not in ("127.0.0.1", "localhost", "::1"):
        raise OSError(f"the test has no network, and something looked up {args[0]}")

sys.addaudithook(refuse)
from chipward.cli import main
sys.argv = ["chipward", *sys.argv[1:]]
main()
"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an empty environment that has the wheel and what it depends on."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", folder, ROOT], check=True)
    (wheel,) = folder.glob("chipward-*.whl")
    venv.create(folder / "env", with_pip=False)
    python = folder / "env/bin/python"
    subprocess.run([*pip, "--python", python, "install", wheel], check=True)
    return python


def chipward(python: Path, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [python, "-c", OFFLINE, *arguments],
        cwd=folder,
        env={"PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def served(installed: Path, tmp_path: Path) -> Iterator[str]:
    """The address at which the installed wheel serves."""
    command = [installed, "-u", "-c", OFFLINE, "serve", "--port", "0"]
    with subprocess.Popen(command, cwd=tmp_path, env={"PATH": ""}, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            said = next(line for line in server.stdout if "http://" in line)
            yield re.search(r"http://\S+", said)[0].rstrip("/")  # type: ignore[index]  # the line has one
        finally:
            server.terminate()


def fetch(url: str) -> bytes:
    with urllib.request.urlopen(url) as answer:  # noqa: S310 -- our own server
        return bytes(answer.read())


def test_the_wheel_serves_the_pages_of_its_sitemap(served: str) -> None:
    """Of the texts of traces, by the thousand and all alike, it serves each three hundredth. A build has them all."""
    pages = re.findall(r"<loc>(?:https?://[^/]+)?([^<]*)</loc>", fetch(f"{served}/sitemap.xml").decode())
    texts = [page for page in pages if re.match(r"/traces/[^/]+/[^/]+/.", page)]
    others = sorted(set(pages) - set(texts))
    assert len(others) > 30
    for page in (*others, *texts[::300]):
        assert b"<main" in fetch(served + page), page


def test_the_wheel_serves_its_style_its_script_and_its_data(served: str) -> None:
    home = fetch(f"{served}/").decode()
    for asset in re.findall(r'(?:href|src)="([^"]*static/[^"]+)"', home):
        assert fetch(f"{served}/{asset.lstrip('./')}")
    for slug in ("jax", "llama-cpp", "pytorch"):
        data = (ROOT / f"data/explainers/how-{slug}-runs.json").read_bytes()
        assert fetch(f"{served}/data/explainers/how-{slug}-runs.json") == data


def test_the_wheel_checks_its_own_data(installed: Path, tmp_path: Path) -> None:
    outcome = chipward(installed, "check", folder=tmp_path)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


def test_the_wheel_builds_the_site_byte_for_byte_as_the_checkout_does(
    installed: Path, built: Path, tmp_path: Path
) -> None:
    outcome = chipward(installed, "build", "out", folder=tmp_path)
    assert outcome.returncode == 0, outcome.stderr
    assert (tmp_path / "out/explainers/pytorch/compile/nvidia-gpu/index.html").is_file()
    assert digests(tmp_path / "out") == digests(built)


def digests(folder: Path) -> dict[str, str]:
    return {
        file.relative_to(folder).as_posix(): sha256(file.read_bytes()).hexdigest()
        for file in folder.rglob("*")
        if file.is_file()
    }


def test_the_wheel_carries_both_licences(installed: Path) -> None:
    (metadata,) = (installed.parents[1] / "lib").glob("python*/site-packages/chipward-*.dist-info")
    assert "Apache License" in (metadata / "licenses/LICENSE").read_text(encoding="utf-8")
    assert "Creative Commons Attribution 4.0" in (metadata / "licenses/data/LICENSE").read_text(encoding="utf-8")
