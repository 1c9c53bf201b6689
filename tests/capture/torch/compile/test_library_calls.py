"""A call of PyTorch's own kernel is told once, with every line of the program that it stands for."""

from pathlib import Path

from chipward.bundle.journal import Journal
from chipward.bundle.read import open_bundle
from chipward.capture.tracers.torch.compile.findings.kernels import tell
from chipward.capture.tracers.torch.compile.frames import FrameFacts
from chipward.capture.tracers.torch.compile.graph_text import GraphText
from chipward.capture.tracers.torch.compile.identity import CompileId
from chipward.capture.tracers.torch.compile.state import Call, Graph, Printed
from chipward.model.artifact import Place

WRAPPER = (
    "def call(args):\n    extern_kernels.addmm(a, b)\n    extern_kernels.addmm(c, d)\n    extern_kernels.mm(e, f)\n"
)


def _told(folder: Path, calls: list[tuple[str, list[int]]]) -> list[tuple[str, str, str]]:
    """The findings: what each says at its end, its place, its evidence."""
    program = folder / "mlp.py"
    program.write_text("\n" * 30, encoding="utf-8")
    journal = Journal(folder / "spool")
    journal.program(kind="script", entry="mlp.py", directory=str(folder))
    unit = journal.unit("graph-0", name="forward graph", kind="graph")
    wrapper = journal.artifact(
        unit, "wrapper", stage="inductor", kind="inductor-wrapper", title="Wrapper", content=WRAPPER, how="By hand"
    )
    graph = Graph(unit, CompileId(0, 0), "forward")
    graph.wrapper = Printed(wrapper, GraphText(WRAPPER))
    for name, lines in calls:
        for line in lines:
            graph.calls.append(
                Call(name, [], is_extern=True, traceback=f'  File "{program}", line {line}, in forward\n')
            )
    graph.calls.append(Call("cpp_fused_relu_0", [], is_extern=False))
    tell(journal, FrameFacts("forward", str(program), 9), graph)
    with open_bundle(folder / "spool") as bundle:
        return [
            (one.text.rpartition("kernel ")[2], _spelled(one.place), _spelled(one.evidence))
            for one in bundle.trace.findings
        ]


def _spelled(place: Place | None) -> str:
    return f"{place.artifact}:{place.line}" if place else "nowhere"


def test_each_line_is_named_once_in_the_order_of_the_calls(tmp_path: Path) -> None:
    assert _told(tmp_path, [("extern_kernels.addmm", [17, 18, 17, 19])]) == [
        (
            "extern_kernels.addmm, 4 times, for mlp.py:17, mlp.py:18 and mlp.py:19.",
            "program/mlp.py:17",
            "graph-0/wrapper:2",
        )
    ]


def test_one_line_is_named_by_the_place_alone(tmp_path: Path) -> None:
    assert _told(tmp_path, [("extern_kernels.mm", [17, 17])]) == [
        ("extern_kernels.mm, 2 times.", "program/mlp.py:17", "graph-0/wrapper:4")
    ]


def test_kernels_are_told_one_by_one(tmp_path: Path) -> None:
    assert _told(tmp_path, [("extern_kernels.addmm", [17]), ("extern_kernels.mm", [18, 19])]) == [
        ("extern_kernels.addmm.", "program/mlp.py:17", "graph-0/wrapper:2"),
        ("extern_kernels.mm, 2 times, for mlp.py:18 and mlp.py:19.", "program/mlp.py:18", "graph-0/wrapper:4"),
    ]
