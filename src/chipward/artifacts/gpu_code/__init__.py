"""Texts of code for GPUs, from Triton's IR down to machine code: which place in a source each line of them names.

Pure: a text goes in, a table comes out. A reader never raises and takes no more time than the text is long.
"""
