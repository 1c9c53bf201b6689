"""Run in a process of its own, prepared as a room is: makes one kernel again from its LLVM IR with numbered lines.

usage: numbered_kernel.py TARGET SYMBOL FOLDER, where FOLDER holds `before.ll`; `numbered.ptx` and
`numbered.cubin` come to lie beside it.
"""

import sys
from pathlib import Path

from chipward.capture.tracers.jax.gpu.room import prepare

target, symbol, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
prepare(target)

from jax._src import compiler  # noqa: E402 -- once the room is prepared

from chipward.capture.tracers.jax.gpu.compiling import compile_for, one_device  # noqa: E402
from chipward.capture.tracers.jax.gpu.recompiling import PROGRAM, Recompiler  # noqa: E402

options = one_device(compiler.get_compile_options(1, 1, [[0]]).SerializeAsString())
recompiler = Recompiler(lambda dump, more: compile_for(target, PROGRAM, options, dump, **more))
again = recompiler.again(symbol, (folder / "before.ll").read_text())
assert again is not None
(folder / "numbered.ptx").write_text(again.ptx)
(folder / "numbered.cubin").write_bytes(again.cubin)
