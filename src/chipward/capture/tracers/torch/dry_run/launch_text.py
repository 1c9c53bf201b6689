"""What an operator asked of the GPU, as a text: one launch of a kernel, one call of a library, or one copy a line.

# aten::addmm(f32[128] on cuda:0, f32[32, 64] on cuda:0, f32[64, 128] strides (1, 64) on cuda:0) -> f32[32, 128]
cublasLtMatmul(m=128 n=32 k=64 TN f32,f32->f32 +bias)
<<<4,1,1 | 128,1,1 | 0>>> at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, …
copy 4 bytes from the GPU
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from chipward.capture.tracers.torch.eager.listing import Loss
from chipward.capture.tracers.torch.native.demangle import demangle
from chipward.capture.tracers.torch.native.names import within_line, without_arguments

OCCUPANCY = (
    "# the grid below follows from how many blocks fit on a multiprocessor, answered as if registers were no limit"
)
_WAYS = {"HtoD": "to the GPU", "DtoH": "from the GPU", "DtoD": "on the GPU", "HtoH": "outside the GPU"}

Event = Sequence[str]


@dataclass
class LaunchText:
    """The text, and what stands on its lines."""

    text: str = ""
    lines: list[int] = field(default_factory=list)
    kernels: dict[int, str] = field(default_factory=dict)  # by a line: the symbol of the kernel launched there

    @property
    def headings(self) -> Loss:
        """The lines on which nothing is asked, as the loss of a map."""
        return "to", self.text.count("\n") - len(self.lines), "headings and remarks"


def write_launches(heading: str, events: Sequence[Event]) -> LaunchText:
    """Write down what one operator asked."""
    written = LaunchText()
    rows = [f"# {heading}"]
    for event in events:
        row = _row(event)
        rows.append(row)
        if not row.startswith("#"):
            written.lines.append(len(rows))
        if event[0] == "launch":
            written.kernels[len(rows)] = event[5]
    written.text = "".join(f"{row}\n" for row in rows)
    return written


def _row(event: Event) -> str:
    match event:
        case ["launch", grid, block, shared, stream, symbol]:
            beside = "" if stream == "0" else f" | stream {stream}"
            return f"<<<{grid} | {block} | {shared}{beside}>>> {kernel_name(symbol)}"
        case ["call", name, *sizes]:
            return f"{name}({''.join(sizes)})"
        case ["copy", way, size]:
            return f"copy {int(size):,} bytes {_WAYS[way]}"
        case ["fill", size]:
            return f"fill {int(size):,} bytes"
        case ["refused", name]:
            return f"# {name}: the stand-in cannot answer it"
        case _:
            return OCCUPANCY


def kernel_name(symbol: str) -> str:
    """A kernel's name as people write it, as much of it as a line holds."""
    return within_line(without_arguments(demangle(symbol)))


def refused(events: Sequence[Event]) -> tuple[str, ...]:
    """The functions of NVIDIA's libraries that the stand-in could not answer, each once."""
    return tuple(dict.fromkeys(event[1] for event in events if event[0] == "refused"))


def reads_value(events: Sequence[Event]) -> bool:
    """Whether the program got to see what lies in the memory of the GPU."""
    return any(event[:2] == ["copy", "DtoH"] for event in events)
