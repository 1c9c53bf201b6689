"""The strata that every explainer shares, from your code down to the chip."""

from enum import StrEnum


class Layer(StrEnum):
    """One stratum. The order of definition is the order of depth."""

    YOUR_CODE = "your-code"
    FRAMEWORK = "framework"
    GRAPH_IR = "graph-ir"
    COMPILER = "compiler"
    KERNELS = "kernels"
    MACHINE_CODE = "machine-code"
    RUNTIME_DRIVER = "runtime-driver"
    CHIP = "chip"

    @property
    def heading(self) -> str:
        """The name on the page."""
        return _HEADINGS[self]

    @property
    def depth(self) -> int:
        """0 for your code, 7 for the chip."""
        return _DEPTHS[self]


_HEADINGS = {
    Layer.YOUR_CODE: "Your code",
    Layer.FRAMEWORK: "Framework",
    Layer.GRAPH_IR: "Graph & IR",
    Layer.COMPILER: "Compiler",
    Layer.KERNELS: "Kernels",
    Layer.MACHINE_CODE: "Machine code",
    Layer.RUNTIME_DRIVER: "Runtime & driver",
    Layer.CHIP: "Chip",
}
_DEPTHS = {layer: depth for depth, layer in enumerate(Layer)}
