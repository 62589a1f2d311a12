"""One Chromium for many pages, each in a profile of its own.

Playwright runs in a thread with an event loop of its own: so a Browser may be used from any thread, also under a running event loop; pages are shown
one after the other. A page that takes too long is OutOfTime, and its profile is thrown away; when the browser dies it is started again and the page
shown once more; when that fails, too, it is a RenderError. The next page always finds a browser.

The network is closed three times over: every request goes through a gate that refuses it, names are not resolved, and the profile is offline.
"""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from importlib.resources import files
from importlib.util import find_spec
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urljoin, urlsplit

from rubricate.errors import MissingExtra, OutOfTime, RenderError
from rubricate.page import Limits, read
from rubricate.render import rows
from rubricate.render.boxes import MEMORY
from rubricate.render.chromium import find
from rubricate.render.look import RenderedLook
from rubricate.render.options import RenderOptions
from rubricate.types import Page

if TYPE_CHECKING:
    from playwright.async_api import Browser as Process
    from playwright.async_api import BrowserContext, Route
    from playwright.async_api import Page as Tab

__all__ = ["Browser", "Seen"]

T = TypeVar("T")
Work = Callable[["Tab", str], Awaitable[str]]
"""What is done in a tab: (the tab, a text for it) -> a text."""

_NOWHERE = "http://rubricate.invalid/"
_START = 60.0
_CLOSE = 5.0
_QUIET = 2.0
_TRIES = 2


@dataclass(frozen=True, slots=True)
class Seen:
    """A page as a browser shows it: the page (another one where its scripts have run) and the look of its rows."""

    page: Page
    look: RenderedLook


class Browser:
    """A browser that starts with the first page and is shared by all; close it, or use it in a `with` statement."""

    def __init__(self, options: RenderOptions | None = None) -> None:
        self.options = options or RenderOptions()
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._session: _Session | None = None

    def see(self, page: Page, limits: Limits | None = None) -> Seen:
        """The page as the browser shows it; OutOfTime, RenderError, MissingBrowser or MissingExtra where it cannot."""
        with self._lock:
            session = self._started()
            if self.options.scripts:
                html = self._run(session.shown(page, _after_scripts, ""))
                page = read(html, url=page.url, stylesheets=page.stylesheets, limits=limits)
            answer = self._run(session.shown(page, _measured, rows.to_json(page, loading=bool(self.options.allow))))
        look = RenderedLook.of(json.loads(answer), len(page.tree))
        page.tree.memory[MEMORY] = look.boxes
        return Seen(page, look)

    def check(self) -> None:
        """Raise MissingExtra or MissingBrowser where pages could not be shown; nothing is started."""
        if find_spec("playwright") is None:
            raise MissingExtra("a browser's view of a page", "render", "playwright")
        find(self.options.chromium)

    def close(self) -> None:
        """End the browser. The next page would start another."""
        with self._lock:
            loop, session = self._loop, self._session
            self._loop = self._session = None
            if loop is not None and session is not None:
                asyncio.run_coroutine_threadsafe(session.stop(), loop).result()
                loop.call_soon_threadsafe(loop.stop)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _started(self) -> _Session:
        if self._session is None:
            self.check()
            self._session = _Session(self.options, find(self.options.chromium))
            self._loop = asyncio.new_event_loop()
            threading.Thread(target=_forever, args=(self._loop,), name="rubricate-browser", daemon=True).start()
        return self._session

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()


