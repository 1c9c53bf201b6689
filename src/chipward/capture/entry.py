"""What is to be run: a script or a module, with its own arguments."""

from dataclasses import dataclass
from pathlib import Path

from chipward.capture.output import SUFFIX
from chipward.errors import Misuse


@dataclass(frozen=True)
class Entry:
    """What is to be run."""

    name: str  # the script as it was named, or the module
    arguments: tuple[str, ...] = ()
    is_module: bool = False

    def check(self) -> None:
        """Refuse a script that Python could not open. Whether a module exists is Python's to say."""
        script = Path(self.name)
        if self.is_module:
            return
        if not script.exists():
            message = f"{self.name} does not exist; name a Python script, or a module after -m"
            raise Misuse(message)
        if script.is_dir() and not (script / "__main__.py").exists():
            message = f"{self.name} is a folder without __main__.py; name a script in it"
            raise Misuse(message)

    @property
    def command(self) -> tuple[str, ...]:
        """The arguments for Python."""
        return (*(("-m",) if self.is_module else ()), self.name, *self.arguments)

    @property
    def default_output(self) -> Path:
        """The bundle's name where the user names none: in the folder that the program is started in."""
        name = self.name if self.is_module else Path(self.name).absolute().stem
        return Path(f"{name or 'program'}{SUFFIX}")

    @property
    def facts(self) -> dict[str, object]:
        """What the trace says of it."""
        return {
            "kind": "module" if self.is_module else "script",
            "entry": self.name,
            "arguments": list(self.arguments),
            "directory": str(Path.cwd()),
        }
