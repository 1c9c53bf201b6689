"""Listings of SASS."""

from chipward.artifacts.gpu_code.cubin import Spot, line_at
from chipward.artifacts.gpu_code.sass_listing import listing

DISASSEMBLY = """\
	.headerflags	@"EF_CUDA_SM90 EF_CUDA_VIRTUAL_SM(EF_CUDA_SM90)"
	.elftype	@"ET_EXEC"

//--------------------- .text.kernel --------------------------
	.section	.text.kernel,"ax",@progbits
	.align	128
        .global         kernel
        .type           kernel,@function
        .size           kernel,(.L_x_1 - kernel)
kernel:
.text.kernel:
        /*0000*/                   LDC R1, c[0x0][0x28] ;
        /*0010*/              @!P0 BRA `(.L_x_0) ;
        /*0020*/                   FADD R2, R3, R4 ;
.L_x_0:
        /*0030*/                   EXIT ;
.L_x_2:
        /*0040*/                   BRA `(.L_x_2);
        /*0050*/                   NOP;
.L_x_1:

//--------------------- .text.helper --------------------------
	.section	.text.helper,"ax",@progbits
helper:
.text.helper:
        /*0000*/                   RET.ABS.NODEC R20 0x0 ;
//--------------------- .nv.constant0.kernel --------------------------
	.section	.nv.constant0.kernel,"a",@progbits
        /*0000*/ 	.byte	0x00
"""


def test_instructions_headings_and_labels_stay() -> None:
    assert listing(DISASSEMBLY, {}).text.split("\n") == [
        "kernel:",
        "    /*0000*/       LDC R1, c[0x0][0x28] ;",
        "    /*0010*/  @!P0 BRA `(.L_x_0) ;",
        "    /*0020*/       FADD R2, R3, R4 ;",
        ".L_x_0:",
        "    /*0030*/       EXIT ;",
        ".L_x_2:",
        "    /*0040*/       BRA `(.L_x_2);",
        "    /*0050*/       NOP;",
        ".L_x_1:",
        "",
        "helper:",
        "    /*0000*/       RET.ABS.NODEC R20 0x0 ;",
        "",
    ]


def test_each_instruction_has_its_line() -> None:
    listed = listing(DISASSEMBLY, {})
    lines = listed.text.split("\n")
    assert {spot: lines[line - 1].split("*/")[1].split()[0] for spot, line in listed.spots.items()} == {
        Spot("kernel", 0x00): "LDC",
        Spot("kernel", 0x10): "@!P0",
        Spot("kernel", 0x20): "FADD",
        Spot("kernel", 0x30): "EXIT",
        Spot("kernel", 0x40): "BRA",
        Spot("kernel", 0x50): "NOP;",
        Spot("helper", 0x00): "RET.ABS.NODEC",
    }


def test_what_stands_behind_the_end_is_padding() -> None:
    assert listing(DISASSEMBLY, {}).padding == {Spot("kernel", 0x40), Spot("kernel", 0x50)}


def test_a_note_stands_behind_its_instruction_alone() -> None:
    noted = [
        line
        for line in listing(DISASSEMBLY, {Spot("kernel", 0x20): "standard.py:263"}).text.split("\n")
        if "//" in line
    ]
    assert noted == [f"{'    /*0020*/       FADD R2, R3, R4 ;':<64} // standard.py:263"]


def test_a_line_holds_until_the_next_begins() -> None:
    begins = {Spot("f", 0): 7, Spot("f", 32): 9, Spot("g", 16): 1}
    assert line_at(begins, "f", [0, 16, 32, 48]) == [7, 7, 9, 9]
    assert line_at(begins, "g", [0, 16]) == [None, 1]
