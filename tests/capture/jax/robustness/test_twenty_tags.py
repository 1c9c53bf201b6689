"""Equations through XLA, for twenty sorts of programs and each target: proven, told, and none of a fusion's lost."""

import pytest
from robust_case import CPU, H100, TPU, Case

from chipward.bundle.read import Bundle

pytestmark = pytest.mark.slow

CASES = (
    "scan",
    "while_loop",
    "cond_and_switch",
    "grad_vmap",
    "custom_vjp",
    "donated",
    "static_args_pytree",
    "closure_constant",
    "shared_helper",
    "prng_sort_gather",
    "linalg",
    "conv",
    "pure_callback",
    "debug_print",
    "sharded",
    "shard_map",
    "flax_mlp",
    "equinox_mlp",
    "large_scanned",
)
CALLS_BACK = ("pure_callback", "debug_print")  # JAX lowers these for a GPU only where there is one
ONE_EQUATION = ("closure_constant", "conv")  # nothing to tell apart, so nothing is tagged
SAME = "the optimised HLO of both is text-identical without metadata"
RENAMED = "the optimised HLO of both is identical but for the names of instructions"
# Small functions around which XLA puts copies and conversions of its own, and one of bfloat16, which CPUs do not have.
FEW = {
    ("while_loop", TPU): 0.4,
    ("closure_constant", TPU): 0.3,
    ("conv", H100): 0.5,
    ("large_scanned", CPU): 0.4,
    ("grad_vmap", TPU): 0.5,
    ("equinox_mlp", TPU): 0.5,
}
EACH = [(name, target) for name in CASES for target in (CPU, H100, TPU)]
COMPILED = [one for one in EACH if one[1] != H100 or one[0] not in CALLS_BACK]


@pytest.mark.parametrize(("name", "target"), COMPILED)
def test_tags_changed_nothing(nineteen: Bundle, name: str, target: str) -> None:
    how = Case(nineteen, name, target).equations.method

    if name in ONE_EQUATION:
        assert how.startswith("The jaxpr has one equation")
    else:
        assert how.startswith("Tags: ")
        assert SAME in how or (name == "prng_sort_gather" and RENAMED in how)


@pytest.mark.parametrize(("name", "target"), COMPILED)
def test_instructions_lead_to_equations(nineteen: Bundle, name: str, target: str) -> None:
    assert Case(nineteen, name, target).share() >= FEW.get((name, target), 0.6)


@pytest.mark.parametrize("target", [CPU, H100, TPU])
def test_fusions_keep_the_equations_of_all_they_hold(nineteen: Bundle, target: str) -> None:
    fusions = [
        (name, *origins)
        for name, its in COMPILED
        if its == target
        for origins in Case(nineteen, name, target).fusions()
    ]

    assert not [one for one in fusions if not one[2] <= one[1]]
    assert sum(len(origins) > 1 for _, origins, _ in fusions) > 20


@pytest.mark.parametrize("name", CALLS_BACK)
def test_what_calls_back_into_python_is_told_for_a_gpu(nineteen: Bundle, name: str) -> None:
    assert not Case(nineteen, name, H100).units
    (missing,) = Case(nineteen, name, CPU).missing()

    assert missing.what == f"What {name} becomes on cuda:h100"
    assert missing.why == "It calls back into Python, and JAX lowers that for cuda only where there is a device."


def test_a_thousand_equations_are_told_apart(unrolled: Bundle) -> None:
    case = Case(unrolled, "large_unrolled", CPU)

    assert case.equations.method.startswith("Tags: ")
    assert case.share() > 0.9
    assert all(inside <= origins for origins, inside in case.fusions())
    assert case.texts_of_kernels()["asm"] == len(case.kernels) > 50
