"""The room where JAX's CPU compiler works once more on what the program compiled, and tells all that it did."""
