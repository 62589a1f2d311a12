"""Which addresses may be dialled."""

from __future__ import annotations

from ipaddress import IPv4Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricate.fetch import is_public


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "1.1.1.1", "93.184.216.34", "172.15.0.1", "172.32.0.1", "100.63.0.1", "2606:4700::1111", "::ffff:8.8.8.8"]
)
def test_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.255.255.254", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1"),
        *("169.254.169.254", "100.64.0.1", "100.100.100.200", "192.0.0.192", "168.63.129.16", "198.18.0.1", "198.19.255.255"),
        *("224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "192.0.2.1", "203.0.113.9", "192.88.99.1"),
        *("::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1", "2001:db8::1", "3fff::1", "5f00::1", "100::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:0:127.0.0.1"),  # mapped
        *("::127.0.0.1", "::8.8.8.8"),  # compatible
        *("64:ff9b::127.0.0.1", "64:ff9b::8.8.8.8", "64:ff9b:1::1"),  # NAT64
        *("2002:7f00:1::", "2002:808:808::1"),  # 6to4
        *("2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001::1"),  # Teredo
        *("2606:4700::1111%eth0", "", "localhost", "example.org", "0x7f.1", "2130706433", "127.1"),
    ],
)
def test_not_public(address: str) -> None:
    assert not is_public(address)


@given(st.ip_addresses(v=4, network="127.0.0.0/8") | st.ip_addresses(v=4, network="10.0.0.0/8") | st.ip_addresses(v=4, network="172.16.0.0/12"))
def test_a_private_address_is_refused_in_every_dress(address: IPv4Address) -> None:
    value = int(address)
    high, low = value >> 16, value & 0xFFFF
    for form in ("{}", "::ffff:{}", "::{}", "64:ff9b::{}"):
        assert not is_public(form.format(address))
    assert not is_public(f"2002:{high:x}:{low:x}::1")
    assert not is_public(f"2001:0:1:1:0:0:{high ^ 0xFFFF:x}:{low ^ 0xFFFF:x}")
