"""The site in a real browser: what a reader does, and what they see."""
