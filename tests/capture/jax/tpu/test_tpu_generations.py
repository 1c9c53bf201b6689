"""Every generation of TPUs that is in the table compiles a small program down to bundles."""

import subprocess
import sys

import pytest

from chipward.dataset.tpus import generations

pytestmark = pytest.mark.slow

COMPILES = """
import sys
from chipward.capture.tracers.jax.tpu import room
from chipward.capture.tracers.jax.tpu.compiling import compile_for
from chipward.capture.tracers.jax.tpu.environment import llo_folder, log_folder
from chipward.capture.tracers.jax.tpu.scratch import emptied_after, place, texts_in
from chipward.dataset.tpus import find_tpu
from chipward.artifacts.xla.bundles import addresses, lay_out
from chipward.artifacts.xla.llo_files import BUNDLES, UTILIZATION, programs
from chipward.artifacts.xla.slot_use import read_slot_use

room.prepare(sys.argv[1])
import jax, io
import jax.numpy as jnp
from jax._src import compiler
import numpy as np

lowered = jax.jit(lambda x, w: jnp.tanh(x @ w)).trace(*[jax.ShapeDtypeStruct((128, 128), jnp.float32)] * 2).lower(
    lowering_platforms=("tpu",)
)
code = io.BytesIO()
lowered.compiler_ir().operation.write_bytecode(code)
options = compiler.get_compile_options(num_replicas=1, num_partitions=1, device_assignment=np.zeros((1, 1), int))
tpu = find_tpu(sys.argv[1])
for _ in range(2):  # what libtpu writes of the second is found as well
    with emptied_after(llo_folder(), log_folder()):
        made = compile_for(code.getvalue(), options.SerializeAsString(), tpu)
        files = texts_in(llo_folder())
    for program in programs(files):
        where = addresses(lay_out(files[program.stages[BUNDLES]]))
        use = read_slot_use(files[program.stages[UTILIZATION]])
        assert use and where and len(use.rows) == len(where), program.name
    assert any(not program.is_entry for program in programs(files))
    assert not place().exists()
print(tpu.id, int(made.costs["memory"]["generated_code_size_in_bytes"]) > 0)
"""


@pytest.mark.parametrize("generation", generations())
def test_a_generation_compiles_to_bundles(generation: str) -> None:
    pytest.importorskip("libtpu")
    command = [sys.executable, "-c", COMPILES, generation]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    name, has_code = done.stdout.split()[-2:]
    assert name.startswith(f"{generation}:")
    assert has_code == "True"
