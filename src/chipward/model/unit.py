"""Kinds of units that are written on one floor and read on another."""

CANDIDATE = "candidate"  # one way to compile a kernel, among several that autotuning chooses from
