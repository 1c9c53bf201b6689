"""Makes the inputs of a recorded graph anew: tensors on the target's GPU that have all but bytes."""

from collections import Counter

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.targets.graph_file import OtherInput, Recorded, TensorInput


def make_inputs(recorded: Recorded, mode: Foreign, gpu: Foreign) -> list[Foreign]:
    """Make them under a FakeTensorMode. Those that shared their storage do so again."""
    import torch  # noqa: PLC0415 -- only a worker

    sharing = Counter(each.storage for each in recorded.inputs if isinstance(each, TensorInput))
    storages: dict[int, Foreign] = {}
    made: list[Foreign] = []
    with mode, torch.no_grad():
        for each in recorded.inputs:
            if isinstance(each, OtherInput):
                made.append(each.value)
                continue
            device = torch.device("cpu") if recorded.is_on_a_gpu and each.device == "cpu" else gpu
            if sharing[each.storage] == 1 and not _is_shifted(each):
                tensor = torch.empty_strided(each.shape, each.stride, dtype=each.dtype, device=device)
            else:
                if each.storage not in storages:
                    elements = each.storage_bytes // each.dtype.itemsize
                    storages[each.storage] = torch.empty(elements, dtype=each.dtype, device=device)
                base = storages[each.storage]
                base = base if base.dtype == each.dtype else base.view(each.dtype)
                tensor = base.as_strided(each.shape, each.stride, each.offset)
            if each.is_parameter:
                tensor = torch.nn.Parameter(tensor, each.requires_grad)
            made.append(tensor if each.is_parameter else tensor.requires_grad_(each.requires_grad))
    return made


def _is_shifted(described: TensorInput) -> bool:
    return not isinstance(described.offset, int) or described.offset != 0
