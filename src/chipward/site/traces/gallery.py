"""The traces that chipward brings along: those of the checkout's `examples/`, else of the installed package."""

from pathlib import Path

import chipward


def gallery_files() -> tuple[Path, ...]:
    """Every bundle of the gallery, in the order of their names."""
    package = Path(chipward.__file__).parent
    checkout = package.parent.parent / "examples" / "traces"
    folder = checkout if checkout.is_dir() else package / "examples" / "traces"
    return tuple(sorted(folder.glob("*.chipward")))
