"""Pages: one renderer behind the static build and the live server."""
