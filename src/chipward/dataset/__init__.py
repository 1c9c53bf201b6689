"""Facts from ``data/``: loading, checking, verifying. Knows nothing of pages or pictures."""
