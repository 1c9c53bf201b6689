from chipward.artifacts.xla.cpu_thunks import Thunk
from chipward.artifacts.xla.hlo import read_hlo
from chipward.capture.tracers.jax.held_instructions import held_by, kind_of, without_step

HLO = """\
HloModule jit_f

ENTRY %main (x: f32[3]) -> f32[3] {
  %x = f32[3]{0} parameter(0)
  %sine = f32[3]{0} sine(%x)
  ROOT %cosine = f32[3]{0} cosine(%sine)
}
"""


def test_an_instruction_of_its_own_is_exact_and_the_rest_has_its_reasons() -> None:
    module = read_hlo(HLO)
    lines = held_by(Thunk("kernel", "cosine"), module)
    assert lines == (6,)
    assert kind_of(lines) == "exact"
    assert kind_of((5, 6)) == "fused"
    (_, structure, _), (_, elsewhere, _) = without_step(module, set(lines))
    assert (structure, elsewhere) == (1, 1)
