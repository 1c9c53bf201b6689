"""A dry run is asked for, and explained where it cannot be had."""

from programs import Place

from chipward.capture.tracers.torch.dry_run.no_dry_run import NoDryRunError
from chipward.capture.tracers.torch.dry_run.wheel import fitting_torch
from chipward.dataset.targets import find_target

SAYS_HELLO = """
with open("runs.txt", "a") as runs:
    runs.write("run\\n")
print("hello")
"""


def reason(target: str) -> str:
    """Why there is no dry run here."""
    try:
        fitting_torch(find_target(target))
    except NoDryRunError as error:
        return str(error)
    return ""


def test_the_build_for_the_cpu_has_no_cuda_kernels_and_the_reason_says_what_to_install() -> None:
    assert "built without CUDA" in reason("cuda:h100")
    assert "`pip install torch===2.13.0`" in reason("cuda:h100")


def test_only_nvidia_is_stood_in_for() -> None:
    assert "NVIDIA" in reason("rocm:mi300x")


def test_without_a_target_there_is_nothing_to_stand_in_for(place: Place) -> None:
    done = place.traced(place.write(SAYS_HELLO), options=["--dry-run"])

    assert done.returncode == 2
    assert b"--target cuda:h100 --dry-run" in done.stderr
    assert not (place.folder / "runs.txt").exists()


def test_where_it_cannot_be_had_the_program_runs_once_and_the_trace_says_why(place: Place) -> None:
    place.environment.pop("PYTHONPATH")  # the installed PyTorch, not its stand-in
    done = place.traced(place.write(SAYS_HELLO), options=["--target", "cuda:h100", "--dry-run"])

    assert done.returncode == 0
    assert done.stdout == b"hello\n"
    assert (place.folder / "runs.txt").read_text() == "run\n"
    with place.bundle() as bundle:
        (missing,) = [gone for gone in bundle.trace.missing if gone.stage == "cuda-kernels"]
        assert missing.what == "The kernels that eager code launches on cuda:h100"
        assert "pip install" in missing.why
        assert bundle.trace.selections[missing.selection].target == "cuda:h100"
