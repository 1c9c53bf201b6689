"""Machine code: what a shared object holds, as a text of one instruction a line, and the source lines behind it."""

from chipward.artifacts.machine_code.listing import Listing, list_shared_object

__all__ = ["Listing", "list_shared_object"]
