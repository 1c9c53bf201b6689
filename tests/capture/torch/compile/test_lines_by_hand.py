"""Six programs whose lines were followed by hand, down to single lines of C++."""

import re

import pytest

from chipward.artifacts.line_graph import LineGraph
from chipward.bundle.read import Bundle
from chipward.model.artifact import Artifact

pytestmark = pytest.mark.slow

# program: {line of Python: (operators, lines of C++ by how they begin, in the order of the kernel)}
FORWARD = {
    "pointwise.py": {
        "a = x + y": (["add.Tensor"], ["auto tmp0 = ", "auto tmp1 = ", "auto tmp2 = tmp0 + tmp1;"]),
        "b = torch.relu(a)": (["relu.default"], ["auto tmp3 = at::vec::clamp_min(tmp2"]),
        "c = b * 3": (
            ["mul.Tensor"],
            ["auto tmp4 = static_cast<float>(3.0);", "auto tmp5 = ", "auto tmp6 = tmp3 * tmp5;"],
        ),
        "return c.exp()": (["exp.default"], ["auto tmp7 = tmp6.exp();", "tmp7.store(out_ptr0"]),
    },
    "two_nests.py": {
        "centred = x - x.mean(1, keepdim=True)": (
            ["mean.dim", "sub.Tensor"],
            [
                # the sum for the mean
                "float tmp_acc0 = 0;",
                "at::vec::Vectorized<float> tmp_acc0_vec = ",
                "auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0",
                "tmp_acc0_vec = tmp_acc0_vec + tmp0;",
                "tmp_acc0 = tmp_acc0 + at::vec::vec_reduce_all",
                "out_ptr0[static_cast<int64_t>(x0)] = ",
                # centred, inside of the second loop
                "auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0",
                "auto tmp1 = out_ptr0[",
                "auto tmp2 = static_cast<float>(64.0);",
                "auto tmp3 = tmp1 / tmp2;",
                "auto tmp4 = at::vec::Vectorized<float>(tmp3);",
                "auto tmp5 = tmp0 - tmp4;",
                # centred once more, inside of the third loop
                "auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0",
                "auto tmp1 = out_ptr0[",
                "auto tmp2 = static_cast<float>(64.0);",
                "auto tmp3 = tmp1 / tmp2;",
                "auto tmp4 = at::vec::Vectorized<float>(tmp3);",
                "auto tmp5 = tmp0 - tmp4;",
            ],
        ),
        "spread = (centred * centred).mean(1, keepdim=True)": (
            ["mul.Tensor", "mean.dim"],
            [
                "float tmp_acc0 = 0;",
                "at::vec::Vectorized<float> tmp_acc0_vec = ",
                "auto tmp6 = tmp5 * tmp5;",
                "tmp_acc0_vec = tmp_acc0_vec + tmp6;",
                "tmp_acc0 = tmp_acc0 + at::vec::vec_reduce_all",
                "out_ptr1[static_cast<int64_t>(x0)] = ",
                "auto tmp6 = out_ptr1[",
                "auto tmp2 = static_cast<float>(64.0);",  # divides both sums
                "auto tmp7 = tmp6 / tmp2;",
            ],
        ),
        "return centred / (spread + 1).sqrt()": (
            ["add.Tensor", "sqrt.default", "div.Tensor"],
            [
                "auto tmp8 = static_cast<float>(1.0);",
                "auto tmp9 = ",
                "auto tmp10 = std::sqrt(tmp9);",
                "auto tmp11 = at::vec::Vectorized<float>(tmp10);",
                "auto tmp12 = tmp5 / tmp11;",
                "tmp12.store(out_ptr2",
            ],
        ),
    },
    "backward.py": {
        "s = x.sin()": (["sin.default"], ["auto tmp0 = ", "auto tmp1 = tmp0.sin();"]),
        "return s * x": (["mul.Tensor"], ["auto tmp0 = ", "auto tmp2 = tmp1 * tmp0;", "tmp2.store(out_ptr0"]),
    },
    "shared_load.py": {
        "up = x + 1": (["add.Tensor"], ["auto tmp0 = ", "auto tmp1 = ", "auto tmp2 = ", "auto tmp3 = tmp0 + tmp2;"]),
        "down = x * 2": (["mul.Tensor"], ["auto tmp0 = ", "auto tmp5 = ", "auto tmp6 = ", "auto tmp7 = tmp0 * tmp6;"]),
        "return up.sin(), down.cos()": (
            ["sin.default", "cos.default"],
            ["auto tmp4 = tmp3.sin();", "auto tmp8 = tmp7.cos();", "tmp4.store(out_ptr0", "tmp8.store(out_ptr1"],
        ),
    },
    "product.py": {
        "z = x @ w": (["mm.default"], []),
        "return torch.tanh(z)": (
            ["tanh.default"],
            ["auto tmp0 = ", "auto tmp1 = tmp0.tanh();", "tmp1.store(in_out_ptr0"],
        ),
    },
}
BACKWARD = {
    "s = x.sin()": (
        ["cos.default", "mul.Tensor"],
        ["auto tmp1 = ", "auto tmp5 = tmp1.cos();", "auto tmp6 = tmp4 * tmp5;"],
    ),
}


