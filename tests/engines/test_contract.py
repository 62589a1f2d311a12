"""The contract that every ready engine keeps, whoever wrote it."""

from __future__ import annotations

import copy
import gc
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import rubricate.page
import rubricate.segments
from rubricate import engines
from rubricate.outline import nest
from rubricate.types import LABELS, Engine, Labels, Segments

READY = [row.name for row in engines.describe() if row.ready]
SCRIPTS = {
    "chinese": ("隐私政策", "我们非常重视您的个人信息和隐私保护，将会按照法律要求和业界成熟的安全标准为您的个人信息提供相应的安全保护措施。"),
    "arabic": ("سياسة الخصوصية", "نحن نحترم خصوصيتك ونلتزم بحماية بياناتك الشخصية وفقا للقوانين المعمول بها في جميع البلدان التي نعمل فيها."),
    "bengali": ("গোপনীয়তা নীতি", "আমরা আপনার গোপনীয়তাকে সম্মান করি এবং আপনার ব্যক্তিগত তথ্য সুরক্ষিত রাখতে প্রতিশ্রুতিবদ্ধ।"),
    "russian": ("Политика", "Мы уважаем вашу частную жизнь и обязуемся защищать ваши персональные данные по закону."),
    "emoji": ("🦊 🦊", "🦊 " * 40),
}


def lines(html: str) -> Segments:
    return rubricate.segments.of(rubricate.page.read(html))


TEXT = "We keep what you give us, and nothing else that we could find out. " * 3


def policy(sections: int, title: str = "What we collect", text: str = TEXT) -> str:
    part = f"{title}</h2><p>{text}</p><ul><li>first, {text[:40]}</li><li>second</li></ul>"
    body = "".join(f"<h2>{number}. {part}" for number in range(1, sections + 1))
    menu = "".join(f"<li><a href='/{number}'>Menu {number}</a></li>" for number in range(12))
    return f"<html><body><nav><ul>{menu}</ul></nav><main><h1>{title}</h1>{body}</main><footer><p>Copyright Acme</p></footer></body></html>"


def answer(labels: Labels) -> tuple[object, ...]:
    levels = None if labels.levels is None else list(labels.levels)
    return (labels.engine, list(labels.names), [float(value) for value in labels.confidence], list(labels.reasons), levels)


def check(engine: Engine, segments: Segments) -> Labels:
    labels = engine.label(segments)
    count = len(segments)
    assert labels.engine == engine.name
    assert len(labels.names) == len(labels.confidence) == len(labels.reasons) == count
    assert set(labels.names) <= set(LABELS)
    assert all(0.0 <= value <= 1.0 for value in labels.confidence)
    assert all(isinstance(reason, str) for reason in labels.reasons)
    assert labels.levels is None or len(labels.levels) == count
    assert labels.continues is None or len(labels.continues) == count
    return labels


@pytest.fixture(params=READY)
def engine(request: pytest.FixtureRequest) -> Engine:
    return engines.get(request.param)


def test_there_is_an_engine() -> None:
    assert "rules.v1" in READY


def test_it_has_the_name_it_was_asked_by(engine: Engine, request: pytest.FixtureRequest) -> None:
    assert engine.name == request.node.callspec.params["engine"]


@pytest.mark.parametrize("html", ["", "<p></p>", "<!-- only a comment -->", "<p>one</p>", "<h1>one</h1>", "<a href=x>one</a>", "<p hidden>one</p>"])
def test_nothing_and_one_segment(engine: Engine, html: str) -> None:
    check(engine, lines(html))


def test_same_segments_same_labels(engine: Engine) -> None:
    segments = lines(policy(20))
    first = answer(check(engine, segments))
    assert answer(engine.label(segments)) == first
    assert answer(engine.label(lines(policy(20)))) == first


def test_segments_are_not_changed(engine: Engine) -> None:
    segments = lines(policy(5))
    columns = [name for name in Segments.__slots__ if name != "page"]
    before = {name: list(getattr(segments, name)) for name in columns}
    tree = segments.page.tree
    rows = copy.deepcopy((tree.tags, tree.data, tree.parents))
    engine.label(segments)
    assert all(getattr(segments, name) == before[name] for name in columns)
    assert all(now is then for now, then in zip(segments.state, before["state"], strict=True))
    assert (tree.tags, tree.data, tree.parents) == rows


def test_sixteen_threads_give_equal_answers(engine: Engine) -> None:
    pages = [lines(policy(count)) for count in (1, 3, 10, 30)]
    expected = [answer(engine.label(page)) for page in pages]
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda turn: answer(engine.label(pages[turn % 4])), range(64)))
    assert answers == [expected[turn % 4] for turn in range(64)]


@pytest.mark.parametrize("script", SCRIPTS)
def test_other_scripts(engine: Engine, script: str) -> None:
    title, text = SCRIPTS[script]
    segments = lines(policy(6, title, text))
    labels = check(engine, segments)
    document = nest(segments, labels)
    assert document.kept, "the whole page was taken for boilerplate"


@pytest.mark.alone
def test_fifty_thousand_segments_in_linear_time(engine: Engine) -> None:
    small, big = lines(policy(6_250)), lines(policy(12_500))
    assert len(big) >= 50_000
    engine.label(small)
    fast, slow = _seconds(engine, small), _seconds(engine, big)
    for _ in range(12):  # the best of a few runs: other processes only ever add time
        if slow <= 2.6 * fast or slow > 10:
            break
        fast, slow = min(fast, _seconds(engine, small)), min(slow, _seconds(engine, big))
    assert slow <= 2.6 * fast, f"twice the segments took {slow / fast:.2f} times as long"


def _seconds(engine: Engine, segments: Segments) -> float:
    gc.collect()
    gc.disable()  # its sweeps over the whole heap come at sizes of their own choosing
    try:
        start = time.process_time()
        engine.label(segments)
        return time.process_time() - start
    finally:
        gc.enable()
