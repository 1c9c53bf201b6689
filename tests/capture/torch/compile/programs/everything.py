"""Runs the programs beside it, so that PyTorch is loaded once for all of them."""

import logging
import runpy

import torch

for name in ("pointwise", "two_nests", "backward", "shared_load", "choice", "product", "surprises"):
    runpy.run_path(f"{name}.py", run_name=name)
    torch._logging.set_logs(dynamo=logging.ERROR)  # empties PyTorch's loggers and fills them again
