"""Compares what is compiled here for a GPU with what a real GPU gets of the same programs."""
