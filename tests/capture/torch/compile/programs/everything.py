"""Runs the programs beside it, so that PyTorch is loaded once for all of them."""

import runpy

for name in ("pointwise", "two_nests", "backward", "shared_load", "choice", "product", "surprises"):
    runpy.run_path(f"{name}.py", run_name=name)
