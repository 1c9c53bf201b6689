"""What the table of targets says of a GPU, and what the GPU itself says."""

from collections.abc import Iterable, Mapping

from chipward.capture.tracers.torch.targets.pretend.pytorch import properties_of
from chipward.model.target import Backend, Target

Contradictions = Mapping[str, tuple[object, object]]  # by property: the table's value, the GPU's


def standing_for(name: str, capability: tuple[int, int], targets: Iterable[Target]) -> Target | None:
    """The target for a GPU of NVIDIA's: the one of its name, else the one that stands for its architecture."""
    known = [target for target in targets if target.backend is Backend.CUDA]
    by_name = (target for target in known if target.name == name and target.id == target.figures_of)
    by_architecture = (
        target for target in known if target.capability == capability and target.id.endswith(target.arch)
    )
    return next(by_name, None) or next(by_architecture, None)


def contradictions(target: Target, real: object) -> Contradictions:
    """Where `torch.cuda.get_device_properties` of the GPU differs from what is answered in its place."""
    told = vars(properties_of(target))
    return {name: (value, getattr(real, name)) for name, value in told.items() if getattr(real, name, value) != value}
