"""Kernels that cannot be compiled: what is missing says why, and what can be had is there."""

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import pytest
from kernel_runs import HERE, compiled

from chipward.bundle.journal import Journal
from chipward.capture.tracers.torch.targets.kernels import reasons
from chipward.capture.tracers.torch.targets.kernels.findings import of_candidate
from chipward.capture.tracers.torch.targets.kernels.writing import Unit
from made_up_packages import install, install_torch

FEATURES = (HERE / "programs" / "features.py").read_text()


@pytest.mark.slow
def test_a_candidate_that_fails_says_why_and_the_others_stand(tmp_path: Path) -> None:
    program = HERE / "programs" / "features.py"
    broken = FEATURES.replace("return x * x + 1.0", "return x * tl.static_assert_(x)").replace(
        "total = squared(total)", "total = squared(total) if BLOCK == 32 else total"
    )
    folder = tmp_path / "programs"
    folder.mkdir()
    (folder / "features.py").write_text(broken)
    with compiled(tmp_path / "spool", "cuda:h100", str(folder / "features"), 90) as kernel:
        (missing,) = kernel.bundle.trace.missing
        assert missing.unit == "kernel-c0"
        assert missing.why.startswith("Triton could not compile it (")
        assert "static_assert_" in missing.why
        assert not re.search(r"/\w+/", missing.why)
        assert {str(one.id) for one in kernel.bundle.trace.artifacts} >= {"kernel-c1/sass", "kernel-c1/relink"}
    assert program.exists()


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (
            type("PTXASError", (Exception,), {})(
                "PTXAS error: Internal Triton PTX codegen error\n`ptxas` stderr:\n"
                "ptxas /tmp/tmpab12.ptx, line 5; error   : Feature '.bf16' requires .target sm_80 or higher\n"
                "ptxas fatal   : Ptx assembly aborted due to errors\nRepro command: /opt/bin/ptxas -v /tmp/a.ptx\n"
            ),
            "ptxas could not assemble it: Feature '.bf16' requires .target sm_80 or higher",
        ),
        (
            ValueError("at 3:4:\n    x = tl.dot(a, b)\n    ^\nInput shapes should have M >= 1"),
            "Triton could not compile it (ValueError): Input shapes should have M >= 1",
        ),
        (
            RuntimeError("no such file: /opt/lib/thing.bc"),
            "Triton could not compile it (RuntimeError): no such file: …/thing.bc",
        ),
        (RuntimeError(), "Triton could not compile it (RuntimeError): no reason given"),
    ],
)
def test_the_reason_is_a_sentence_without_folders(error: Exception, why: str) -> None:
    assert reasons.why_not_compiled(error) == why


def test_the_innermost_reason_counts() -> None:
    error = ValueError("at 9:4:\n    tl.store(p, scaled(x))")
    error.__cause__ = NameError("SCALE is not defined")
    assert reasons.why_not_compiled(error) == "Triton could not compile it (NameError): SCALE is not defined"


def test_where_triton_is_not_installed_the_version_that_fits_is_named(tmp_path: Path) -> None:
    install_torch(tmp_path)
    assert reasons.no_triton([str(tmp_path)]) == (
        "Triton is not installed, which makes code for GPUs. triton==3.7.1 goes with PyTorch 2.13.0. "
        'Install it: pip install "triton==3.7.1"'
    )


def test_of_a_pytorch_that_nobody_knows_no_version_is_named(tmp_path: Path) -> None:
    install_torch(tmp_path, "2.99.0")
    assert reasons.no_triton([str(tmp_path)]) == (
        'Triton is not installed, which makes code for GPUs. Install it: pip install "triton"'
    )


def test_a_triton_may_have_another_name(tmp_path: Path) -> None:
    install(tmp_path, "pytorch-triton-rocm", "3.7.1")
    assert reasons.no_triton([str(tmp_path)]) is None


def test_where_triton_is_installed_nothing_is_said() -> None:
    assert version("triton")
    assert reasons.no_triton() is None


def test_a_candidate_that_asks_for_too_much_memory_is_told_of(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "spool")
    unit = Unit(journal, "kernel-c0", "features", "Tesla T4", "features.py")
    target = SimpleNamespace(name="Tesla T4", shared_memory_per_block_optin=65_536)
    of_candidate(unit, SimpleNamespace(metadata={"shared": 65_536}), target)
    assert "finding" not in (tmp_path / "spool" / "journal-0.jsonl").read_text()
    of_candidate(unit, SimpleNamespace(metadata={"shared": 98_304}), target)
    told = (tmp_path / "spool" / "journal-0.jsonl").read_text()
    assert "It asks for 98,304 bytes of shared memory per block, and Tesla T4 has 65,536" in told


def test_nothing_of_triton_or_pytorch_loads_with_the_task() -> None:
    code = (
        "import sys; import chipward.capture.tracers.torch.targets.kernels;"
        "import chipward.capture.tracers.torch.targets.own_kernels.describing;"
        "print([name for name in ('torch', 'triton') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
