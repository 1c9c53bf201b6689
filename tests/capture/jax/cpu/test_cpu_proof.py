"""What the proof says: the same HLO and the same object files are what ran, and nothing else is."""

from chipward.capture.tracers.jax.cpu.proof import COMPILED, EXECUTED, Proof

SAME = "text-identical without metadata"


def test_all_the_same_is_what_ran() -> None:
    proof = Proof(SAME, same_hlo=True, ran=(b"a", b"b"), again=(b"b", b"a"))

    assert proof.holds
    assert proof.origin == EXECUTED
    assert SAME in proof.how("Written down")
    assert "byte for byte" in proof.how_kernel(b"a")


def test_one_kernel_that_differs_is_told_and_the_others_hold() -> None:
    proof = Proof(SAME, same_hlo=True, ran=(b"a", b"b"), again=(b"a", b"c"))

    assert not proof.holds
    assert (proof.holds_for(b"a"), proof.holds_for(b"b"), proof.holds_for(b"c")) == (True, False, False)
    assert "1 of 2 object files" in proof.doubt
    assert "other machine code" in proof.how_kernel(b"b")


def test_files_are_counted_as_often_as_they_stand() -> None:
    proof = Proof(SAME, same_hlo=True, ran=(b"a", b"a"), again=(b"a",))

    assert (proof.kernels, proof.same_kernels, proof.holds) == (2, 1, False)


def test_other_hlo_proves_nothing_whatever_its_code() -> None:
    proof = Proof("line 7 differs", same_hlo=False, ran=(b"a",), again=(b"a",))

    assert (proof.holds, proof.origin, proof.holds_for(b"a")) == (False, COMPILED, False)
    assert "line 7 differs" in proof.doubt


def test_without_what_ran_nothing_is_proven() -> None:
    proof = Proof("", same_hlo=False, ran=(), again=(b"a",))

    assert (proof.holds, proof.origin, proof.holds_for(b"a")) == (False, COMPILED, False)
    assert "did not hand over" in proof.doubt
    assert "other machine code" not in proof.how_kernel(b"a")
