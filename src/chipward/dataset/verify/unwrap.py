"""Takes off what packaging puts around a file, so that text, lines and hash are the repository's again."""

from chipward.model.citation import Source

# Since 2.9 every header in a torch wheel stands between these lines; the repository has them nowhere.
_GUARD = b"#if !defined(TORCH_STABLE_ONLY) && !defined(TORCH_TARGET_VERSION)\n"
_GUARD_END = (
    b'\n#else\n#error "This file should not be included when either TORCH_STABLE_ONLY or TORCH_TARGET_VERSION is'
    b' defined."\n#endif  // !defined(TORCH_STABLE_ONLY) && !defined(TORCH_TARGET_VERSION)\n'
)
_METADATA = ("METADATA", "PKG-INFO")


def unwrap(source: Source, content: bytes) -> bytes:
    """Return a file of the source's release as its repository has it; a file of the release alone as it is."""
    if content.startswith(_GUARD) and content.endswith(_GUARD_END):
        return content[len(_GUARD) : -len(_GUARD_END)]
    if source.path and source.release and source.release.path.rpartition("/")[2] in _METADATA:
        return content.partition(b"\n\n")[2]  # the README, which the packager put below the fields
    return content
