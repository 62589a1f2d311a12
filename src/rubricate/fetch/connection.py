"""One HTTP exchange with one address that has been checked, under one deadline.

The name is looked up once, all its addresses are checked, and the socket is opened to one of those: what the name says a moment later does
not matter. The Host header, SNI and the certificate check keep the name. Every wait (look-up, connection, handshake, each read) gets only the
time that is left, so a server that drips a byte a second holds nobody longer than the deadline.
"""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import threading
import time
from collections.abc import Sequence
from typing import Any

from rubricate.errors import BadResponse, Blocked, FetchTimeout
from rubricate.fetch.addresses import is_public
from rubricate.fetch.options import FetchOptions, Resolver
from rubricate.fetch.target import Target

__all__ = ["Deadline", "ask"]


class Deadline:
    """The moment by which everything must be done."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """The seconds left; FetchTimeout if there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise self.passed()
        return left

    def passed(self) -> FetchTimeout:
        """The error to raise."""
        return FetchTimeout(f"the page was not there within {self.seconds:g} seconds")


def ask(target: Target, options: FetchOptions, deadline: Deadline) -> http.client.HTTPResponse:
    """Send a GET and read the answer's header; the body is left to be read. Every failure is a FetchError."""
    connection = _Connection(target, options, deadline)
    try:
        connection.putrequest("GET", connection.request_target, skip_host=True, skip_accept_encoding=True)
        for name, value in _headers(target, options):
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
    except BaseException as error:
        connection.close()
        raise _translated(error, target, deadline) from None
    return answer


def _translated(error: BaseException, target: Target, deadline: Deadline) -> BaseException:
    """The error to raise for one that came up: ours and the interpreter's as they are, the network's as a FetchError that names the host only."""
    if isinstance(error, TimeoutError):
        return deadline.passed()
    if isinstance(error, ssl.SSLCertVerificationError):
        return BadResponse(f"the certificate of {target.host} is not valid")
    if isinstance(error, (OSError, http.client.HTTPException, ValueError)):
        return BadResponse(f"no HTTP answer from {target.host} port {target.port} ({type(error).__name__})")
    return error


def _headers(target: Target, options: FetchOptions) -> tuple[tuple[str, str], ...]:
    return (
        ("Host", target.authority),
        ("User-Agent", options.user_agent),
        ("Accept", "text/html, application/xhtml+xml, text/plain;q=0.5"),
        ("Accept-Encoding", "gzip, deflate"),
        ("Connection", "close"),
    )


def addresses(target: Target, options: FetchOptions, deadline: Deadline) -> list[str]:
    """Look the host up once; Blocked unless there are addresses and all of them may be dialled.

    A name that does not exist and one that leads inside get the same words: a stranger learns nothing about the names of this network.
    """
    found = _look_up(options.resolver or _system, target, deadline)
    if not found and options.allow_private:
        raise BadResponse(f"{target.host} does not exist: no address is known for it")
    if not options.allow_private and not (found and all(map(is_public, found))):
        raise Blocked(f"{target.host} has no public address (or does not exist); --allow-private (allow_private) fetches from private ones, too")
    return found


def dial(address: str, port: int, timeout: float) -> socket.socket:
    """Open a connection to an address, never to a name."""
    family, kind, protocol, _, where = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)[0]
    opened = socket.socket(family, kind, protocol)
    try:
        opened.settimeout(timeout)
        opened.connect(where)
    except BaseException:
        opened.close()
        raise
    return opened


def _system(host: str, port: int) -> list[str]:
    answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(answer[4][0]) for answer in answers))


def _look_up(resolver: Resolver, target: Target, deadline: Deadline) -> list[str]:
    """Ask the resolver in a thread of its own: the system's cannot be told when to give up."""
    found: list[Sequence[str]] = []

    def run() -> None:
        try:
            found.append(resolver(target.host, target.port))
        except (OSError, UnicodeError):
            found.append(())

    thread = threading.Thread(target=run, daemon=True, name="rubricate-look-up")
    thread.start()
    thread.join(deadline.left())
    if not found:
        raise deadline.passed()
    return list(found[0])