def _targets(bundle: Bundle, graph: str, lines: tuple[int, ...]) -> list[str]:
    text = bundle.text(graph).split("\n")
    return [match[1] for line in lines if (match := re.search(r"torch\.ops\.aten\.([\w.]+)\(", text[line - 1]))]


def _program(bundle: Bundle, name: str) -> Artifact:
    return next(artifact for artifact in bundle.trace.artifacts if artifact.title == name)


def _line_of(bundle: Bundle, program: Artifact, python: str) -> int:
    return [line.strip() for line in bundle.text(program.id).split("\n")].index(python) + 1


CASES = [(program, python) for program, found in FORWARD.items() for python in found]


@pytest.mark.parametrize(("program", "python"), CASES, ids=[": ".join(case) for case in CASES])
def test_a_line_of_python_becomes_exactly_these_operators_and_lines_of_cpp(
    bundle: Bundle, lines: LineGraph, program: str, python: str
) -> None:
    operators, cpp = FORWARD[program][python]
    source = _program(bundle, program)
    became = lines.became(source.id, _line_of(bundle, source, python))
    graphs = [name for name in became if name.endswith("forward/post-grad") and became[name].strong]
    assert len(graphs) == 1
    assert _targets(bundle, graphs[0], became[graphs[0]].lines) == operators
    kernels = [name for name in became if re.search(r"-forward-.*/cpp$", name) and became[name].strong]
    found = [bundle.text(name).split("\n")[line - 1].strip() for name in kernels for line in became[name].lines]
    assert len(found) == len(cpp), found
    assert [line[: len(begin)] for line, begin in zip(found, cpp, strict=True)] == cpp


def test_a_forward_line_has_lines_of_the_backward_kernel_too(bundle: Bundle, lines: LineGraph) -> None:
    source = _program(bundle, "backward.py")
    became = lines.became(source.id, _line_of(bundle, source, "s = x.sin()"))
    graph = next(name for name in became if name.endswith("backward/post-grad"))
    assert set(BACKWARD["s = x.sin()"][0]) <= set(_targets(bundle, graph, became[graph].lines))
    kernel = next(name for name in became if re.search(r"-backward-.*/cpp$", name))
    found = [bundle.text(kernel).split("\n")[line - 1].strip() for line in became[kernel].lines]
    for begin in BACKWARD["s = x.sin()"][1]:
        assert any(line.startswith(begin) for line in found), (begin, found)


def test_code_under_a_mask_keeps_its_lines_apart(bundle: Bundle, lines: LineGraph) -> None:
    source = _program(bundle, "choice.py")
    chosen = lines.became(source.id, _line_of(bundle, source, "chosen = torch.where(x > 0, x, x * 0.1)"))
    padded = lines.became(source.id, _line_of(bundle, source, "return functional.pad(chosen, (1, 1)) - 5"))
    kernel = next(name for name in chosen if name.endswith("/cpp"))
    text = bundle.text(kernel).split("\n")
    inside = [text[line - 1] for line in chosen[kernel].lines]
    outside = [text[line - 1] for line in padded[kernel].lines]
    assert any("static_cast<float>(0.1)" in line for line in inside)
    assert any("blendv" in line for line in inside)
    assert any("static_cast<float>(5.0)" in line for line in outside)
    assert not any("static_cast<float>(0.1)" in line for line in outside)
    assert not any("static_cast<float>(5.0)" in line for line in inside)


def test_a_load_that_two_lines_need_is_credited_to_both_as_fused(bundle: Bundle) -> None:
    program = _program(bundle, "shared_load.py")
    frame = next(unit for unit in bundle.trace.units if unit.place and unit.place.artifact == program.id)
    graph = next(unit.id for unit in bundle.trace.units if unit.parent == frame.id)
    entry = next(
        entry for entry in bundle.trace.maps if entry.start == f"{graph}/post-grad" and entry.end.endswith("/cpp")
    )
    text = bundle.text(entry.end).split("\n")
    load = next(number for number, line in enumerate(text, 1) if "loadu(in_ptr0" in line)
    edges = [edge for edge in bundle.line_map(entry.id) if edge.end == load]
    assert _targets(bundle, entry.start, tuple(edge.start for edge in edges)) == ["add.Tensor", "mul.Tensor"]
    assert {str(edge.kind) for edge in edges} == {"fused"}


def test_a_value_line_without_a_node_is_the_exception(bundle: Bundle) -> None:
    value = re.compile(r"^\s+(?:auto )?tmp\w+ = |\.store\(")
    for entry in bundle.trace.maps:
        if entry.start.endswith("/post-grad") and entry.end.endswith("/cpp"):
            mapped = bundle.line_map(entry.id).ends
            lines = [number for number, line in enumerate(bundle.text(entry.end).split("\n"), 1) if value.match(line)]
            assert set(lines) <= mapped, entry.end
