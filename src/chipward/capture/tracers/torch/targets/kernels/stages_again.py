"""Runs single stages of Triton once more, with the options that a candidate was compiled with."""

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import PurePath
from tempfile import NamedTemporaryFile
from types import ModuleType, SimpleNamespace
from typing import NamedTuple

from chipward.capture.replacing import replaced
from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.targets.kernels.candidates import Compiled


class Assembled(NamedTuple):
    """What ptxas made of PTX."""

    cubin: bytes
    command: tuple[str, ...]  # with bare names in the place of this machine's paths
    log: str

    @property
    def tool(self) -> str:
        """The assembler: Triton brings along two."""
        return self.command[0] if self.command else "ptxas"


@dataclass(frozen=True)
class Stages:
    """The stages of Triton for one candidate."""

    backend: Foreign
    by_name: Mapping[str, Foreign]
    metadata: Mapping[str, Foreign]

    @classmethod
    def of(cls, compiled: Compiled, config: Foreign) -> "Stages":
        """Set the stages up as Triton did for a candidate."""
        from triton._C.libtriton import llvm  # noqa: PLC0415 -- Triton loads in the worker of a target alone
        from triton.backends.compiler import Language  # noqa: PLC0415 -- likewise
        from triton.compiler import make_backend  # noqa: PLC0415 -- likewise

        llvm.init_targets()  # as compiling does, but not taking from a cache: without it LLVM ends the process
        backend = make_backend(compiled.metadata["target"])
        # Specialised warps raise the count in the metadata; the stages begin with that of the candidate.
        told = {**compiled.metadata, "num_warps": config.num_warps}
        # Out of a cache come lists where tuples were put in.
        options = backend.parse_options(
            {name: tuple(each) if isinstance(each, list) else each for name, each in told.items()}
        )
        by_name: dict[str, Foreign] = {}
        backend.add_stages(by_name, options, Language.TRITON)
        return cls(backend, by_name, compiled.metadata)

    def run(self, stage: str, source: Foreign) -> Foreign:
        """Run a stage on what the one before it made."""
        return self.by_name[stage](source, dict(self.metadata))

    def module(self, text: str) -> Foreign:
        """Read a text of MLIR."""
        from triton._C.libtriton import ir  # noqa: PLC0415 -- Triton loads in the worker of a target alone

        context = ir.context()
        ir.load_dialects(context)
        self.backend.load_dialects(context)
        with NamedTemporaryFile("w", suffix=".mlir", prefix="chipward-") as file:
            file.write(text)
            file.flush()
            module = ir.parse_mlir_module(file.name, context)
        module.context = context  # it has to live as long
        return module

    def assemble(self, ptx: str) -> Assembled:
        """Assemble PTX as Triton assembles it, and note the command that Triton gives."""
        from triton import knobs  # noqa: PLC0415 -- Triton loads in the worker of a target alone
        from triton.backends.nvidia import compiler  # noqa: PLC0415 -- likewise

        said = io.StringIO()
        with knobs.nvidia.scope(), redirect_stdout(said), _watched(compiler) as commands:
            knobs.nvidia.dump_ptxas_log = True
            cubin = self.run("cubin", ptx)
        return Assembled(cubin, _without_folders(commands[-1]) if commands else (), said.getvalue())


@contextmanager
def _watched(compiler: ModuleType) -> Iterator[list[list[str]]]:
    """The commands that Triton's backend starts."""
    commands: list[list[str]] = []
    run = compiler.subprocess.run

    def watched(command: list[str], *args: Foreign, **options: Foreign) -> Foreign:
        commands.append(command)
        return run(command, *args, **options)

    with replaced(compiler, "subprocess", SimpleNamespace(**vars(compiler.subprocess) | {"run": watched})):
        yield commands


def _without_folders(command: list[str]) -> tuple[str, ...]:
    """A command that a person can give again: the names of temporary files say what they hold."""
    words = [PurePath(word).name if word.startswith("/") else word for word in command]
    output = words.index("-o") + 1 if "-o" in words else len(words)
    return tuple(
        "kernel.cubin" if place == output else "kernel.ptx" if word.endswith(".ptx") else word
        for place, word in enumerate(words)
    )
