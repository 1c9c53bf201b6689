"""A program that uses a GPU of its own machine: what it compiled for it, what the GPU was given, what was chosen.

Nothing stands in for such a GPU. All but the after-work runs inside the program.
"""
