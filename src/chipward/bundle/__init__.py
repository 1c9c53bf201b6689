"""Bundles: a run of a program in one file, ``run.chipward``. Imports nothing by itself: a traced program loads it."""
