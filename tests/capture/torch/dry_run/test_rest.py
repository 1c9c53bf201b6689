"""What the stand-in answers where nobody wrote more."""

import subprocess
from pathlib import Path

import pytest

from chipward.capture.tracers.torch.dry_run.rest import lacking, source_of


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("cudaDeviceSynchronize", "return 0;"),
        ("cudaGetLastError", "return 0;"),
        ("cublasSetStream_v2", "return 0;"),
        ("cudnnCreate", "chipward::handle(made)"),
        ("cusolverDnCreate", "chipward::handle(made)"),
        ("cublasStrmm_v2", 'chipward::call("cublasStrmm_v2", "")'),
        ("cusolverDnSgetrf_bufferSize", 'chipward::refuse("cusolverDnSgetrf_bufferSize", 9)'),
        ("cudnnBackendFinalize", 'chipward::refuse("cudnnBackendFinalize", 3000)'),
        ("cufftCreate", 'chipward::refuse("cufftCreate", 16)'),
        ("cudaGraphLaunch", 'chipward::refuse("cudaGraphLaunch", 801)'),
    ],
)
def test_what_prepares_succeeds_and_what_must_know_more_refuses(name: str, answer: str) -> None:
    (line,) = [line for line in source_of([name]).splitlines() if f" {name}(" in line]

    assert answer in line


def test_only_functions_that_a_library_lacks_and_no_true_answer_are_taken_over(tmp_path: Path) -> None:
    source = tmp_path / "library.c"
    source.write_text(
        "int cudaMalloc(), cublasSgemm_v2(), cudnnGetVersion(), cudaGetErrorString(), ncclSend(), other();\n"
        "int all(void) { return cudaMalloc() + cublasSgemm_v2() + cudnnGetVersion() + cudaGetErrorString()"
        " + ncclSend() + other(); }\n"
    )
    library = tmp_path / "libtorch_cuda.so"
    command = ["g++", "-xc", "-shared", "-fPIC", str(source), "-o", str(library)]
    subprocess.run(command, check=True)

    assert lacking(tmp_path) == ("cublasSgemm_v2", "cudaMalloc")
