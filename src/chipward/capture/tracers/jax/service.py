"""What JAX has for chips that are asked for: NVIDIA's GPUs and TPUs."""

from collections.abc import Iterator, Sequence

from chipward.bundle.journal import Journal
from chipward.capture.tracers.jax.selections import served
from chipward.capture.tracers.service import Service


class JaxService:
    """Answers for programs that use JAX."""

    def lacks(self, targets: Sequence[str]) -> Iterator[str]:
        """Say what is to be installed where XLA has no compiler for a chip. Without JAX there is no use for it."""
        if served(targets):
            from chipward.capture.tracers.jax.lacking import lacking_for  # noqa: PLC0415 -- loads what reads versions

            for ours, why in lacking_for(served(targets)):
                yield f"what JAX compiles for {' and '.join(ours)} will be missing. {why}"

    def stands_in_for(self, target: str) -> bool:  # noqa: ARG002 -- no target has one
        """Whether there is a stand-in for a target's runtime: JAX runs a program on the CPU alone."""
        return False

    def leave_dry_run(self, journal: Journal, target: str, command: Sequence[str], seconds: float) -> None:
        """Leave nothing, as nothing stands in for a target."""

    def tell_unserved(self, journal: Journal, targets: Sequence[str], *, dry_run: bool) -> None:  # noqa: ARG002 -- there is none
        """Say what was not compiled for a target."""
        from chipward.capture.tracers.jax.unserved import say_what_is_unserved  # noqa: PLC0415 -- after the run

        say_what_is_unserved(journal, targets)


SERVICE: Service = JaxService()
