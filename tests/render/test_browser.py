"""A real Chromium looks at small pages."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import rubricate
from rubricate import segments
from rubricate.cli.program import program
from rubricate.errors import OutOfTime, RenderError
from rubricate.page import read
from rubricate.render import Browser, RenderOptions, boxes
from rubricate.types import Segments

pytestmark = pytest.mark.browser


def look(browser: Browser, html: str, **sheets: str) -> Segments:
    seen = browser.see(read(html, stylesheets={name.replace("_", "."): css for name, css in sheets.items()}))
    return segments.of(seen.page, seen.look)


def test_styles_that_no_static_cascade_knows(browser: Browser) -> None:
    lines = look(
        browser,
        "<!doctype html><style>:root{--big:calc(1rem + 9px)} p:is(.a,.b):not(.c){font-size:var(--big)} @media (min-width:900px){p{font-weight:650}}"
        "@supports (display:grid){p{color:hsl(0 100% 50%)}} </style><p class=a>one</p><p class='b c'>two</p>",
    )
    assert [(state.size, state.weight, state.color) for state in lines.state] == [(25.0, 650, "#ff0000"), (16.0, 650, "#ff0000")]


def test_sheets_come_from_memory(browser: Browser) -> None:
    lines = look(browser, "<link rel=stylesheet href=a.css><p>one</p><p class=x>two", a_css=".x { text-transform: uppercase; font-style: italic }")
    assert [(state.transform, state.italic) for state in lines.state] == [("", False), ("uppercase", True)]


def test_hidden_things(browser: Browser) -> None:
    lines = look(
        browser,
        "<style>.n{display:none}.v{visibility:hidden}.s{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)}.o{text-indent:-9999px}"
        "</style><p class=n>none</p><p class=v>hidden<b style='visibility:visible'>shown</b></p><p class=s>clipped</p><p class=o>indented</p>"
        "<p hidden>attribute</p><p hidden style='display:block'>overruled</p>"
        "<details><summary>sum</summary>unfolded</details><dialog>dialog</dialog>",
    )
    assert dict(zip(lines.text, [state.hidden for state in lines.state], strict=True)) == {
        "none": "display:none", "hidden": "visibility:hidden", "shown": "", "clipped": "clipped", "indented": "clipped", "attribute": "hidden",
        "overruled": "", "sum": "", "unfolded": "", "dialog": "display:none",
    }  # fmt: skip


def test_lines_are_what_the_browser_shows(browser: Browser) -> None:
    lines = look(
        browser,
        "<!doctype html><style>.b{display:block}.w{white-space:pre-line}.cap{float:left;font-size:40px}.f{display:flex;flex-direction:column}</style>"
        "<div>one <span class=b>two</span> three</div><div class=w>four\nfive</div><p><span class=cap>S</span>ix is a story with words enough.</p>"
        "<div class=f><span>seven</span><span>eight</span></div><p>nine<span style='position:absolute'>!</span> ten</p>",
    )
    assert lines.text == ["one", "two", "three", "four", "five", "Six is a story with words enough.", "seven", "eight", "nine! ten"]


def test_indents_and_boxes(browser: Browser) -> None:
    html = "<!doctype html><body style='margin:0'><p>one<div style='padding-left:30px'><p>two<div style='margin:auto;width:50%'>three"
    lines = look(browser, html)
    assert [state.indent for state in lines.state] == [0.0, 30.0, 30.0]
    one, two, three = boxes(lines) or []
    assert one is not None
    assert two is not None
    assert three is not None
    assert (one.left, two.left) == (0, 30)
    assert one.top < two.top < three.top
    assert three.left > 300


def test_old_pages_are_shown_by_old_rules(browser: Browser) -> None:
    """In quirks mode a table does not inherit the font size."""
    body = "<body style='font-size:30px'><table><tr><td>cell</table>"
    assert look(browser, body).state[0].size == 16.0
    assert look(browser, f"<!doctype html>{body}").state[0].size == 30.0


def test_scripts_are_off(browser: Browser) -> None:
    html = "<p onload=x()>text<script>document.body.innerHTML = ''</script><noscript>for those without</noscript>"
    assert look(browser, html + "<p>more text" * 30).text[0] == "text"


def test_scripts_on_demand(scripted: Browser) -> None:
    html = "<!doctype html><title>t</title><h1>Head</h1><script>document.body.innerHTML += '<h2 id=made>Made</h2><p>By a script.</p>'</script>"
    document = rubricate.extract(html, engine="rules", render=scripted)
    assert "Made" in document.segments.text
    assert "Made" not in rubricate.extract(html, engine="rules").segments.text
    made = document.segments.text.index("Made")
    assert document.segments[made].tag == "h2"


def test_an_endless_page(chromium: None) -> None:
    with Browser(RenderOptions(scripts=True, seconds=1.5)) as hasty, pytest.raises(OutOfTime, match=r"more than 1\.5 s"):
        hasty.see(read("<p>x<script>while (true) {}</script>"))


def test_after_an_endless_page_the_next_one_is_shown(chromium: None) -> None:
    with Browser(RenderOptions(seconds=0.001)) as hasty:
        with pytest.raises(OutOfTime, match=r"0\.001 s"):
            hasty.see(read("<p>x"))
        hasty.options = RenderOptions()
        hasty._session.options = hasty.options  # type: ignore[union-attr]
        assert look(hasty, "<b>x").state[0].weight == 700


REACHING = """<!doctype html><meta http-equiv=refresh content="0;url={0}/refresh"><base href="{0}/base/"><link rel=stylesheet href="{0}/a.css">
<link rel=prefetch href="{0}/prefetch"><link rel=dns-prefetch href="{0}"><link rel=preconnect href="{0}"><style>@import "{0}/b.css";
@font-face {{ font-family: f; src: url("{0}/font") }} p {{ background: url("{0}/bg"); font-family: f }}</style><body background="{0}/body">
<img src="{0}/img" srcset="{0}/set 2x"><iframe src="{0}/frame"></iframe><object data="{0}/object"></object><embed src="{0}/embed">
<video src="{0}/video" poster="{0}/poster"></video><audio src="{0}/audio" autoplay></audio><svg><image href="{0}/svg" /></svg>
<input type=image src="{0}/input"><p style="background-image: url('{0}/inline')">text</p><script src="{0}/script"></script>
<script>fetch("{0}/fetch"); new Image().src = "{0}/beacon"; navigator.sendBeacon("{0}/send"); new WebSocket("{0}/ws".replace("http", "ws"));
setTimeout(() => {{ location = "{0}/away" }}, 100)</script>"""


def test_nothing_is_reached(browser: Browser, scripted: Browser, server: Any) -> None:
    page = read(REACHING.format(server.address), url=f"{server.address}/page")
    for one in (browser, scripted):
        seen = one.see(page)
        assert "text" in segments.of(seen.page, seen.look).text
    assert server.asked == []


def test_what_is_allowed_is_reached(chromium: None, server: Any) -> None:
    page = read(f"<!doctype html><link rel=stylesheet href='{server.address}/a.css'><p>text", url=f"{server.address}/page")
    with Browser(RenderOptions(allow=("127.0.0.1",))) as open_one:
        seen = open_one.see(page)
    assert server.asked == ["/a.css"]
    assert segments.of(seen.page, seen.look).state[0].size == 40.0


def chromiums() -> list[int]:
    """The browser processes that descend from this one."""
    parents: dict[int, int] = {}
    names: dict[int, str] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                _, _, tail = (entry / "stat").read_text().rpartition(")")
                parents[int(entry.name)] = int(tail.split()[1])
                names[int(entry.name)] = (entry / "cmdline").read_bytes().decode("utf-8", "replace")
            except OSError:
                continue

    def ours(pid: int) -> bool:
        while pid > 1 and pid != os.getpid():
            pid = parents.get(pid, 0)
        return pid == os.getpid()

    return [pid for pid, name in names.items() if "remote-debugging-pipe" in name and "--type=" not in name and ours(pid)]


def kill(known: set[int]) -> None:
    for pid in set(chromiums()) - known:
        os.kill(pid, signal.SIGKILL)


def test_a_browser_that_is_killed_comes_back_and_nothing_is_lost(chromium: None) -> None:
    pages = [f"<!doctype html><h1 style='font-size:{20 + number}px'>Head {number}</h1>" + "<p>text <b>bold</b>" * 2000 for number in range(4)]
    known = set(chromiums())
    with Browser() as mortal:
        first = look(mortal, pages[0])
        sizes = []
        for number, html in enumerate(pages):
            murder = threading.Timer(0.15 * number, kill, [known])  # before the page is shown, or while it is
            murder.start()
            lines = look(mortal, html)
            murder.join()
            assert len(lines) == len(first)
            sizes.append(lines.state[0].size)
        assert sizes == [20.0 + number for number in range(4)]


def test_a_page_that_kills_the_browser_every_time(chromium: None, monkeypatch: pytest.MonkeyPatch) -> None:
    known = set(chromiums())
    with Browser() as mortal:
        look(mortal, "<p>x")
        with monkeypatch.context() as patched:

            async def deadly(tab: Any, _: str) -> str:
                kill(known)
                return str(await tab.evaluate("() => 1"))

            patched.setattr("rubricate.render.browser._measured", deadly)
            with pytest.raises(RenderError, match="failed 2 times"):
                look(mortal, "<p>x")
        assert look(mortal, "<p>y").text == ["y"]


def test_from_many_threads_and_under_an_event_loop(browser: Browser) -> None:
    pages = [f"<p style='font-size:{10 + number}px'>x" for number in range(6)]
    with ThreadPoolExecutor(3) as pool:
        sizes = list(pool.map(lambda html: look(browser, html).state[0].size, pages))
    assert sizes == [10.0 + number for number in range(6)]

    async def inside() -> float:
        return look(browser, "<p style='font-size:33px'>x").state[0].size

    assert asyncio.run(inside()) == 33.0


ODD = ("", "<frameset><frame src=x></frameset>", "<svg><p>x</svg>", "<a\"b c='d'>odd</a\"b>", "<b>" * 600 + "deep", "<template><p>x")


@pytest.mark.parametrize("html", [*ODD, "<!doctype html><html style='float:left'>x"])
def test_odd_pages(browser: Browser, html: str) -> None:
    lines = look(browser, html)
    assert lines.text == segments.of(read(html)).text


def test_the_command(browser: Browser, tmp_path: Path) -> None:
    """Chromium knows :has(), which the static cascade does not: it says that the last line is not shown."""
    html = "<!doctype html><style>div:has(> i){display:none}</style><h1>Head</h1><p>Some text to read here.</p><div>Gone<i></i></div>"
    (tmp_path / "page.html").write_text(html)
    told = CliRunner().invoke(program, ["extract", "--format", "segments", "--render", str(tmp_path / "page.html")], standalone_mode=False)
    assert told.return_value == 0, told.output
    assert '"display:none"' in told.output


def test_a_site_is_learnt_from_what_the_browser_shows(browser: Browser, tmp_path: Path) -> None:
    """And read by its rules, in the browser again."""
    text = "<p>Day {0}, paragraph {1}: a volcano, an election and a harvest of grapes were in the news.</p>"
    style = "<style>main{width:600px;float:left}aside{margin-left:800px}</style>"
    for number in range(3):
        story = "".join(text.format(number, place) for place in range(4))
        head = f"<!doctype html><title>Day {number}: volcano and harvest</title>{style}"
        html = f"{head}<main><h1>Day {number}</h1>{story}</main><aside><p>Ad {number}</p></aside>"
        (tmp_path / f"{number}.html").write_text(html)
    pages = [str(tmp_path / f"{number}.html") for number in range(3)]
    target = str(tmp_path / "rules.json")
    told = CliRunner().invoke(program, ["site", "learn", "--render", "--engine", "rules", *pages, "-o", target], standalone_mode=False)
    assert told.return_value == 0, told.output
    assert "main > p" in Path(target).read_text()
    read_back = CliRunner().invoke(program, ["extract", "--render", "--rules", target, pages[0], "--format", "text"], standalone_mode=False)
    assert "Day 0, paragraph 3" in read_back.output
    assert "Ad 0" not in read_back.output
