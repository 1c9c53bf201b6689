"""Why a library cannot be had: each reason in a sentence that says what to do."""

from typing import Self


class NotBuiltError(Exception):
    """A library cannot be had here; the message says why. ``what`` is what it is for: "the stand-in for …"."""

    @classmethod
    def without_compiler(cls, what: str) -> Self:
        """No C++ compiler."""
        return cls(f"There is no C++ compiler to build {what} with: install g++.")

    @classmethod
    def not_started(cls, what: str, compiler: str, error: OSError) -> Self:
        """The compiler that the environment names is not there, or is no program."""
        return cls(
            f"The C++ compiler to build {what} with, {compiler}, could not be started ({error.strerror or error}): "
            "set CXX to one that can, or unset it."
        )

    @classmethod
    def refused(cls, what: str, against: str, said: str) -> Self:
        """The compiler finds a mistake."""
        return cls(f"{what[:1].upper()}{what[1:]} could not be built for {against}: {said}.")

    @classmethod
    def not_kept(cls, what: str, error: OSError) -> Self:
        """The cache cannot be written."""
        return cls(f"{what[:1].upper()}{what[1:]} could not be kept in your cache ({error.strerror or error}).")
