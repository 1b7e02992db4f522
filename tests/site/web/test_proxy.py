"""What proxies tell of their visitors, and how much of it is believed."""

import pytest

from tablero.site.web.client_address import Proxies
from tablero.site.web.proxy import Forwarded, read_forwarded

ODD = [
    b"\xff\xfe",
    b"[",
    b"[::1",
    b":",
    b"::",
    b"unknown",
    b"_hidden",
    b"a b",
    b",,,",
    b'for="',
    b"for=;;proto=",
    b'"' * 1500,
    b'\\"' * 900,
    b"1.2.3.4:port",
    b"9" * 5000,
    b"http://[",
    b"\xc3\xa9.example",
]


@pytest.mark.parametrize(
    ("header", "told"),
    [
        (
            'for=192.0.2.1, for="[2001:db8::1]:81";proto=https;host="games.example"',
            ("2001:db8::1", "https", "games.example"),
        ),
        ("For=192.0.2.1;Proto=HTTP", ("192.0.2.1", "http", "")),
        ("for=192.0.2.1;proto=gopher, for=10.0.0.1;proto=https", ("192.0.2.1", "", "")),
        ("for=192.0.2.1, for=unknown", ("", "", "")),
        *((value.decode("latin-1"), ("", "", "")) for value in ODD),
    ],
)
def test_the_header_of_the_standard_is_read(header: str, told: tuple[str, str, str]) -> None:
    read = read_forwarded(header)
    visitor, hops = Proxies(["10.0.0.0/8"]).visitor(read.visitors)
    assert (visitor, read.scheme(hops), read.host(hops)) == told


def test_through_two_proxies_the_one_who_met_the_visitor_counts() -> None:
    proxies = Proxies(["10.0.0.0/8", "2001:db8::/32"])
    assert proxies.visitor(["198.51.100.1", "192.0.2.1", "10.0.0.2", "2001:db8::9"]) == ("192.0.2.1", 3)
    assert proxies.visitor(["10.0.0.1", "10.0.0.2"]) == ("10.0.0.1", 2)
    assert Proxies(["*"]).visitor(["192.0.2.1", "192.0.2.2"]) == ("192.0.2.1", 2)
    assert Forwarded(["192.0.2.1", "10.0.0.2"], ["https", "http"], ["games.example"]).scheme(2) == "https"
    assert Forwarded([], [], ["games.example"]).host(0) == "games.example"
