"""`chipward show --line` on recorded traces: what a reader finds first, and what is said where the way ends."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from run_chipward import chipward

GALLERY = Path(__file__).parents[2] / "examples" / "traces"


@cache  # the traces stay as they are, and the same lines are asked for again and again
def _told(trace: str, line: str, *words: str) -> str:
    return chipward("show", GALLERY / f"{trace}.chipward", "--line", line, *words).stdout


def _part_that_ran(told: str) -> str:
    """What stands above the first heading of a target."""
    return re.split(r"^\S+, compiled here, not run ─+$", told, maxsplit=1, flags=re.MULTILINE)[0]


def _words(text: str) -> str:
    return " ".join(text.split())


def _value(trace: str, line: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_told(trace, line, "--json"))
    return found


def _part(told: str, heading: str) -> str:
    """What stands under a heading, up to the next one; nothing if it is not there."""
    found = re.search(rf"^{heading} ─+$(.*?)(?=^\S.* ─+$|\Z)", told, re.MULTILINE | re.DOTALL)
    return _words(found[1]) if found else ""


def test_operators_come_before_kernels_and_these_before_instructions() -> None:
    told = _part_that_ran(_told("mlp-step", "mlp_step.py:18"))
    nouns = [found[1] for found in re.finditer(r"^ +[\d,]+ ([A-Za-z+]+ ?[a-z]*), ", told, re.MULTILINE)]
    forward = nouns[: nouns.index("instructions") + 1]
    assert [noun for noun in forward if noun != "ATen ops"] == [
        "bytecode instructions",
        "guards",
        "FX ops",
        "IR lines",
        "wrapper lines",
        "C++ lines",
        "instructions",
    ]
    assert told.index("forward graph") < told.index("backward graph")
    assert len(told.splitlines()) < 100


def test_every_text_that_a_line_became_is_told_or_folded() -> None:
    told = _told("mlp-step", "mlp_step.py:18")
    for reached in _value("mlp-step", "mlp_step.py:18")["became"]:
        unit, _, name = str(reached["artifact"]).partition("/")
        found = re.search(rf"(?<![\w.-]){re.escape(unit)}\s", told)
        if found is None:
            assert re.search(r"-c[1-9]\d*$", unit), reached["artifact"]  # the first candidate stands for the others
            continue
        block = told[found.start() :].split("\n\n")[0]
        assert re.search(rf"\b{name}\b", block), reached["artifact"]


def test_a_text_that_says_the_same_is_folded_and_one_that_does_not_is_not() -> None:
    told = _told("mlp-step", "mlp_step.py:17")
    forward, backward = (told[told.index(f"graph-0-0-{way}") :].split("\n\n")[0] for way in ("forward", "backward"))
    assert "the same in before-post-grad, post-grad" in forward
    # aten.view became aten.reshape between the two:
    assert "7 ATen ops, exact  before-post-grad:" in backward
    assert "the same in post-grad" in backward


@pytest.mark.parametrize("words", [[], ["-v"]])
def test_each_method_is_told_once_and_each_number_has_its_note(words: list[str]) -> None:
    told = _told("mlp-step", "mlp_step.py:18", *words)
    value = _value("mlp-step", "mlp_step.py:18")
    ways = [way for reached in value["became"] for way in reached["way"]]
    notes = _part(told, "How this is known")
    for method in {way["method"] for way in ways}:
        assert len(re.findall(rf"\[\d+\] {re.escape(method)}\.(?= Lines mapped|(?: \[|$))", notes)) == 1, method
    marks = re.findall(r" \[([\d ]+)\](?=[;\s])", _words(told.split("How this is known")[0]))
    used = {int(number) for mark in marks for number in mark.split()}
    assert used == {int(number) for number in re.findall(r"\[(\d+)\] [A-Za-z]", notes)}


def test_a_note_says_how_much_is_covered() -> None:
    notes = _part(_told("mlp-step", "mlp_step.py:18"), "How this is known")
    (bytecode,) = (one for one in _value("mlp-step", "mlp_step.py:18")["became"] if one["kind"] == "python-bytecode")
    (hop,) = bytecode["way"]
    assert f"Lines mapped: frame-0-0/bytecode {hop['mapped']} of {hop['lines']}." in notes


def test_at_length_all_texts_are_told() -> None:
    told = _told("mlp-step", "mlp_step.py:18", "-v")
    for reached in _value("mlp-step", "mlp_step.py:18")["became"]:
        assert f"  {reached['artifact']}\n" in told


def test_an_operator_that_became_a_call_says_so_at_each_of_its_lines() -> None:
    for line in (16, 17):
        ends = _part(_told("mlp-step", f"mlp_step.py:{line}"), "Where the way ends")
        assert "At extern_kernels.addmm in graph-0-0-forward/wrapper:" in ends
        assert "the wrapper calls PyTorch's own kernel extern_kernels.addmm" in ends
        assert "Not seen: The functions that ran below calls into ATen. Operators are sampled" in ends
    assert _part(_told("mlp-step", "mlp_step.py:18"), "Where the way ends") == ""


def test_operators_that_were_not_sampled_say_why() -> None:
    ends = _part(_told("graph-break", "graph_break.py:14"), "Where the way ends")
    assert ends.startswith("At eager/dispatch: no map of this trace leads from these lines to a kernel. Not seen: What")
    assert "the samples fell on the way there" in ends


def test_a_closed_library_is_named_where_the_way_ends() -> None:
    ends = _part(_told("mlp-eager", "mlp_eager.py:16"), "Where the way ends")
    assert ends.count("oneMKL is closed") == 1
    assert "The machine code of mkl_blas_avx512_sgemm_kernel_0; The machine code of" in ends


def test_what_there_is_to_know_of_a_line_is_told() -> None:
    findings = _part(_told("graph-break", "graph_break.py:9"), "Findings")
    assert findings.count("Graph break: The graph ends here:") == 2


def test_a_line_that_became_nothing_does_not_say_that_its_way_ends() -> None:
    told = _told("graph-break", "graph_break.py:12")
    assert "No map of this trace says what this line became" in told
    assert "Where the way ends" not in told


@pytest.mark.parametrize(("line", "frame"), [(11, "frame-0-0"), (17, "frame-0-1")])
def test_the_line_that_called_a_library_s_module_leads_to_its_kernels(line: int, frame: str) -> None:
    told = _told("conv-bn-relu", f"conv_bn_relu.py:{line}")
    became = {str(one["artifact"]): one for one in _value("conv-bn-relu", f"conv_bn_relu.py:{line}")["became"]}
    kinds = {edge["kind"] for edge in became[f"{frame}/dynamo-graph"]["lines"]}
    assert kinds == {"inferred"}
    assert {one["kind"] for one in became.values()} >= {"aten-graph", "cpp-kernel", "asm-x86", "sass"}
    assert became[f"cuda-h100-{frame}/graph"]["lines"]
    assert "torch.conv2d, " in told
    assert "The line that called what was compiled: it is a library's own code" in _part(told, "How this is known")


def test_an_instruction_came_from_a_line_of_the_program() -> None:
    told = _told("softmax", "kernel-0-0-forward-cpp_fused_amax_div_exp_sub_sum_0/asm:147")
    assert "\ncame from\n  Program  program\n" in told
    assert "        9  weights = (scores - highest).exp()\n" in told
    assert "Where the way ends" not in told


def test_an_operator_with_a_long_name_is_told_whole() -> None:
    told = _words(_told("transformer-block", "transformer_block.py:22"))
    assert " aten._scaled_dot_product_flash_attention_for_cpu_backward.default the same in " in told


def test_of_several_candidates_the_first_is_told_and_the_others_counted() -> None:
    brief, whole = (_told("mlp-step", "mlp_step.py:18", *words) for words in ((), ("-v",)))
    told = re.findall(r"and (\d+) more candidates?: nobody timed them, and -v shows all", brief)
    assert len(told) > 1
    names = {name for name in re.findall(r"[\w.-]+-c\d+(?=[/\s])", whole) if name.startswith("cuda-h100")}
    shown = {name for name in names if re.search(rf"{re.escape(name)}\s", brief)}
    assert {name.rpartition("-c")[2] for name in shown} == {"0"}
    assert names > shown


@pytest.mark.parametrize("line", [17, 18])
def test_the_counts_for_each_target_come_first(line: int) -> None:
    became = _value("mlp-step", f"mlp_step.py:{line}")["became"]
    code: dict[str, dict[str, int]] = {}  # by target, by kernel: what the first of its candidates has of the line
    for one in became:
        unit = str(one["artifact"]).partition("/")[0]
        if one["kind"] in {"asm-x86", "sass", "amdgcn"}:
            code.setdefault(one["target"], {}).setdefault(re.sub(r"-c\d+$", "", unit), len(one["lines"]))
    head, *counts = _told("mlp-step", f"mlp_step.py:{line}").split("\n\n")[0].splitlines()
    assert head.startswith(f"mlp_step.py:{line}  ")
    each = re.compile(r"  (\S+?)(?:, .+)?: ([\d,]+) [A-Za-z ]*instructions in (\d+) kernels?")
    told = [(one[1], int(one[2].replace(",", "")), int(one[3])) for one in map(each.fullmatch, counts) if one]
    assert [target for target, _, _ in told] == ["cpu", "cuda:h100", "rocm:mi300x"]
    assert sorted(told) == sorted((target, sum(kernels.values()), len(kernels)) for target, kernels in code.items())


def test_a_report_on_code_is_not_counted_in_its_place() -> None:
    trace, line = "jax-mlp-step", "jax_mlp_step.py:14"
    slots = {
        str(one["artifact"]).partition("/")[0]: len(one["lines"])
        for one in _value(trace, line)["became"]
        if one["kind"] == "tpu-bundles"
    }
    assert f": {sum(slots.values()):,} used slots in {len(slots)} kernels\n" in _told(trace, line)
