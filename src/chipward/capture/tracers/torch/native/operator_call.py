"""One operator, ready to be called again. Runs in the process that replays."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

import torch

from chipward.capture.tracers.torch.native.made_up import CannotRebuildError, MadeUp


class OperatorCall:
    """An operator with made-up arguments, under the circumstances of the recorded call."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self._told = told
        self.name: str = told["name"]
        self.operator = _find(self.name)
        schema = self.operator._schema  # noqa: SLF001 -- no public door
        self.is_view = _is_view(schema)
        self.writes = _written(schema, told)
        made_up = MadeUp(written=self.writes)
        self._args, self._kwargs = made_up.arguments(told["args"], told["kwargs"])

    def __call__(self) -> Any:  # noqa: ANN401 -- what the operator returns
        """Call it."""
        return self.operator(*self._args, **self._kwargs)

    @contextmanager
    def circumstances(self, *, grad: bool | None = None) -> Iterator[None]:
        """Gradients, inference mode and autocast as they were, or gradients as said."""
        with ExitStack() as stack:
            if self._told["inference"]:
                stack.enter_context(torch.inference_mode())
            else:
                stack.enter_context(torch.set_grad_enabled(self._told["grad"] if grad is None else grad))
            if self._told["autocast"]:
                stack.enter_context(torch.autocast("cpu"))
            yield

    @contextmanager
    def repeatable(self) -> Iterator[Callable[[], Any]]:
        """Hand over something that may be called again and again: no graph grows behind what it writes into."""
        with self.circumstances(grad=False if self.writes else None):
            yield self


def _find(name: str) -> Any:  # noqa: ANN401 -- torch is not followed by the type checker
    namespace, _, rest = name.partition("::")
    packet, _, overload = rest.partition(".")
    try:
        return getattr(getattr(getattr(torch.ops, namespace), packet), overload or "default")
    except (AttributeError, RuntimeError) as error:
        message = (
            "No other process finds it by its name: the program registers it itself, or PyTorch does in Python code "
            "that this process has not imported."
        )
        raise CannotRebuildError(message) from error


def _is_view(schema: Any) -> bool:  # noqa: ANN401
    aliases = [returned.alias_info for returned in schema.returns]
    return bool(aliases) and all(alias is not None and not alias.is_write for alias in aliases)


def _written(schema: Any, told: Mapping[str, Any]) -> frozenset[int]:  # noqa: ANN401
    given = {argument.name: value for argument, value in zip(schema.arguments, told["args"], strict=False)}
    given |= told["kwargs"]
    return frozenset(
        number
        for argument in schema.arguments
        if argument.alias_info is not None and argument.alias_info.is_write
        for number in _numbers(given.get(argument.name))
    )


def _numbers(told: Any) -> Iterator[int]:  # noqa: ANN401
    if isinstance(told, dict):
        if "number" in told:
            yield told["number"]
        for item in told.get("list", ()):
            yield from _numbers(item)
