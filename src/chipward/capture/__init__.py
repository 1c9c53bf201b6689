"""Capture: runs somebody's program and keeps what it became. Imports nothing by itself: a traced program loads it."""
