"""Each thing that is missing, in one sentence that says what it would give, with the command that gets it."""

from dataclasses import dataclass

from chipward.capture.doctor.abilities import Need, Row
from chipward.capture.doctor.machine import Machine
from chipward.capture.tracers.torch.pairing import TESTED, pairing_of


@dataclass(frozen=True)
class Lack:
    """Something that is not installed."""

    need: Need
    why: str
    command: str | None

    @property
    def sentence(self) -> str:
        """All in one sentence."""
        return f"{self.why}: {self.command}" if self.command else self.why


def lacks(machine: Machine, rows: tuple[Row, ...]) -> tuple[Lack, ...]:
    """Say of everything that some target needs, and that is not here, how to get it; what most depends on first."""
    missing = {need for row in rows for ability in (row.compiled, row.eager) for need in ability.needs}
    return tuple(_lack(need, machine) for need in Need if need in missing)


def _lack(need: Need, machine: Machine) -> Lack:
    return Lack(need, _why(need, machine), _command(need, machine))


def _command(need: Need, machine: Machine) -> str | None:
    exactly = f"==={machine.torch.public_version}" if machine.torch else ""  # for two signs a CPU-only build will do
    pair = machine.pairing if machine.torch else pairing_of(TESTED)  # of the PyTorch that is told to be installed
    triton = pair.requirement if pair else "triton"
    again = f"=={machine.triton.version}" if machine.triton else ""
    return {
        Need.LINUX: None,
        Need.TORCH: f"pip install torch=={TESTED}",
        Need.COMPILER: "apt-get install g++",
        Need.NM: "apt-get install binutils",
        Need.TRITON: f'pip install "{triton}"',
        Need.ASSEMBLER: f"pip install --force-reinstall --no-deps triton{again}",
        Need.BLACKWELL_ASSEMBLER: "pip install --upgrade torch triton",
        Need.DISASSEMBLER: f"pip install --force-reinstall --no-deps triton{again}",
        Need.CUDA_TORCH: f"pip install torch{exactly}",
    }[need]


def _why(need: Need, machine: Machine) -> str:
    return {
        Need.LINUX: f"Programs are traced on Linux, and this is {machine.system}",
        Need.TORCH: (
            f"PyTorch is not installed, so no program that uses it can be traced; {TESTED} is the version that "
            "chipward is tested with"
        ),
        Need.COMPILER: (
            "There is no C++ compiler, which torch.compile needs for the CPU and the stand-in for a GPU's driver"
        ),
        Need.NM: "There is no nm, which the dry-run of eager code needs for its stand-in for CUDA's runtime",
        Need.TRITON: _why_triton(machine),
        Need.ASSEMBLER: "This Triton has no ptxas that runs here, which makes machine code for NVIDIA GPUs",
        Need.BLACKWELL_ASSEMBLER: (
            "This Triton has no ptxas-blackwell, which makes machine code for NVIDIA GPUs of compute capability 10.0 "
            "and later; a newer one has"
        ),
        Need.DISASSEMBLER: "This Triton has no nvdisasm that runs here, which lists machine code for NVIDIA GPUs",
        Need.CUDA_TORCH: (
            "For the dry-run of eager code this PyTorch would have to be built for CUDA (about 5 GB, and without "
            "convolution by cuDNN); in an environment of its own"
        ),
    }[need]


def _why_triton(machine: Machine) -> str:
    goes = f"PyTorch {machine.torch.public_version if machine.torch else TESTED}"
    if machine.triton is None:
        return f"Triton is not installed, which compiles for GPUs; this one goes with {goes}"
    return f"Triton {machine.triton.version} is installed, which does not go with {goes}; this one does"
