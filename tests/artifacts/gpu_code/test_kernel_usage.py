"""What a kernel takes of the chip, as the compilers tell it."""

from chipward.artifacts.gpu_code.usage import of_amdgcn, of_ptxas, told

LOG = """\
ptxas info    : 35 bytes gmem, 16 bytes cmem[4]
ptxas info    : Compiling entry function 'kernel' for 'sm_90a'
ptxas info    : Function properties for kernel
    32 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads
ptxas info    : Used 22 registers, used 1 barriers, 32 bytes cumulative stack size, 608 bytes cmem[0]
"""
ASSEMBLY = """\
    .agpr_count:     4
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 16
    .sgpr_count:     20
    .sgpr_spill_count: 0
    .vgpr_count:     50
    .vgpr_spill_count: 3
"""
LAUNCH = {"num_warps": 2, "warp_size": 32, "shared": 4096, "num_ctas": 1}


def test_ptxas_tells_of_registers_spills_and_stack() -> None:
    assert of_ptxas(LOG, LAUNCH) == {
        "registers": 22,
        "spill stores": 8,
        "spill loads": 12,
        "stack frame": 32,
        "barriers": 1,
        "constant bank 0": 608,
        "threads": 64,
        "shared memory": 4096,
    }


def test_amdgcn_tells_of_registers_spills_and_scratch() -> None:
    assert of_amdgcn(ASSEMBLY, LAUNCH | {"warp_size": 64, "num_ctas": 2}) == {
        "vector registers": 50,
        "accumulation registers": 4,
        "scalar registers": 20,
        "spilled vector registers": 3,
        "spilled scalar registers": 0,
        "scratch memory": 16,
        "local data share": 0,
        "threads": 128,
        "shared memory": 4096,
        "blocks of a cluster": 2,
    }


def test_a_figure_is_told_with_what_it_is_of() -> None:
    assert told({"registers": 22, "shared memory": 4096}) == (
        "registers per thread                      22\nshared memory per block                 4096 bytes\n"
    )
