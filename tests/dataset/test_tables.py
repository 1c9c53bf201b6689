"""What data adds up to."""

from chipward.dataset.tables import Counts, PathRow, ToolRow, counts, every_path, shared_tools
from chipward.dataset.telling import path_value
from chipward.model.evidence import Verdict
from demo import Demo


def test_every_path_is_counted(demo: Demo) -> None:
    plain, fast = every_path(demo.load())
    assert plain == PathRow("demo", "Demo", "Plain", {"mode": "plain"}, 4, 3, "/explainers/demo/plain/")
    assert (fast.title, fast.stages, fast.steps, fast.url) == ("demo.fast", 4, 3, "/explainers/demo/fast/")


def test_tools_are_listed_with_their_roles_the_most_shared_first(demo: Demo) -> None:
    for stage, node, role in ((2, "c", "It compiles"), (3, "c", "It runs"), (4, "c", "It runs")):
        demo.explainer["stages"][stage]["atlas"] = {"node": node, "role": role}
    demo.write()
    assert shared_tools(demo.load()) == (
        ToolRow("c", "C", ("demo",), {"demo": ("It compiles", "It runs")}),
        ToolRow("engine", "Engine", ("demo",), {"demo": ("The framework",)}),
    )


def test_quotes_documents_and_projects_are_counted(demo: Demo) -> None:
    unchecked = dict.fromkeys(Verdict, 0)
    assert counts(demo.load().explainers[0]) == Counts(5, 5, 2, 7, 4, 2, unchecked)


def test_verdicts_are_counted_once_there_are_some(demo: Demo) -> None:
    demo.verify()
    dataset = demo.load()
    assert counts(dataset.explainers[0], dataset).verdicts[Verdict.VERIFIED] == 7


def test_a_path_is_told_with_its_quotes_and_their_verdicts(demo: Demo) -> None:
    demo.verify()
    dataset = demo.load()
    value = path_value(dataset, dataset.explainers[0], dataset.explainers[0].paths[0])
    assert [stage["id"] for stage in value["stages"]] == ["code", "engine", "kernels", "chip"]
    assert [step["id"] for step in value["steps"]] == ["code--engine", "engine--kernels", "kernels--chip"]
    assert value["steps"][1]["citations"] == [
        {
            "id": "node-calls-kernel",
            "exact": "each node calls one kernel",
            "source": "Engine: docs/guide.md",
            "license": "MIT",
            "url": f"https://github.com/demo-org/engine/blob/{demo.commit}/docs/guide.md?plain=1#L4-L5",
            "verdict": "verified",
            "checked": "2026-01-03",
        }
    ]
