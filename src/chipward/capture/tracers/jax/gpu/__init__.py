"""JAX programs for NVIDIA GPUs that are not here: compiled by XLA without a device, down to SASS."""
