"""Where a way ends before a kernel: the calls into libraries, and what the trace says is missing there."""

from made_traces import trace_of

from chipward.artifacts.line_graph import Reached, Relation
from chipward.artifacts.way_ends import (
    library_calls,
    losses_after,
    reaches_code,
    unseen_below,
    unseen_by_name,
)
from chipward.model.artifact import ArtifactId, KindId, Place, UnitId
from chipward.model.ids import StageId
from chipward.model.lines import EdgeKind
from chipward.model.trace import Finding, Loss, NotSeen, Trace

WRAPPER = "def call(args):\n    extern_kernels.addmm(a)\n    buf1 = extern_kernels.addmm(b)\n    cpp_fused_relu_0(c)\n"
TEXTS = {
    "graph-0/aten": ("aten-graph", "    a = aten::addmm(x)\n"),
    "graph-0/wrapper": ("inductor-wrapper", WRAPPER),
    "kernel-0/cpp": ("cpp-kernel", "int main() {}\n"),
}
FOUND = Finding(
    kind=KindId("extern-call"),
    text="A library does this.",
    evidence=Place(artifact=ArtifactId("graph-0/wrapper"), line=2),
)
KERNELS = StageId("cpu-kernels")


def _trace(*missing: NotSeen) -> Trace:
    trace, _ = trace_of(TEXTS, parents={"kernel-0": "graph-0"}, recorded=[("graph-0/wrapper", "kernel-0/cpp")])
    return trace.model_copy(update={"findings": (FOUND,), "missing": missing})


def _text(name: ArtifactId) -> str:
    return TEXTS[name][1]


def _reached(**lines: tuple[int, ...]) -> dict[ArtifactId, Reached]:
    return {
        ArtifactId(name): Reached(lines[name.partition("/")[2]], (EdgeKind.EXACT,), Relation.BECAME)
        for name in TEXTS
        if name.partition("/")[2] in lines
    }


def test_every_call_of_the_name_that_a_finding_speaks_of_is_one() -> None:
    calls = list(library_calls(_trace(), _reached(wrapper=(1, 3, 4)), _text))

    assert [(call.artifact, call.line, call.name) for call in calls] == [("graph-0/wrapper", 3, "extern_kernels.addmm")]
    assert calls[0].finding == FOUND


def test_without_a_finding_no_call_is_a_library_s() -> None:
    trace = _trace().model_copy(update={"findings": ()})

    assert not list(library_calls(trace, _reached(wrapper=(2, 3)), _text))


def test_a_kernel_is_code_and_a_wrapper_is_not() -> None:
    assert not reaches_code(_trace(), _reached(aten=(1,), wrapper=(2,)))
    assert reaches_code(_trace(), _reached(cpp=(1,)))


def test_what_is_missing_by_name_counts_where_the_name_stands() -> None:
    mine = NotSeen(what="What ran below aten::relu, aten::addmm", why="It is quick.", stage=KERNELS)
    other = NotSeen(what="What ran below aten::add, aten::addmm_", why="It is quick.", stage=KERNELS)
    foreign = NotSeen(what="What ran below aten::addmm", why="It is quick.", unit=UnitId("kernel-0"))

    assert list(unseen_by_name(_trace(mine, other, foreign), _reached(aten=(1,)), _text)) == [mine]


def test_what_is_missing_of_kernels_counts_on_the_path_that_was_gone() -> None:
    general = NotSeen(what="The functions below", why="Nobody looked.", stage=KERNELS)
    elsewhere = general.model_copy(update={"selection": 1})
    above = general.model_copy(update={"stage": StageId("pytorch")})
    trace = _trace(general, elsewhere, above)

    assert list(unseen_below(trace, _reached(wrapper=(2,)), {(0, KERNELS), (1, KERNELS)})) == [general]
    assert not list(unseen_below(trace, _reached(wrapper=(2,)), {(1, KERNELS)}))


def test_a_loss_is_told_of_maps_that_lead_on_to_what_was_not_reached() -> None:
    trace = _trace()
    losses = (Loss(side="from", lines=2, why="calls nothing"), Loss(side="to", lines=1, why="head"))
    trace = trace.model_copy(update={"maps": (trace.maps[0].model_copy(update={"losses": losses}),)})

    assert [loss.why for _, loss in losses_after(trace, _reached(wrapper=(2,)))] == ["calls nothing"]
    assert not list(losses_after(trace, _reached(wrapper=(2,), cpp=(1,))))
