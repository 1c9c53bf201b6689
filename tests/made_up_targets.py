"""A trace that nobody ran, with the same MLP compiled for two GPUs beside what ran: written by hand.

On the H100 the relu has two candidates, and the sine a kernel of its own; on the MI300X there is one kernel for both.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

from chipward.bundle.journal import Journal
from made_up_texts import ATEN
from made_up_trace import edges_of, packed, tell_mlp

H100 = {
    "explainer": "how-pytorch-runs",
    "choices": {"mode": "compile", "device": "nvidia-gpu"},
    "target": "cuda:h100",
}
MI300X = {"explainer": "how-pytorch-runs", "choices": {"mode": "compile"}, "target": "rocm:mi300x"}
NOT_RUN = "Compiled here, not run: no GPU has run it."
UNTIMED = "Inductor has 2 candidates for this kernel. Nothing can be timed here, so you see them both."

TRITON = """\
@triton.jit
def triton_poi_fused_relu_0(in_out_ptr0, xnumel, XBLOCK : tl.constexpr):
    xoffset = tl.program_id(0) * XBLOCK
    xindex = xoffset + tl.arange(0, XBLOCK)[:]
    tmp0 = tl.load(in_out_ptr0 + (xindex), None)
    tmp1 = tl.full([1], 0, tl.int32)
    tmp2 = triton_helpers.maximum(tmp1, tmp0)
    tl.store(in_out_ptr0 + (xindex), tmp2, None)
