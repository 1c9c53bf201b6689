"""PyTorch's structured trace, taken in the process itself.

`torch.__trace` is the logger behind TORCH_TRACE. A handler on it is told everything that the compiler reports about
itself; no file and no environment variable is needed. Handlers that are there already see what they would have seen.
"""

import functools
import logging
from collections.abc import Callable

from chipward.capture.tracers.torch.compile.foreign import Foreign

LOGGER = "torch.__trace"
ARTIFACT = "artifact"  # a record of this kind is named by what it tells

Take = Callable[[str, Foreign, dict[str, Foreign], str | None], None]  # kind, value, metadata, payload


class TraceHandler(logging.Handler):
    """Hands each record on. Records of no use to a reader are dropped before anything is done with them."""

    _DROPPED = frozenset({"chromium_event", "describe_storage", "describe_tensor", "describe_source"})

    def __init__(self, take: Take) -> None:
        super().__init__(logging.DEBUG)
        self._take = take

    def createLock(self) -> None:  # noqa: N802 - logging's own name
        """Have no lock: the journal has one, and a lock here could be held across a fork."""
        self.lock = None

    def emit(self, record: logging.LogRecord) -> None:
        """Take one record of the trace."""
        metadata = getattr(record, "metadata", None)
        if not isinstance(metadata, dict) or not metadata:
            return
        kind = next(iter(metadata))
        if kind not in self._DROPPED:
            payload = getattr(record, "payload", None)
            self._take(kind, metadata[kind], metadata, payload if isinstance(payload, str) else None)


def attach(handler: logging.Handler) -> None:
    """Put the handler first: PyTorch's own removes itself while it is called, and the one behind it is passed over."""
    logger = logging.getLogger(LOGGER)
    if handler not in logger.handlers:
        logger.handlers = [handler, *logger.handlers]


def detach(handler: logging.Handler) -> None:
    """Take the handler away."""
    logging.getLogger(LOGGER).removeHandler(handler)


def sparing(
    trace_structured: Callable[..., Foreign], handler: logging.Handler, takes: Callable[[str], bool]
) -> Callable[..., Foreign]:
    """`torch._logging._internal.trace_structured`, which makes no text that nobody takes.

    Some texts print tensors, which a tensor subclass of the program may not survive as it is compiled: without a trace
    nobody prints them. Where another handler listens, such as that of TORCH_TRACE, all are made.
    """

    @functools.wraps(trace_structured)
    def told(name: str, metadata_fn: Callable[[], Foreign] = dict, *args: Foreign, **kwargs: Foreign) -> Foreign:
        if logging.getLogger(LOGGER).handlers == [handler]:
            reported = metadata_fn().get("name") if name == ARTIFACT else name
            if not takes(reported):
                return None
        return trace_structured(name, metadata_fn, *args, **kwargs)

    return told


def reattaching(init_logs: Callable[..., Foreign], handler: logging.Handler) -> Callable[..., Foreign]:
    """`torch._logging._internal._init_logs`, which empties the logger whenever a program sets up its logs."""

    def init_and_attach(*args: Foreign, **kwargs: Foreign) -> Foreign:
        result = init_logs(*args, **kwargs)
        attach(handler)
        return result

    return init_and_attach
