from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from rubricate.render import Browser, RenderOptions
from rubricate.render.chromium import NAMES


@pytest.fixture(scope="session")
def chromium() -> None:
    """Tests that ask for it need Chromium and Playwright; where they are not there they are skipped (under CI they fail)."""
    pytest.importorskip("playwright")
    if not os.environ.get("RUBRICATE_CHROMIUM") and not any(map(shutil.which, NAMES)):
        pytest.skip("no Chromium: apt-get install chromium")


@pytest.fixture(scope="session")
def browser(chromium: None) -> Iterator[Browser]:
    """One browser for all tests of a process."""
    with Browser() as made:
        yield made


@pytest.fixture(scope="session")
def scripted(chromium: None) -> Iterator[Browser]:
    """One that runs scripts."""
    with Browser(RenderOptions(scripts=True)) as made:
        yield made


class Server:
    """A server on the loopback address that counts who asks."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        asked = self.asked

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                body = b"p { font-size: 40px }" if self.path.endswith(".css") else b"<p>hello"
                self.send_response(200)
                self.send_header("Content-Type", "text/css" if self.path.endswith(".css") else "text/html")
                self.send_header("Access-Control-Allow-Origin", "*")
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.close()