def _forever(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        loop.close()


class _Died(Exception):
    """The browser is gone."""


class _Session:
    """Playwright and its process, inside the loop."""

    def __init__(self, options: RenderOptions, path: str) -> None:
        self.options = options
        self._path = path
        self._playwright: Any = None
        self._process: Process | None = None

    async def shown(self, page: Page, work: Work, given: str) -> str:
        """What `work` makes of a page in a tab of its own; tried again in a new browser when this one dies."""
        from playwright.async_api import Error

        said = ""
        for _ in range(_TRIES):
            try:
                return await self._in_tab(await self._running(), page, work, given)
            except (Error, _Died) as error:
                said = str(error).partition("\n")[0]
                await self.stop()
        raise RenderError(f"{self._path} failed {_TRIES} times to show the page: {said}")

    async def _in_tab(self, process: Process, page: Page, work: Work, given: str) -> str:
        """The work, its deadline and the browser's death race: some calls of Playwright wait for an answer of a dead browser for ever."""
        seconds = self.options.seconds
        gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        process.once("disconnected", lambda *_: None if gone.done() else gone.set_result(None))
        task = asyncio.ensure_future(self._worked(process, page, work, given))
        racing: set[asyncio.Future[Any]] = {task, gone}
        await asyncio.wait(racing, timeout=seconds if process.is_connected() else 0, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        task.cancel()
        await asyncio.wait({task}, timeout=2 * _CLOSE)
        if gone.done() or not process.is_connected():
            raise _Died("it died while the page was shown")
        raise OutOfTime(f"the browser took more than {seconds:g} s for the page")

    async def _worked(self, process: Process, page: Page, work: Work, given: str) -> str:
        scripts = work is _after_scripts
        context = await self._context(process, scripts)
        try:
            return await _opened(context, _Gate(page, self.options, scripts), work, given)
        finally:
            await self._closed(context)

    async def _context(self, process: Process, scripts: bool) -> BrowserContext:
        return await process.new_context(
            java_script_enabled=scripts,
            offline=not self.options.allow,
            service_workers="block",
            accept_downloads=False,
            viewport={"width": self.options.width, "height": self.options.height},
        )

    async def _closed(self, context: BrowserContext) -> None:
        """Throw a profile away; a browser that cannot do that in time is thrown away itself."""
        from playwright.async_api import Error

        try:
            await asyncio.wait_for(context.close(), _CLOSE)
        except Error:
            pass  # it is gone already
        except TimeoutError:
            await self.stop()

    async def _running(self) -> Process:
        if self._process is not None and self._process.is_connected():
            return self._process
        await self.stop()
        from playwright.async_api import async_playwright

        self._playwright = await async_playwright().start()
        self._process = await self._playwright.chromium.launch(
            executable_path=self._path,
            chromium_sandbox=os.geteuid() != 0,  # the sandbox refuses to work for root
            args=_arguments(self.options),
            timeout=1000 * _START,
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
        )
        assert self._process is not None
        return self._process

    async def stop(self) -> None:
        """End the process and Playwright, whatever state they are in."""
        process, playwright = self._process, self._playwright
        self._process = self._playwright = None
        for end in (process.close if process is not None else None, playwright.stop if playwright is not None else None):
            if end is not None:
                try:
                    await asyncio.wait_for(end(), _CLOSE)
                except Exception:  # it is dead, which is what we want
                    pass


class _Gate:
    """Every request of a page passes here: its own document and its sheets from memory, allowed hosts from the network, nothing else."""

    def __init__(self, page: Page, options: RenderOptions, scripts: bool) -> None:
        url = page.url or ""
        self.address = url if url.lower().startswith(("http://", "https://")) and (scripts or options.allow) else _NOWHERE
        self._allowed = frozenset(host.lower() for host in options.allow)
        self._document = rows.without_refresh(page.html) if scripts else f"{rows.doctype(page.html)}<html><head></head><body></body></html>"
        base = page.base or self.address
        self._sheets = {_joined(base, href): css for href, css in page.stylesheets.items()} if scripts else {}
        self._served = False

    async def __call__(self, route: Route) -> None:
        """Answer, let through or refuse one request."""
        request = route.request
        url = request.url
        if request.is_navigation_request():
            if self._served or request.frame.parent_frame is not None:
                await route.abort("aborted")
            else:
                self._served = True
                await route.fulfill(body=self._document.encode("utf-8", "replace"), content_type="text/html; charset=utf-8")
        elif url in self._sheets:
            await route.fulfill(body=self._sheets[url].encode("utf-8", "replace"), content_type="text/css; charset=utf-8")
        elif (urlsplit(url).hostname or "") in self._allowed:
            await route.continue_()
        else:
            await route.abort("blockedbyclient")


def _joined(base: str, href: str) -> str:
    try:
        return urljoin(base, href)
    except ValueError:
        return href


def _arguments(options: RenderOptions) -> list[str]:
    """No name is resolved but the allowed hosts'; that also holds for redirects and for what asks no gate."""
    closed = ", ".join(["MAP * ~NOTFOUND", *(f"EXCLUDE {host}" for host in options.allow)])
    return [
        f"--host-resolver-rules={closed}",
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--disable-background-networking",
        "--disable-gpu",
        "--disable-dev-shm-usage",
    ]


async def _opened(context: BrowserContext, gate: _Gate, work: Work, given: str) -> str:
    """Whatever work is done there, its waits end with the page's deadline, so they need none of their own."""
    await context.route("**/*", gate)
    tab = await context.new_page()
    tab.set_default_timeout(0)
    await tab.goto(gate.address, wait_until="domcontentloaded", timeout=0)
    return await work(tab, given)


async def _measured(tab: Tab, text: str) -> str:
    """Build the page from its rows, wait for what it may load, and measure."""
    tools = await tab.evaluate_handle(files("rubricate.render").joinpath("look.js").read_text(encoding="utf-8"))
    built = await tools.evaluate_handle("(tools, text) => tools.build(text)", text)
    if '"link"' in text:
        await _quiet(tab)
    answer: str = await tab.evaluate("([tools, built]) => tools.measure(built)", [tools, built])
    return answer


async def _after_scripts(tab: Tab, _: str) -> str:
    """The page as its scripts left it."""
    await _quiet(tab)
    return await tab.content()


async def _quiet(tab: Tab) -> None:
    """Until nothing is asked for any more; pages that never stop asking are taken as they are."""
    from playwright.async_api import TimeoutError as Restless

    try:
        await tab.wait_for_load_state("networkidle", timeout=1000 * _QUIET)
    except Restless:
        pass
