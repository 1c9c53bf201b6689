"""What JAX asks a TPU's client while it lowers, where there is none. Imports the standard library alone."""

from chipward.capture.tracers.jax.foreign import Foreign


class AbsentTpu:
    """Stands where the client would. Nothing that is lowered with it is run."""

    platform = "tpu"
    platform_version = ""  # asked whether it is too old for what this JAX writes
    runtime_type = ""  # likewise

    def make_python_callback_from_host_send_and_recv(self, *_: Foreign) -> None:
        """Keep nothing: the program's function is called where the program runs."""
