"""What JAX makes of a program: watched in the program's process, compiled once more after it."""
