"""Places where the texts of sources are kept. A shelf is asked for many at once."""
