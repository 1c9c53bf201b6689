"""How fast and how small chipward is, measured against its goals. ``python -m benchmarks`` prints a table."""
