"""What PyTorch has for chips that are asked for: NVIDIA's and AMD's GPUs."""

from collections.abc import Iterator, Sequence

from chipward.bundle.journal import Journal
from chipward.capture.tracers.service import Service
from chipward.capture.tracers.torch.dry_run.leaving import can_be_stood_in_for, leave_dry_run
from chipward.capture.tracers.torch.targets.selections import served


class TorchService:
    """Answers for programs that use PyTorch."""

    def lacks(self, targets: Sequence[str]) -> Iterator[str]:
        """Say what is to be installed where Triton is not. Without PyTorch there is no use for it."""
        from chipward.capture.tracers.torch.installed import find_torch  # noqa: PLC0415 -- loads what reads versions
        from chipward.capture.tracers.torch.targets.kernels.reasons import no_triton  # noqa: PLC0415 -- likewise

        ours = served(targets)
        if ours and find_torch() and (why := no_triton()):
            yield f"the kernels of torch.compile for {' and '.join(ours)} will be missing. {why}"

    def stands_in_for(self, target: str) -> bool:
        """Whether there is a stand-in for a target's runtime."""
        return can_be_stood_in_for(target)

    def leave_dry_run(self, journal: Journal, target: str, command: Sequence[str], seconds: float) -> None:
        """Leave a second run."""
        leave_dry_run(journal, target, command, seconds)

    def tell_unserved(self, journal: Journal, targets: Sequence[str], *, dry_run: bool) -> None:
        """Say what was not compiled for a target."""
        from chipward.capture.tracers.torch.targets.unserved import say_what_is_unserved  # noqa: PLC0415 -- after the run

        say_what_is_unserved(journal, targets, dry_run=dry_run)


SERVICE: Service = TorchService()
