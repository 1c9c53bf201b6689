"""Launches as a text."""

from chipward.capture.tracers.torch.dry_run.launch_text import OCCUPANCY, reads_value, refused, write_launches

FILL = "_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_11FillFunctorIfEESt5arrayIPcLm1EEEEviT0_T1_"


def test_a_launch_tells_grid_block_shared_memory_and_the_kernel() -> None:
    written = write_launches("aten::ones_like(f32[])", [["launch", "4,1,1", "128,1,1", "24", "0", FILL]])

    heading, launch = written.text.splitlines()
    assert heading == "# aten::ones_like(f32[])"
    assert launch.startswith("<<<4,1,1 | 128,1,1 | 24>>> at::native::vectorized_elementwise_kernel<4, at::native::Fill")
    assert written.lines == [2]
    assert written.kernels == {2: FILL}
    assert written.headings == ("to", 1, "headings and remarks")


def test_a_stream_of_the_programs_own_is_told() -> None:
    written = write_launches("", [["launch", "1,1,1", "32,1,1", "0", "3", FILL]])

    assert "| stream 3>>>" in written.text


def test_calls_copies_and_fills_have_a_line_each() -> None:
    events = [["call", "cublasSgemm_v2", "m=2 n=3 k=4 NT"], ["copy", "DtoH", "4096"], ["fill", "1000"]]

    assert write_launches("x", events).text.splitlines()[1:] == [
        "cublasSgemm_v2(m=2 n=3 k=4 NT)",
        "copy 4,096 bytes from the GPU",
        "fill 1,000 bytes",
    ]


def test_what_was_asked_or_refused_is_a_remark_and_no_item() -> None:
    written = write_launches("x", [["asked", "occupancy"], ["refused", "cudnnBackendFinalize"]])

    assert written.text.splitlines()[1:] == [OCCUPANCY, "# cudnnBackendFinalize: the stand-in cannot answer it"]
    assert written.lines == []


def test_only_a_copy_from_the_gpu_shows_the_program_a_value() -> None:
    assert reads_value([["fill", "4"], ["copy", "DtoH", "4"]])
    assert not reads_value([["copy", "HtoD", "4"], ["copy", "DtoD", "4"], ["launch", "1", "1", "0", "0", FILL]])


def test_each_refused_function_is_named_once() -> None:
    assert refused([["refused", "b"], ["call", "c", ""], ["refused", "a"], ["refused", "b"]]) == ("b", "a")
