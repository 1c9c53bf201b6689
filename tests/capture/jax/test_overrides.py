"""Options of the program's own that say where to write are left out where it is compiled once more."""

from chipward.capture.tracers.jax.overrides import kept_overrides

OWN = [("xla_dump_to", "mine"), ("xla_dump_hlo_as_text", True), ("xla_cpu_enable_fast_math", True), ("xla_other", 2)]


def test_options_about_dumps_are_left_out() -> None:
    assert kept_overrides(OWN) == [("xla_cpu_enable_fast_math", True), ("xla_other", 2)]


def test_options_of_other_compilers_are_left_out() -> None:
    assert kept_overrides(OWN, "xla_cpu_") == [("xla_other", 2)]
