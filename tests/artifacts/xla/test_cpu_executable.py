"""An executable for the CPU, written by hand as XLA writes it, and what is read of it."""

from hypothesis import given
from hypothesis import strategies as st
from protobuf_writer import message, number, packed

from chipward.artifacts.xla.cpu_executable import CpuExecutable, Machine, read_cpu_executable
from chipward.artifacts.xla.cpu_thunks import Buffer, Thunk
from chipward.artifacts.xla.thunk_listing import list_thunks

F32, TUPLE = 11, 13
ELF = b"\x7fELF and the rest"


def shape(*sizes: int) -> bytes:
    return message((2, F32), (3, packed(sizes)))


def part(allocation: int, offset: int, size: int) -> bytes:
    return message((1, offset), (2, size), (3, allocation))


def thunk(kind: str, name: str, *body: tuple[int, bytes]) -> tuple[int, bytes]:
    return 1, message((1, kind), (2, message((1, name), (2, "jit_f"))), *body)


KERNEL = thunk(
    "kernel",
    "add_fusion.1",
    (
        11,
        message(
            (1, "add_fusion"),
            (2, message((1, 2), (2, 1), (3, 1))),
            (5, message((1, part(0, 0, 16)), (2, shape(4)))),
            (6, message((1, part(3, 64, 16)), (2, shape(2, 2)))),
        ),
    ),
)
DOT = thunk(
    "dot",
    "dot.2",
    (
        7,
        message(
            (2, message((1, shape(2, 3)), (2, part(1, 0, 24)))),
            (3, message((1, shape(3, 4)), (2, part(2, 0, 48)))),
            (4, message((1, shape(2, 4)), (2, part(3, 0, 32)))),
        ),
    ),
)
LOOP = thunk("while", "while.3", (10, message((1, message(KERNEL)), (2, message(DOT, KERNEL)))))
CHOICE = thunk("conditional", "conditional.4", (4, message((1, message(DOT)), (1, message(KERNEL)))))
SORT = thunk("sort", "sort.5", (5, message((4, "compare"), (5, message((1, shape(8)), (2, part(1, 0, 32)))))))
CALL = thunk("custom-call", "custom-call.6", (16, message((2, "lapack_spotrf_ffi"))))
TOGETHER = thunk(
    "collective",
    "psum.8",
    (18, message((2, message((1, message((1, shape(8)), (2, part(5, 0, 32)))))), (5, message((1, "sum"))))),
)
NEW = thunk("surprise", "surprise.7", (99, message((1, 1))))


def executable(*thunks: tuple[int, bytes]) -> bytes:
    machine = message((1, "x86_64-unknown-linux-gnu"), (2, "icelake"), (3, "+avx512f,-zu"))
    result = message((6, message(*thunks)), (8, message((1, ELF), (2, "fusion emitter"))), (9, machine))
    header = message((2, "pjrt_ifrt"))
    return number(len(header)) + header + message((1, result), (2, b"options"))


def thunks(*written: tuple[int, bytes]) -> tuple[Thunk, ...]:
    return read_cpu_executable(executable(*written)).thunks


def test_objects_and_the_machine_are_found() -> None:
    found = read_cpu_executable(executable(KERNEL))

    assert found.objects == (ELF,)
    assert found.machine == Machine("x86_64-unknown-linux-gnu", "icelake", "+avx512f,-zu")


def test_a_kernel_names_its_symbol_its_groups_and_its_buffers() -> None:
    (kernel,) = thunks(KERNEL)

    assert (kernel.kind, kernel.instruction, kernel.kernel, kernel.groups) == (
        "kernel",
        "add_fusion.1",
        "add_fusion",
        (2, 1, 1),
    )
    assert kernel.reads == (Buffer("f32[4]", 0, 0, 16),)
    assert kernel.writes == (Buffer("f32[2,2]", 3, 64, 16),)


def test_a_library_call_names_its_buffers_the_other_way_round() -> None:
    (dot,) = thunks(DOT)

    assert [buffer.shape for buffer in dot.reads] == ["f32[2,3]", "f32[3,4]"]
    assert dot.writes == (Buffer("f32[2,4]", 3, 0, 32),)


