"""The thunks of a program for a GPU, as XLA writes them down."""

import time

from hypothesis import given
from hypothesis import strategies as st

from chipward.artifacts.xla.gpu_thunks import Launch, read_gpu_thunks

SEQUENCE = """\
000: kCommandBuffer [source | sink]
    001: kCustomKernel [source | next=002 (1)] loop_add_fusion_1 grid: [400, 2, 1] threads: [128, 1, 1]  shared_memory: 16 bytes
    002: kCublasLtMatmul [prev=001 (1) | sink] kCublasLtMatmul
003: kWhile [source | sink]
condition:
    004: kCustomKernel [source | sink] compare grid: [1, 1, 1] threads: [1, 1, 1]  shared_memory: 0 bytes

"""  # noqa: E501 -- a line as XLA writes it
METADATA = """\
thunk_metadata {
  thunk_info {
    profile_annotation: "command_buffer"
  }
  thunk_kind: "kCommandBuffer"
}
thunk_metadata {
  thunk_info {
  }
  thunk_kind: "kSequential"
}
thunk_metadata {
  thunk_info {
    profile_annotation: "loop_add_fusion.1"
    thunk_id: 1
  }
  thunk_kind: "kCustomKernel"
}
thunk_metadata {
  thunk_info {
    profile_annotation: "custom-call.2"
    thunk_id: 2
  }
  thunk_kind: "kCublasLtMatmul"
}
"""


def test_each_step_names_its_instruction() -> None:
    found = read_gpu_thunks(SEQUENCE, METADATA)

    assert [(one.kind, one.instruction) for one in found.thunks] == [
        ("kCommandBuffer", "command_buffer"),
        ("kCustomKernel", "loop_add_fusion.1"),
        ("kCublasLtMatmul", "custom-call.2"),
        ("kWhile", ""),
        ("kCustomKernel", ""),
    ]


def test_a_launch_tells_its_sizes() -> None:
    found = read_gpu_thunks(SEQUENCE, METADATA)

    assert found.thunks[1].launch == Launch("loop_add_fusion_1", (400, 2, 1), (128, 1, 1), 16)
    assert found.thunks[2].launch is None


def test_the_listing_has_a_step_a_line_with_its_instruction_behind() -> None:
    found = read_gpu_thunks(SEQUENCE, METADATA)
    lines = found.listing.split("\n")

    assert [lines[one.line - 1].split()[1] for one in found.thunks] == [one.kind for one in found.thunks]
    assert lines[1].endswith("  %loop_add_fusion.1")
    assert lines[4] == "condition:"


def test_only_loops_branches_and_buffers_run_others() -> None:
    assert [one.runs_others for one in read_gpu_thunks(SEQUENCE, METADATA).thunks] == [True, False, False, True, False]


@given(st.text(max_size=200), st.text(max_size=200))
def test_no_text_makes_it_raise(sequence: str, metadata: str) -> None:
    found = read_gpu_thunks(sequence, metadata)

    assert all(0 < one.line <= found.listing.count("\n") for one in found.thunks)


def test_time_grows_as_the_text_does() -> None:
    began = time.perf_counter()
    read_gpu_thunks("001: kCustomKernel " + "x" * 300_000 + " grid: [" * 20_000, "thunk_metadata {" * 50_000)

    assert time.perf_counter() - began < 5
