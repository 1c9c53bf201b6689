"""Triton kernels that the program itself defines and calls in what `torch.compile` compiles.

A graph names such a kernel by a number in a table of the process. So the process describes what stands in its table,
and a worker builds it again: from the source alone, with the lines of the program's own file. Nothing else of the
program runs there.
"""
