"""What each kind counts and where its lines point, on texts that PyTorch and Inductor wrote."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from chipward.artifacts.kinds import KINDS, in_order, kind_of
from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from golden_files import GOLDEN, GoldenFolder

TEXTS = [path for kind in KINDS for path in sorted((GOLDEN / kind.id).glob("*.txt"))]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_lines_count_and_point_as_somebody_has_checked(path: Path, golden: GoldenFolder) -> None:
    kind = kind_of(KindId(path.parent.name))
    text = path.read_text(encoding="utf-8")
    told = {
        "items": [number for number, line in enumerate(text.split("\n"), start=1) if kind.is_item(line)],
        "points": list(_points(kind, text)),
    }
    golden(f"{kind.id}/{path.stem}.locations.json", json.dumps(told, indent=1) + "\n")


def _points(kind: Kind, text: str) -> Iterator[str]:
    for home in kind.locate(text) if kind.locate else ():
        columns = f":{home.columns[0]}-{home.columns[1]}" if home.columns else ""
        yield f"{home.line} comes from {home.file}:{home.home}{columns}, {home.kind}"
    for name in kind.defines(text) if kind.defines else ():
        yield f"{name.line} is {name.name}"
    for name in kind.mentions(text) if kind.mentions else ():
        yield f"{name.line} computes {name.name}, {name.kind}"


def test_every_kind_that_points_has_a_golden() -> None:
    pointing = {str(kind.id) for kind in KINDS if kind.locate or kind.defines or kind.mentions}

    assert pointing <= {path.parent.name for path in TEXTS}


def test_kinds_are_listed_once_in_order() -> None:
    with pytest.raises(ValueError, match="alphabetical"):
        in_order(KINDS[::-1])
    with pytest.raises(ValueError, match="once"):
        in_order((KINDS[0], KINDS[0]))


def test_an_unknown_kind_is_a_plain_text() -> None:
    kind = kind_of(KindId("heard-of-next-year"))

    assert (kind.title, kind.language, kind.suffix) == ("heard-of-next-year", "text", "txt")
    assert kind.count(["a", "", "  ", "}", "b"]) == 2


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_a_kind_says_how_it_is_shown(kind: Kind) -> None:
    assert kind.title
    assert kind.suffix.isalnum()
    assert kind.noun[0] != kind.noun[1]
    assert not kind.is_item("")


@pytest.mark.parametrize(
    ("kind", "line", "called"),
    [
        ("aten-graph", '    a: "f32[4]" = torch.ops.aten.relu.default(x);  x = None', "aten.relu.default"),
        ("fx-graph", "    y = torch.nn.functional.relu(x, inplace = False)", "torch.nn.functional.relu"),
        ("fx-graph", '    z: "f32[4]" = y + l_x_;  y = l_x_ = None', "y + l_x_"),
        ("eager-ops", "aten::relu(f32[128, 512]) -> f32[128, 512]", "aten::relu"),
        ("ttir", "      %x_13 = tt.load %x_12, %mask_9 : tensor<256x!tt.ptr<f32>> loc(#loc44)", "tt.load"),
        ("ttir", '    %mean = "tt.reduce"(%total) <{axis = 0 : i32}> ({', "tt.reduce"),
        ("ttgir", "    tt.store %2, %mean_6 : !tt.ptr<f32> loc(#loc28)", "tt.store"),
        ("ttgir", "    %a:2 = scf.for %i = %c0 to %c1 step %c1 : i32 {", "scf.for"),
        ("llvm-ir", "  %30 = fadd float %27, 1.000000e+00, !dbg !28", "fadd"),
        ("llvm-ir", "  ret void, !dbg !42", "ret"),
        ("llvm-ir", '  %26 = tail call i32 asm sideeffect "mov.u32 @f($0);", "=r,r"(i32 0) #5, !dbg !27', "asm"),
        ("llvm-ir", "  %6 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !12", "llvm.nvvm.read.ptx.sreg.tid.x"),
        ("ptx", "\t@%p2 ld.global.b32 { %r8 }, [ %rd11 + 0 ];", "ld.global.b32"),
        ("ptx", "{ .reg .b32 t; mul.lo.s32 t, %r1, %r1; add.s32 %r2, t, t; }", "mul.lo.s32"),
        ("ptx", "$L__BB0_2:", "$L__BB0_2:"),
        ("sass", "        /*0250*/              @!P0 LDG.E R14, desc[UR8][R12.64] ;", "LDG.E"),
        ("sass", "        /*1180*/                   NOP;   /* 0x0000000000007918 */", "NOP"),
        ("amdgcn", "\tglobal_load_dword v4, v[4:5], off", "global_load_dword"),
        ("amdgcn", "\ts_endpgm", "s_endpgm"),
    ],
)
def test_an_operator_is_told_in_a_word(kind: str, line: str, called: str) -> None:
    calls = kind_of(KindId(kind)).calls
    assert calls is not None
    assert calls(line) == called
