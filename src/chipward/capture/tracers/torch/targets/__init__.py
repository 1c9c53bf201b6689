"""`torch.compile` for GPUs that are not here: graphs recorded in the program, compiled for each target after it."""
