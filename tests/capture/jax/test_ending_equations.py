from types import SimpleNamespace
from typing import cast

from chipward.capture.tracers.jax.ending_equations import ending_there
from chipward.capture.tracers.jax.work import Work


def work(*primitives: str) -> Work:
    return cast("Work", SimpleNamespace(equations=[SimpleNamespace(primitive=name) for name in primitives]))


def test_primitives_are_counted_and_the_most_frequent_comes_first() -> None:
    told = ending_there(work("sort", "dot", "mul", "dot"), (0, 1, 3))
    assert told == " 3 equations of the jaxpr end there: dot (2), sort."


def test_one_equation_ends_and_what_is_no_equation_is_left_out() -> None:
    assert ending_there(work("fft"), (0, 7)) == " 1 equation of the jaxpr ends there: fft."
    assert ending_there(work("fft"), (7,)) == ""


def test_what_is_not_named_is_counted() -> None:
    names = [f"p{number}" for number in range(15)]
    assert ending_there(work(*names), range(15)).endswith("p11 and 3 other primitives.")
