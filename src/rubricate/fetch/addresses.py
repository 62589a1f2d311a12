"""Which addresses may be dialled for a URL that a stranger gave.

One rule, 'globally reachable unicast', and what Python's `ipaddress` does not know about it: `is_global` is true of the NAT64 and 6to4 forms of
127.0.0.1, of the old site-local block and of the metadata addresses of two clouds, and differs between Python versions. So: an IPv4 address inside an
IPv6 one is judged in its place where a socket would dial it (mapped form), and every other range that carries or translates IPv4 is refused.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

__all__ = ["is_public"]


def is_public(address: str) -> bool:
    """Whether an address (as text, perhaps with a zone) is one of the public internet; False for what is no address at all."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is None:
            return _is_public_v6(parsed)
        parsed = parsed.ipv4_mapped
    return _is_public_v4(parsed)


def _is_public_v4(address: IPv4Address) -> bool:
    return address.is_global and not any(address in network for network in _REFUSED_V4)


def _is_public_v6(address: IPv6Address) -> bool:
    if address.scope_id is not None or address not in _UNICAST_V6:
        return False
    return address.is_global and not any(address in network for network in _REFUSED_V6)


_REFUSED_V4 = tuple(
    ip_network(text)
    for text in (
        "0.0.0.0/8",  # this host
        "10.0.0.0/8",
        "100.64.0.0/10",  # carrier-grade NAT; a cloud's metadata at 100.100.100.200
        "127.0.0.0/8",
        "168.63.129.16/32",  # a cloud's host agent, in the middle of public space
        "169.254.0.0/16",  # link-local, metadata
        "172.16.0.0/12",
        "192.0.0.0/24",  # protocol assignments; a cloud's metadata at 192.0.0.192
        "192.0.2.0/24",
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, broadcast
    )
)
_UNICAST_V6 = ip_network("2000::/3")  # all the global unicast there is: not ::1, ::/96, 64:ff9b::/96, fc00::/7, fe80::/10, fec0::/10, ff00::/8
_REFUSED_V6 = tuple(
    ip_network(text)
    for text in (
        "2001::/23",  # Teredo (which carries IPv4), benchmarking, ORCHID
        "2001:db8::/32",
        "2002::/16",  # 6to4, carries IPv4
        "3fff::/20",
    )
)
