"""Kinds of findings that are written on one floor and read on another."""

FIDELITY = "fidelity"  # in what way something may differ from what the chip itself would get
