"""``python -m chipward``."""

from chipward.cli import main

main()