class _Connection(http.client.HTTPConnection):
    """A connection to a checked address (or, if asked, to the environment's proxy), whose every wait ends at the deadline."""

    def __init__(self, target: Target, options: FetchOptions, deadline: Deadline) -> None:
        super().__init__(target.host, target.port)
        self._target = target
        self._options = options
        self._deadline = deadline
        self._proxy = _proxy(target, options)
        self.request_target = target.url if self._proxy and target.scheme == "http" else target.path

    def connect(self) -> None:
        """Open the socket: the one place where an address is chosen."""
        opened = self._to_proxy(self._proxy) if self._proxy else self._to_host()
        if self._target.scheme == "https":
            context = self._options.tls or ssl.create_default_context()
            opened.settimeout(self._deadline.left())
            opened = context.wrap_socket(opened, server_hostname=self._target.host)
        self.sock = _Timed(opened, self._deadline)

    def _to_host(self) -> socket.socket:
        found = addresses(self._target, self._options, self._deadline)[:_TRIES]
        for index, address in enumerate(found):
            try:  # the last one gets all the time that is left
                return dial(address, self._target.port, self._deadline.left() / (len(found) - index))
            except OSError:
                continue
        self._deadline.left()
        raise BadResponse(f"no connection to {self._target.host} port {self._target.port}")

    def _to_proxy(self, proxy: tuple[str, int]) -> socket.socket:
        opened = socket.create_connection(proxy, self._deadline.left())
        if self._target.scheme == "https":
            _tunnel(opened, self._target, self._deadline)
        return opened


def _proxy(target: Target, options: FetchOptions) -> tuple[str, int] | None:
    """The environment's proxy for a target, if proxies are asked for and there is one."""
    if not options.environment_proxies:
        return None
    from urllib.parse import urlsplit
    from urllib.request import getproxies, proxy_bypass

    value = getproxies().get(target.scheme)
    if not value or proxy_bypass(target.host):
        return None
    parts = urlsplit(value if "://" in value else f"http://{value}")
    if parts.scheme != "http" or not parts.hostname or parts.username:
        raise Blocked(f"the environment's {target.scheme} proxy is not used: only one of the form http://host:port is")
    if _is_address(target.host) and not options.allow_private and not is_public(target.host):
        raise Blocked(f"{target.host} has no public address (or does not exist); --allow-private (allow_private) fetches from private ones, too")
    return parts.hostname, parts.port or 80


def _is_address(host: str) -> bool:
    """Whether a host is a number rather than a name; also in the odd forms (127.1, 0x7f000001) that some resolvers take."""
    return ":" in host or host == "localhost" or host.rpartition(".")[2][:1].isdigit()


def _tunnel(opened: socket.socket, target: Target, deadline: Deadline) -> None:
    """Ask an HTTP proxy for a way through to the target."""
    host = f"[{target.host}]" if ":" in target.host else target.host
    opened.settimeout(deadline.left())
    opened.sendall(f"CONNECT {host}:{target.port} HTTP/1.1\r\nHost: {host}:{target.port}\r\n\r\n".encode("ascii"))
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        opened.settimeout(deadline.left())
        piece = opened.recv(1)  # one at a time: what follows belongs to TLS
        if not piece or len(answer) > _HEADER:
            raise BadResponse(f"the proxy gave no way to {target.host}")
        answer += piece
    if answer.split(b" ", 2)[1:2] != [b"200"]:
        raise BadResponse(f"the proxy refused the way to {target.host}")


class _Timed:
    """The little of a socket that http.client uses, with the deadline before each wait."""

    def __init__(self, opened: socket.socket, deadline: Deadline) -> None:
        self._socket = opened
        self._deadline = deadline
        self._reader: io.BufferedReader | None = None

    def sendall(self, data: Any) -> None:
        self._socket.settimeout(self._deadline.left())
        self._socket.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        self._reader = io.BufferedReader(_Reader(self._socket, self._deadline), _BUFFER)
        return self._reader

    def close(self) -> None:
        """Close, unless there is a reader: http.client closes its socket while the body is still to be read, and the reader after that."""
        if self._reader is None:
            self._socket.close()


class _Reader(io.RawIOBase):
    def __init__(self, opened: socket.socket, deadline: Deadline) -> None:
        self._socket = opened
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._socket.settimeout(self._deadline.left())
        return self._socket.recv_into(buffer)

    def close(self) -> None:
        self._socket.close()
        super().close()


_TRIES = 4  # addresses of one name
_HEADER = 16384
_BUFFER = 65536
