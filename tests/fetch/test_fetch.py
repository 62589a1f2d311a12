"""Fetching, against real servers on the loopback address, with resolvers that lie."""

from __future__ import annotations

import gzip
import shutil
import socket
import ssl
import subprocess
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from rubricate.errors import BadResponse, Blocked, FetchTimeout, FetchTooBig, UsageError
from rubricate.fetch import FetchOptions, connection, fetch

pytestmark = pytest.mark.server

PAGE = b"<html><p>A page.</p></html>"
PUBLIC, PRIVATE = "93.184.216.34", "127.0.0.1"
Answer = tuple[int, dict[str, str], bytes]
HTML = {"Content-Type": "text/html; charset=UTF-8"}


class Server:
    """A server on the loopback address that answers by path and remembers what it was asked."""

    def __init__(self, answers: dict[str, Answer]) -> None:
        self.asked: list[tuple[str, dict[str, str]]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
                status, headers, data = answers.get(self.path, (404, HTML, b"no"))
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                if "Content-Length" not in headers:
                    self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                pass

        self.http = ThreadingHTTPServer((PRIVATE, 0), Handler)
        self.port = self.http.server_address[1]
        self.thread = threading.Thread(target=self.http.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.http.shutdown()
        self.http.server_close()
        self.thread.join(5)

    def url(self, path: str = "/", host: str = PRIVATE) -> str:
        return f"http://{host}:{self.port}{path}"


@pytest.fixture
def serve() -> Iterator[Callable[[dict[str, Answer]], Server]]:
    servers: list[Server] = []

    def start(answers: dict[str, Answer]) -> Server:
        servers.append(Server(answers))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


@contextmanager
def raw_server(talk: Callable[[socket.socket], None]) -> Iterator[int]:
    """A server that does what `talk` does with each connection."""
    listener = socket.create_server((PRIVATE, 0))

    def run() -> None:
        while True:
            try:
                peer, _ = listener.accept()
            except OSError:
                return
            with peer:
                try:
                    peer.recv(65536)
                    talk(peer)
                except OSError:
                    pass

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(5)


class Resolver:
    """Names -> addresses; a list of lists is used up call by call, as a rebinding name server would."""

    def __init__(self, **names: list[list[str]]) -> None:
        self.names = {name.replace("_", "."): list(answers) for name, answers in names.items()}
        self.asked: list[str] = []

    def __call__(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        answers = self.names.get(host)
        if not answers:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return answers.pop(0) if len(answers) > 1 else answers[0]


@pytest.fixture
def dialled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses dialled; a public one is answered by the loopback address, so that a test can play the internet."""
    real, log = connection.dial, []

    def dial(address: str, port: int, timeout: float) -> socket.socket:
        log.append(address)
        return real(PRIVATE, port, timeout)

    monkeypatch.setattr(connection, "dial", dial)
    return log


LOCAL = FetchOptions(allow_private=True, timeout=10)


# --- the common case


def test_a_page(serve: Callable[[dict[str, Answer]], Server]) -> None:
    server = serve({"/a?b=c": (200, HTML, PAGE)})
    fetched = fetch(server.url("/a?b=c#d"), LOCAL)
    assert (fetched.data, fetched.charset, fetched.content_type, fetched.status) == (PAGE, "utf-8", "text/html", 200)
    assert fetched.url == server.url("/a?b=c")
    headers = server.asked[0][1]
    assert headers["host"] == f"127.0.0.1:{server.port}"
    assert headers["accept-encoding"] == "gzip, deflate"
    assert not {"cookie", "authorization", "referer"} & set(headers)


def test_the_host_header_keeps_the_name_and_the_pinned_address_is_dialled(serve: Callable[[dict[str, Answer]], Server], dialled: list[str]) -> None:
    server = serve({"/": (200, HTML, PAGE)})
    options = FetchOptions(resolver=Resolver(site_example=[[PUBLIC]]), ports=frozenset({server.port}))
    assert fetch(server.url(host="site.example"), options).data == PAGE
    assert dialled == [PUBLIC]
    assert server.asked[0][1]["host"] == f"site.example:{server.port}"


def test_the_next_address_is_tried(serve: Callable[[dict[str, Answer]], Server]) -> None:
    server = serve({"/": (200, HTML, PAGE)})
    options = replace(LOCAL, resolver=Resolver(site_example=[["127.0.0.2", PRIVATE]]))
    assert fetch(server.url(host="site.example"), options).data == PAGE


def test_a_page_without_a_type_is_taken(serve: Callable[[dict[str, Answer]], Server]) -> None:
    fetched = fetch(serve({"/": (200, {}, PAGE)}).url(), LOCAL)
    assert (fetched.content_type, fetched.charset) == (None, None)


# --- addresses


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0x7f000001", "2130706433", "127.1", "[::1]", "[::ffff:127.0.0.1]", "0"])
def test_this_machine_is_not_reached(serve: Callable[[dict[str, Answer]], Server], host: str) -> None:
    server = serve({"/": (200, HTML, PAGE)})
    with pytest.raises(Blocked, match="no public address"):
        fetch(server.url(host=host), FetchOptions(ports=frozenset({server.port})))
    assert server.asked == []


@pytest.mark.parametrize("answer", [["10.0.0.1"], [PUBLIC, PRIVATE], [PRIVATE, PUBLIC], ["64:ff9b::7f00:1"], ["169.254.169.254"], [], ["nonsense"]])
def test_one_private_address_among_them_blocks_all(answer: list[str], dialled: list[str]) -> None:
    with pytest.raises(Blocked):
        fetch("http://site.example/", FetchOptions(resolver=Resolver(site_example=[answer])))
    assert dialled == []


def test_a_name_that_does_not_exist_and_one_inside_sound_the_same() -> None:
    options = FetchOptions(resolver=Resolver(inside_example=[["10.9.8.7"]]))
    messages = []
    for host in ("inside.example", "nobody.example"):
        with pytest.raises(Blocked) as caught:
            fetch(f"http://{host}/", options)
        messages.append(str(caught.value).replace(host, "HOST"))
    assert messages[0] == messages[1]
    assert "10.9" not in messages[0]


def test_rebinding_between_check_and_connection_has_no_effect(serve: Callable[[dict[str, Answer]], Server], dialled: list[str]) -> None:
    server = serve({"/": (200, HTML, PAGE)})
    resolver = Resolver(evil_example=[[PUBLIC], [PRIVATE]])
    fetch(server.url(host="evil.example"), FetchOptions(resolver=resolver, ports=frozenset({server.port})))
    assert resolver.asked == ["evil.example"]
    assert dialled == [PUBLIC]


def test_rebinding_between_two_hops_is_caught(serve: Callable[[dict[str, Answer]], Server], dialled: list[str]) -> None:
    server = serve({"/": (302, {"Location": "/secret"}, b""), "/secret": (200, HTML, PAGE)})
    resolver = Resolver(evil_example=[[PUBLIC], [PRIVATE]])
    with pytest.raises(Blocked):
        fetch(server.url(host="evil.example"), FetchOptions(resolver=resolver, ports=frozenset({server.port})))
    assert [path for path, _ in server.asked] == ["/"]
    assert dialled == [PUBLIC]


# --- redirects


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed(serve: Callable[[dict[str, Answer]], Server], status: int) -> None:
    server = serve({"/": (status, {"Location": "/next"}, b""), "/next": (200, HTML, PAGE)})
    assert fetch(server.url(), LOCAL).url == server.url("/next")


@pytest.mark.parametrize(
    "location", ["http://127.0.0.1/", "http://inside.example/", "file:///etc/passwd", "http://user@site.example/", "http://site.example:22/"]
)
def test_a_redirect_is_checked_like_a_url(serve: Callable[[dict[str, Answer]], Server], dialled: list[str], location: str) -> None:
    server = serve({"/": (302, {"Location": location}, b"")})
    options = FetchOptions(resolver=Resolver(site_example=[[PUBLIC]], inside_example=[["10.0.0.1"]]), ports=frozenset({80, server.port}))
    with pytest.raises(Blocked):
        fetch(server.url(host="site.example"), options)
    assert dialled == [PUBLIC]


def test_at_most_five_redirects(serve: Callable[[dict[str, Answer]], Server]) -> None:
    server = serve({f"/{n}": (302, {"Location": f"/{n + 1}"}, b"") for n in range(9)} | {"/9": (200, HTML, PAGE)})
    assert fetch(server.url("/4"), LOCAL).data == PAGE
    server.asked.clear()
    with pytest.raises(Blocked, match="more than 5 redirects"):
        fetch(server.url("/3"), LOCAL)
    assert len(server.asked) == 6


# --- answers


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ((404, HTML, b""), "404"),
        ((500, HTML, b""), "500"),
        ((302, HTML, b""), "302"),
        ((200, {"Content-Type": "image/png"}, b""), "image/png"),
        ((200, {"Content-Type": "application/json"}, b"{}"), "application/json"),
        ((200, HTML | {"Content-Encoding": "br"}, b"x"), "br"),
        ((200, HTML | {"Content-Encoding": "gzip, gzip"}, b"x"), "gzip, gzip"),
        ((200, HTML | {"Content-Encoding": "gzip"}, PAGE), "damaged"),
        ((200, HTML | {"Content-Encoding": "gzip"}, gzip.compress(PAGE)[:-12]), "cut off"),
        ((200, HTML | {"Content-Length": "1000"}, PAGE), "cut off|broke off"),
    ],
)
def test_bad_answers(serve: Callable[[dict[str, Answer]], Server], answer: Answer, why: str) -> None:
    with pytest.raises(BadResponse, match=why) as caught:
        fetch(serve({"/": answer}).url(), replace(LOCAL, timeout=3))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("talk", [b"", b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 2x0 OK\r\n\r\n", b"\0" * 100, b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 500])
def test_what_is_no_http(talk: bytes) -> None:
    with raw_server(lambda peer: peer.sendall(talk)) as port, pytest.raises(BadResponse, match="no HTTP answer"):
        fetch(f"http://127.0.0.1:{port}/", LOCAL)


@pytest.mark.parametrize("body", [b"5\r\nabc", b"zz\r\nabc\r\n", b"5\r\nabcde\r\n"])
def test_chunks_that_break_off(body: bytes) -> None:
    header = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
    with raw_server(lambda peer: peer.sendall(header + body)) as port, pytest.raises(BadResponse, match="broke off"):
        fetch(f"http://127.0.0.1:{port}/", LOCAL)


def test_nobody_listens() -> None:
    with socket.create_server((PRIVATE, 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(BadResponse, match="no connection"):
        fetch(f"http://127.0.0.1:{port}/", LOCAL)


# --- size


def deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize(
    ("coding", "packed"),
    [
        ("gzip", gzip.compress(PAGE)),
        ("x-gzip", gzip.compress(PAGE[:9]) + gzip.compress(PAGE[9:])),
        ("GZIP", gzip.compress(PAGE) + b"trailing rubbish" * 9000),
        ("deflate", zlib.compress(PAGE)),
        ("deflate", deflated(PAGE)),
        ("identity", PAGE),
    ],
)
def test_compressed_pages(serve: Callable[[dict[str, Answer]], Server], coding: str, packed: bytes) -> None:
    assert fetch(serve({"/": (200, HTML | {"Content-Encoding": coding}, packed)}).url(), LOCAL).data == PAGE


def test_a_bomb_is_stopped_while_it_unpacks(serve: Callable[[dict[str, Answer]], Server]) -> None:
    packer = zlib.compressobj(wbits=31)
    bomb = b"".join(packer.compress(bytes(1 << 20)) for _ in range(100)) + packer.flush()  # 100 MB in 100 kB
    started = time.perf_counter()
    with pytest.raises(FetchTooBig, match="1,000,000"):
        fetch(serve({"/": (200, HTML | {"Content-Encoding": "gzip"}, bomb)}).url(), replace(LOCAL, max_bytes=1_000_000))
    assert time.perf_counter() - started < 2


def test_the_cap_is_exact(serve: Callable[[dict[str, Answer]], Server]) -> None:
    packed = HTML | {"Content-Encoding": "gzip"}
    server = serve({"/": (200, HTML, bytes(1000)), "/z": (200, packed, gzip.compress(bytes(1000)))})
    for path in ("/", "/z"):
        assert len(fetch(server.url(path), replace(LOCAL, max_bytes=1000)).data) == 1000
        with pytest.raises(FetchTooBig, match="999"):
            fetch(server.url(path), replace(LOCAL, max_bytes=999))


def test_an_endless_page_is_stopped() -> None:
    def talk(peer: socket.socket) -> None:
        peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
        while True:
            peer.sendall(b"x" * 65536)

    with raw_server(talk) as port, pytest.raises(FetchTooBig):
        fetch(f"http://127.0.0.1:{port}/", replace(LOCAL, max_bytes=1_000_000))


# --- time


@pytest.mark.parametrize("beginning", [b"", b"HTTP/1.1 200 OK\r\nX-Slow: ", b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"])
def test_a_server_that_drips_is_left_at_the_deadline(beginning: bytes) -> None:
    def talk(peer: socket.socket) -> None:
        peer.sendall(beginning)
        for _ in range(100):
            peer.sendall(b"x")
            time.sleep(0.05)

    with raw_server(talk) as port:
        started = time.perf_counter()
        with pytest.raises(FetchTimeout, match=r"0\.5 seconds"):
            fetch(f"http://127.0.0.1:{port}/", replace(LOCAL, timeout=0.5))
        assert 0.4 < time.perf_counter() - started < 1.5


def test_a_resolver_that_hangs_is_left_at_the_deadline() -> None:
    def resolver(host: str, port: int) -> list[str]:
        time.sleep(2)
        return [PUBLIC]

    started = time.perf_counter()
    with pytest.raises(FetchTimeout):
        fetch("http://site.example/", FetchOptions(timeout=0.3, resolver=resolver))
    assert time.perf_counter() - started < 1.5


def test_the_deadline_is_for_all_hops_together(serve: Callable[[dict[str, Answer]], Server]) -> None:
    calls = []

    def resolver(host: str, port: int) -> list[str]:
        calls.append(host)
        time.sleep(0.25)
        return [PRIVATE]

    server = serve({"/": (302, {"Location": "/"}, b"")})
    with pytest.raises(FetchTimeout):
        fetch(server.url(host="site.example"), replace(LOCAL, timeout=0.6, resolver=resolver))
    assert len(calls) <= 3


@pytest.mark.parametrize("options", [FetchOptions(timeout=0), FetchOptions(max_bytes=0)])
def test_options_that_make_no_sense(options: FetchOptions) -> None:
    with pytest.raises(UsageError):
        fetch("http://site.example/", options)


# --- proxies


def test_the_environment_is_not_asked_for_proxies(serve: Callable[[dict[str, Answer]], Server], monkeypatch: pytest.MonkeyPatch) -> None:
    server, proxy = serve({"/": (200, HTML, PAGE)}), serve({})
    monkeypatch.setenv("http_proxy", proxy.url())
    monkeypatch.delenv("no_proxy", raising=False)
    assert fetch(server.url(), LOCAL).data == PAGE
    assert proxy.asked == []


def test_a_proxy_is_used_when_asked_for(serve: Callable[[dict[str, Answer]], Server], monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = serve({"http://site.example/a": (200, HTML, PAGE)})
    monkeypatch.setenv("http_proxy", proxy.url())
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    options = FetchOptions(environment_proxies=True, resolver=Resolver())
    assert fetch("http://site.example/a", options).data == PAGE
    assert proxy.asked[0][1]["host"] == "site.example"
    for host in ("127.0.0.1", "127.1", "localhost", "[::1]"):
        with pytest.raises(Blocked):
            fetch(f"http://{host}/a", options)


# --- TLS


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed: no certificate to serve")
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=site.example"]
    command += ["-addext", "subjectAltName=DNS:site.example", "-keyout", str(path), "-out", str(path) + ".crt"]
    subprocess.run(command, check=True, capture_output=True)
    path.write_bytes(path.read_bytes() + Path(str(path) + ".crt").read_bytes())
    return path


def test_tls_keeps_the_name(serve: Callable[[dict[str, Answer]], Server], certificate: Path) -> None:
    names: list[str | None] = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.sni_callback = lambda _socket, name, _context: names.append(name)
    server = serve({"/": (200, HTML, PAGE)})
    server.http.socket = context.wrap_socket(server.http.socket, server_side=True)
    resolver = Resolver(site_example=[[PRIVATE]], other_example=[[PRIVATE]])
    trusting = replace(LOCAL, resolver=resolver, tls=ssl.create_default_context(cafile=str(certificate)))
    assert fetch(f"https://site.example:{server.port}/", trusting).data == PAGE
    assert names == ["site.example"]
    with pytest.raises(BadResponse, match=r"certificate of other\.example"):
        fetch(f"https://other.example:{server.port}/", trusting)
    with pytest.raises(BadResponse, match=r"certificate of site\.example"):
        fetch(f"https://site.example:{server.port}/", replace(trusting, tls=None))
