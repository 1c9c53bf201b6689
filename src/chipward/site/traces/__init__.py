"""Traces on the site: what the viewer shows of a bundle, worked out by the server."""
