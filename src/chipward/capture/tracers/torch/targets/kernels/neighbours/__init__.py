"""From each text of Triton to the next, line to line.

The texts name places in the kernel alone, and a hundred lines of one may share a place with a hundred of the other. So
each stage runs once more, on a text whose lines are their own places. If it writes the same code, what it says of each
line is the line of the earlier text that it came from.
"""
