"""What XLA writes: its texts and its serialised executables, read without XLA. Texts and bytes in, values out."""