def test_what_a_loop_runs_stands_behind_it() -> None:
    found = [(one.instruction, one.depth, one.role) for one in thunks(LOOP, DOT)]

    assert found == [
        ("while.3", 0, ""),
        ("add_fusion.1", 1, "condition"),
        ("dot.2", 1, "body"),
        ("add_fusion.1", 1, "body"),
        ("dot.2", 0, ""),
    ]


def test_branches_are_counted() -> None:
    assert [one.role for one in thunks(CHOICE)] == ["", "branch 0", "branch 1"]


def test_a_sort_calls_its_comparison_and_a_custom_call_its_target() -> None:
    sort, call = thunks(SORT, CALL)

    assert (sort.kernel, sort.groups, call.target) == ("compare", None, "lapack_spotrf_ffi")


def test_what_devices_do_together_is_named() -> None:
    (together,) = thunks(TOGETHER)

    assert (together.kind, together.target, together.reads) == (
        "collective",
        "all-reduce",
        (Buffer("f32[8]", 5, 0, 32),),
    )


def test_a_thunk_of_a_sort_that_is_not_known_is_told_by_name() -> None:
    (new,) = thunks(NEW)

    assert (new.kind, new.instruction, new.reads) == ("surprise", "surprise.7", ())


def test_the_listing_has_a_line_for_each_step() -> None:
    listing = list_thunks(thunks(DOT, LOOP, SORT, CALL))

    assert listing.text == (
        "dot          %dot.2  f32[2,3] @1+0, f32[3,4] @2+0 -> f32[2,4] @3+0\n"
        "while        %while.3\n"
        "  condition:\n"
        "    kernel       %add_fusion.1  calls add_fusion  2 x 1 x 1  f32[4] @0+0 -> f32[2,2] @3+64\n"
        "  body:\n"
        "    dot          %dot.2  f32[2,3] @1+0, f32[3,4] @2+0 -> f32[2,4] @3+0\n"
        "    kernel       %add_fusion.1  calls add_fusion  2 x 1 x 1  f32[4] @0+0 -> f32[2,2] @3+64\n"
        "sort         %sort.5  calls compare  f32[8] @1+0 -> f32[8] @1+0\n"
        'custom-call  %custom-call.6  "lapack_spotrf_ffi"\n'
    )
    assert listing.lines == (1, 2, 4, 6, 7, 8, 9)


def test_loops_in_loops_each_have_their_headings() -> None:
    inner = thunk("while", "while.9", (10, message((1, message(KERNEL)), (2, message(DOT)))))
    outer = thunk("while", "while.8", (10, message((1, message(KERNEL)), (2, message(inner, DOT)))))

    headings = [line.strip() for line in list_thunks(thunks(outer, outer)).text.split("\n") if line.endswith(":")]

    assert headings == ["condition:", "body:", "condition:", "body:"] * 2


def test_tuples_are_told_part_by_part() -> None:
    pair = message((2, TUPLE), (4, shape(2)), (4, shape()))
    copy = thunk("copy", "copy.1", (12, message((1, message((1, pair), (2, part(0, 0, 8)))))))

    assert thunks(copy)[0].reads[0].shape == "(f32[2], f32[])"


@given(st.binary(max_size=300))
def test_any_bytes_are_read_as_nothing_or_something(content: bytes) -> None:
    found = read_cpu_executable(content)

    assert isinstance(found, CpuExecutable)
    list_thunks(found.thunks)


@given(st.data())
def test_an_executable_that_is_cut_or_changed_is_still_read(data: st.DataObject) -> None:
    content = bytearray(executable(LOOP, CHOICE, SORT, CALL))
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(content)))

    list_thunks(read_cpu_executable(bytes(content[:cut])).thunks)


def test_thunks_within_thunks_without_end_are_cut_off() -> None:
    inner = KERNEL
    for _ in range(300):
        inner = thunk("call", "call", (3, message((1, message(inner)))))

    assert len(thunks(inner)) == 65