"""
TTIR = """\
module {
  tt.func public @triton_poi_fused_relu_0(%in_out_ptr0: !tt.ptr<f32> loc("in_out_ptr0")) {
    %tmp0 = tt.load %0 : tensor<256x!tt.ptr<f32>> loc(#loc5)
    %tmp2 = arith.maxnumf %tmp0, %cst : tensor<256xf32> loc(#loc7)
    tt.store %0, %tmp2 : tensor<256x!tt.ptr<f32>> loc(#loc8)
    tt.return loc(#loc9)
  } loc(#loc)
} loc(#loc)
#loc = loc("kernel.py":2:0)
"""
PTX = """\
.visible .entry triton_poi_fused_relu_0()
{
\t.loc\t1 5 20
\tld.global.b32 { %r1 }, [ %rd1 + 0 ];
\t.loc\t1 7 40
\tmax.NaN.f32 \t%r2, %r1, 0f00000000;
\t.loc\t1 8 30
\tst.global.b32 [ %rd1 + 0 ], { %r2 };
\tret;
}
"""
SASS = """\
triton_poi_fused_relu_0:
    /*0000*/  LDC R1, c[0x0][0x28] ;
    /*0010*/  LDG.E R7, desc[UR6][R2.64] ;
    /*0020*/  FMNMX.NAN R7, RZ, R7, !PT ;
    /*0030*/  STG.E desc[UR6][R2.64], R7 ;
    /*0040*/  EXIT ;
"""
SIN_SASS = """\
triton_poi_fused_add_sin_1:
    /*0000*/  FADD R4, R4, R5 ;
    /*0010*/  MUFU.SIN R4, R4 ;
    /*0020*/  EXIT ;
"""
AMDGCN = """\
triton_poi_fused_add_relu_sin_0:
    global_load_dword v1, v0, s[0:1]
    v_max_f32_e32 v1, 0, v1
    v_sin_f32_e32 v1, v1
    global_store_dword v0, v1, s[0:1]
    s_endpgm
"""
CANDIDATES = (("XBLOCK 256, 4 warps, 1 stage", 16), ("XBLOCK 128, 4 warps, 1 stage", 18))


def write_targets_trace(out: Path) -> Path:
    """The MLP on the CPU, and compiled for an H100 and an MI300X."""
    return packed(_targets, out)


def _targets(journal: Journal) -> None:
    tell_mlp(journal)
    graph = _graph(journal, "cuda-h100", H100)
    relu = _unit(journal, "cuda-h100-kernel-0", "triton_poi_fused_relu_0", "kernel", "cuda-h100-graph-0-0")
    triton = _compiled(journal, f"{relu}/triton", ("triton", "triton-kernel"), "Triton kernel", TRITON)
    journal.map(graph, triton, edges_of(exact="5-6 5-7", fused="5-8"), method="The node that Inductor was writing")
    journal.finding("fidelity", UNTIMED, unit=relu)
    for number, (name, registers) in enumerate(CANDIDATES):
        _candidate(journal, triton, _unit(journal, f"{relu}-c{number}", name, "candidate", relu), registers)
    sine = _unit(journal, "cuda-h100-kernel-1", "triton_poi_fused_add_sin_1", "kernel", "cuda-h100-graph-0-0")
    sass = _compiled(journal, f"{sine}/sass", ("cubin", "sass"), "SASS", SIN_SASS)
    journal.map(graph, sass, edges_of(fused="10-2 11-3"), method="By hand")
    graph = _graph(journal, "rocm-mi300x", MI300X)
    all_in_one = _unit(
        journal, "rocm-mi300x-kernel-0", "triton_poi_fused_add_relu_sin_0", "kernel", "rocm-mi300x-graph-0-0"
    )
    listing = _compiled(journal, f"{all_in_one}/amdgcn", (None, "amdgcn"), "AMDGCN assembly", AMDGCN)
    journal.map(graph, listing, edges_of(exact="5-3 11-4"), method="By hand")
    journal.missing("What the GPU does", "Nothing was run.", stage="nvidia-gpu", selection=H100, always=True)


def _graph(journal: Journal, slug: str, selection: Mapping[str, object]) -> str:
    frame = f"{slug}-frame-0-0"
    journal.unit(frame, name="MLP.forward", kind="frame", parent="frame-0-0", selection=selection)
    journal.finding("fidelity", NOT_RUN, unit=frame)
    unit = _unit(journal, f"{slug}-graph-0-0", "MLP.forward, inference", "graph", frame)
    text = _compiled(journal, f"{unit}/post-grad", ("aotautograd", "aten-graph"), "after the post-grad passes", ATEN)
    journal.map("program/mlp.py", text, edges_of(exact="9-4 9-5 10-8 11-10 11-11"), method="Comments of the graph")
    return text


def _candidate(journal: Journal, triton: str, unit: str, registers: int) -> None:
    ttir = _compiled(journal, f"{unit}/ttir", ("triton-ir", "ttir"), "Triton IR", TTIR)
    ptx = _compiled(journal, f"{unit}/ptx", ("ptx", "ptx"), "PTX", PTX.replace("r1", f"r{registers}"))
    sass = _compiled(journal, f"{unit}/sass", ("cubin", "sass"), "SASS", SASS.replace("R7", f"R{registers}"))
    usage = f"registers per thread                {registers:>8}\nshared memory per block             {0:>8} bytes\n"
    _compiled(journal, f"{unit}/usage", ("cubin", "resource-usage"), "Registers, memory and threads", usage)
    journal.map(triton, ttir, edges_of(exact="5-3 7-4 8-5"), method="Places that the text names")
    journal.map(ttir, ptx, edges_of(exact="3-4 4-6 5-8"), method="Run again on numbered lines")
    journal.map(ptx, sass, edges_of(exact="4-3 6-4 8-5"), method="Assembled again with numbered lines")


def _unit(journal: Journal, identity: str, name: str, kind: str, parent: str) -> str:
    return journal.unit(identity, name=name, kind=kind, parent=parent)


def _compiled(journal: Journal, name: str, what: tuple[str | None, str], title: str, content: str) -> str:
    unit, _, short = name.partition("/")
    stage, kind = what
    return journal.artifact(
        unit, short, stage=stage, kind=kind, title=title, content=content, how="By hand", origin="compiled"
    )


if __name__ == "__main__":
    write_targets_trace(Path(sys.argv[1]))
