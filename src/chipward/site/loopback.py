"""Names and addresses by which a machine reaches itself alone."""

from ipaddress import ip_address


def is_loopback(host: str) -> bool:
    """Whether nobody else can be reached by this name: localhost, 127.0.0.1, ::1."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
