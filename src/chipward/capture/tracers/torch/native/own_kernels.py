"""Products that neither oneMKL nor oneDNN computes, though that is what they are there for."""

from pathlib import PurePath

from chipward.capture.tracers.torch.native.addresses import UNKNOWN
from chipward.capture.tracers.torch.native.forms import Form
from chipward.capture.tracers.torch.native.names import brief, library_of

_PRODUCTS = ("addmm", "addmv", "baddbmm", "bmm", "convolution", "convolution_backward", "dot", "mm", "mv")
_LIBRARIES = ("oneMKL", "oneDNN")
_MOST = 0.5  # of the samples: below that the product is not what takes the time


def own_kernel(form: Form) -> str | None:
    """Say so, where it is so."""
    kernel = form.profile["kernel"]
    if form.call.name.removeprefix("aten::").partition(".")[0] not in _PRODUCTS or kernel.get("generated"):
        return None
    if kernel["name"] == UNKNOWN or library_of(kernel["name"], PurePath(kernel["library"]).name) in _LIBRARIES:
        return None
    if kernel["count"] < _MOST * form.profile["samples"]:
        return None
    return f"{form.spelled} runs in a kernel of PyTorch's own, {brief(kernel['name'])}, not in oneMKL or oneDNN."
