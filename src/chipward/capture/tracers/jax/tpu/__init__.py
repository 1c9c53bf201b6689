"""Compiling for TPUs that are not here: libtpu makes their code, and writes down each stage of it."""
