"""Steps and the instructions that they compute, on a program written by hand."""

from chipward.artifacts.xla.cpu_thunks import Thunk
from chipward.artifacts.xla.hlo import read_hlo
from chipward.artifacts.xla.thunk_listing import list_thunks
from chipward.capture.tracers.jax.cpu.library_calls import LibraryCalls, library_calls
from chipward.capture.tracers.jax.cpu.steps import edges_of, is_of_one
from chipward.capture.tracers.jax.held_instructions import held_by

HLO = """\
HloModule jit_f, is_scheduled=true

%fused (p0: f32[4], p1: f32[4]) -> f32[4] {
  %p0 = f32[4]{0} parameter(0)
  %p1 = f32[4]{0} parameter(1)
  %mul = f32[4]{0} multiply(%p0, %p1)
  ROOT %add = f32[4]{0} add(%mul, %p1)
}

%wrapped (p2: f32[4]) -> f32[4] {
  %p2 = f32[4]{0} parameter(0)
  ROOT %log = f32[4]{0} log(%p2)
}

%condition (p3: f32[4]) -> pred[] {
  %p3 = f32[4]{0} parameter(0)
  ROOT %less = pred[] compare(%p3, %p3), direction=LT
}

ENTRY %main (x: f32[4], y: f32[4,4]) -> f32[4] {
  %x = f32[4]{0} parameter(0)
  %y = f32[4,4]{1,0} parameter(1)
  %dot = f32[4]{0} dot(%x, %y), lhs_contracting_dims={0}, rhs_contracting_dims={0}
  %add_fusion = f32[4]{0} fusion(%x, %dot), kind=kLoop, calls=%fused
  %wrapped_log = f32[4]{0} fusion(%add_fusion), kind=kLoop, calls=%wrapped
  %while = f32[4]{0} while(%wrapped_log), condition=%condition, body=%wrapped
  ROOT %exp = f32[4]{0} exponential(%while)
}
"""
MODULE = read_hlo(HLO)
LINES = {
    line.split(" = ")[0].split("%")[-1]: number for number, line in enumerate(HLO.split("\n"), start=1) if "=" in line
}

DOT = Thunk("dot", "dot")
ADD = Thunk("kernel", "add_fusion", kernel="add_fusion", groups=(1, 1, 1))
LOG = Thunk("kernel", "wrapped_log", kernel="wrapped_log", groups=(1, 1, 1))
LOOP = Thunk("while", "while", runs_others=True)
EXP = Thunk("kernel", "exp", kernel="exp", groups=(1, 1, 1))
THUNKS = (DOT, ADD, LOG, LOOP, Thunk("kernel", "less", depth=1, role="condition", kernel="less"), EXP)


def test_a_step_holds_what_its_fusion_calls() -> None:
    assert held_by(ADD, MODULE) == (LINES["add_fusion"], LINES["mul"], LINES["add"])
    assert held_by(LOG, MODULE) == (LINES["wrapped_log"], LINES["log"])
    assert held_by(DOT, MODULE) == (LINES["dot"],)


def test_a_loop_is_its_own_line_alone() -> None:
    assert held_by(LOOP, MODULE) == (LINES["while"],)


def test_an_instruction_that_the_hlo_lacks_holds_nothing() -> None:
    assert held_by(Thunk("kernel", "elsewhere"), MODULE) == ()
    assert not is_of_one(Thunk("kernel", "elsewhere"), MODULE)


def test_which_steps_compute_a_single_instruction() -> None:
    assert [is_of_one(thunk, MODULE) for thunk in THUNKS] == [True, False, True, False, True, True]


def test_lines_lead_to_steps_exactly_or_fused() -> None:
    listing = list_thunks(THUNKS)

    edges = set(edges_of(THUNKS, listing, MODULE))

    assert listing.lines == (1, 2, 3, 4, 6, 7)
    assert edges == {
        (LINES["dot"], 1, "exact"),
        (LINES["add_fusion"], 2, "fused"),
        (LINES["mul"], 2, "fused"),
        (LINES["add"], 2, "fused"),
        (LINES["wrapped_log"], 3, "fused"),
        (LINES["log"], 3, "fused"),
        (LINES["while"], 4, "exact"),
        (LINES["less"], 6, "exact"),
        (LINES["exp"], 7, "exact"),
    }


def test_libraries_are_told_once_each_in_order() -> None:
    lapack = Thunk("custom-call", "custom-call.1", target="lapack_spotrf_ffi")
    calls = library_calls((ADD, DOT, Thunk("ynn-fusion", "ynn_fusion"), DOT, lapack, Thunk("copy", "copy.1")))

    assert calls == (
        LibraryCalls("Eigen", (1, 3)),
        LibraryCalls("YNNPACK", (2,)),
        LibraryCalls('the function "lapack_spotrf_ffi"', (4,)),
    )
