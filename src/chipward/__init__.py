"""From the line of code you write to the chip that runs it."""

__version__ = "0.1.0"
__all__ = ["__version__", "load_ipython_extension", "open_bundle", "trace"]

TYPE_CHECKING = False  # of `typing`: every process of a traced program imports this file
if TYPE_CHECKING:
    from chipward.bundle.read import open_bundle
    from chipward.capture.block import trace
    from chipward.cli.notebook import load_ipython_extension

_WHERE = {
    "load_ipython_extension": "chipward.cli.notebook",
    "open_bundle": "chipward.bundle.read",
    "trace": "chipward.capture.block",
}


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        message = f"module 'chipward' has no attribute {name!r}"
        raise AttributeError(message)
    from importlib import import_module  # noqa: PLC0415 -- see above

    return getattr(import_module(_WHERE[name]), name)
