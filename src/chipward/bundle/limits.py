"""How large the parts of a bundle may be. Far above any real one, and small enough for a machine to survive."""

MEMBERS = 200_000  # files in the zip
DIRECTORY = 32 * 2**20  # bytes of the zip's directory
TRACE = 64 * 2**20  # bytes of trace.json
MAP = 64 * 2**20  # bytes of one line map
AT_ONCE = 2 * 2**30  # bytes of an artifact that is read as a whole; larger ones are streamed
JOURNALS = 10_000  # journals in a spool folder
LINE = 64 * 2**20  # bytes of one line of a journal
DEFLATES_TO = 1032  # times: a byte of deflate stands for no more
