"""Where a target is asked for and there is no device, JAX starts on the CPU, unless somebody has said what to do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from chipward.bundle.read import open_bundle
from chipward.capture.tracers.jax.devices.looking import would_look_in_vain

SEEN = """
import os
{before}
import jax
print(os.environ.get("JAX_PLATFORMS"), jax.config.jax_platforms)
"""
TARGET = ("--target", "tpu:v5e")


def put(system: Path, *files: str, text: str = "") -> Path:
    for name in files:
        (system / name).parent.mkdir(parents=True, exist_ok=True)
        (system / name).write_text(text)
    return system


def pci(system: Path, vendor: str, kind: str) -> Path:
    device = "sys/bus/pci/devices/0000:00:05.0"
    put(system, f"{device}/vendor", text=f"{vendor}\n")
    return put(system, f"{device}/class", text=f"{kind}\n")


def test_with_plugins_and_no_device_it_would_look_in_vain(tmp_path: Path) -> None:
    assert would_look_in_vain({"HOME": "/root", "XLA_FLAGS": "--xla_dump_to=here"}, tmp_path)


@pytest.mark.parametrize(
    "name", ["JAX_PLATFORMS", "JAX_PLATFORM_NAME", "TPU_SKIP_MDS_QUERY", "LIBTPU_INIT_ARGS", "JAX_FORCE_TPU_INIT"]
)
def test_an_environment_that_says_something_is_left_alone(tmp_path: Path, name: str) -> None:
    assert not would_look_in_vain({name: ""}, tmp_path)


@pytest.mark.parametrize("device", ["dev/nvidia0", "dev/nvidiactl", "dev/dxg", "dev/accel0", "dev/vfio/0"])
def test_a_device_is_never_hidden(tmp_path: Path, device: str) -> None:
    assert not would_look_in_vain({}, put(tmp_path, device))


@pytest.mark.parametrize(
    ("vendor", "kind", "in_vain"),
    [
        ("0x1ae0", "0x120000", False),  # a chip of Google's
        ("0x1ae0", "0x020000", True),  # their network
        ("0x1ae0", "0x010802", True),  # their disks
        ("0x10de", "0x030200", True),  # a GPU without a driver, which JAX passes over, too
    ],
)
def test_a_tpu_shows_on_the_bus(tmp_path: Path, vendor: str, kind: str, *, in_vain: bool) -> None:
    assert would_look_in_vain({}, pci(tmp_path, vendor, kind)) is in_vain


def test_a_chip_that_cannot_be_read_may_be_a_tpu(tmp_path: Path) -> None:
    assert not would_look_in_vain({}, put(tmp_path, "sys/bus/pci/devices/0000:00:05.0/vendor", text="0x1ae0"))


def test_a_container_that_can_assign_devices_has_none_for_that(tmp_path: Path) -> None:
    assert would_look_in_vain({}, put(tmp_path, "dev/vfio/vfio"))


def test_a_plugin_that_nobody_knows_may_have_a_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path / "lib")
    put(tmp_path, "lib/jax_plugins/other_chips/__init__.py")
    assert not would_look_in_vain({}, tmp_path)


def test_without_plugins_there_is_nothing_to_wait_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looking = "chipward.capture.tracers.jax.devices.looking"
    monkeypatch.setattr(f"{looking}.entry_points", lambda group: [])  # noqa: ARG005 -- as it is called
    monkeypatch.setattr(f"{looking}.find_spec", lambda name: None)  # noqa: ARG005 -- likewise
    assert not would_look_in_vain({}, tmp_path)


def seen(folder: Path, *options: str, before: str = "", **variables: str) -> list[str]:
    """What a traced program sees of the variable."""
    said = {name: value for name, value in os.environ.items() if not name.startswith(("JAX_", "TPU_", "LIBTPU_"))}
    (folder / "program.py").write_text(SEEN.format(before=before))
    done = subprocess.run(
        [sys.executable, "-m", "chipward", "trace", "-q", "--no-after-work", *options, "program.py"],
        cwd=folder,
        env=said | variables,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr.replace("chipward: missing: ", "")[:9]) in {(0, ""), (0, "What the ")}
    return done.stdout.split()


def settings(folder: Path) -> dict[str, str]:
    with open_bundle(folder / "program.chipward") as bundle:
        return dict(bundle.trace.environment.settings)


@pytest.mark.slow
def test_the_program_starts_on_the_cpu_and_the_trace_says_so(tmp_path: Path) -> None:
    if not would_look_in_vain({}):
        pytest.skip("this machine has a device")
    assert seen(tmp_path, *TARGET) == ["cpu", "cpu"]
    assert settings(tmp_path) == {"JAX_PLATFORMS": "cpu"}


@pytest.mark.slow
def test_what_the_program_says_itself_stands(tmp_path: Path) -> None:
    assert seen(tmp_path, *TARGET, before="os.environ['TPU_SKIP_MDS_QUERY'] = '1'") == ["None", "None"]
    assert settings(tmp_path) == {}


@pytest.mark.slow
def test_without_a_target_nothing_is_set(tmp_path: Path) -> None:
    assert seen(tmp_path) == ["None", "None"]


@pytest.mark.slow
def test_a_block_gives_the_environment_back(tmp_path: Path) -> None:
    if not would_look_in_vain({}):
        pytest.skip("this machine has a device")
    said = {name: value for name, value in os.environ.items() if not name.startswith(("JAX_", "TPU_", "LIBTPU_"))}
    block = "with chipward.trace('run.chipward', targets='tpu:v5e', after_work=False, quiet=True):\n    import jax"
    code = f"import chipward, os\n{block}\nprint(os.environ.get('JAX_PLATFORMS'), jax.config.jax_platforms)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=said, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["None", "cpu"]
