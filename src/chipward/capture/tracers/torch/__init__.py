"""PyTorch: what `torch.compile` makes of a program, what runs without it, and the native code below."""
