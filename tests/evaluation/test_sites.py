from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from rubricate.errors import DataError, UsageError
from rubricate.evaluation import EvaluateOptions, run
from rubricate.evaluation.sites import AllText, Plan, _plans, get, plan_ratios
from rubricate.learn.corpora import RenderedPage, sites


@pytest.fixture
def rendered(tmp_path: Path) -> Path:
    folder = tmp_path / "spider" / "paper"
    folder.mkdir(parents=True)
    for number in range(6):
        texts = [{"element": {"name": "p"}, "text": ["the news", f"of day {number}"]}, {"element": {"name": "p"}, "text": ["menu"]}]
        (folder / f"{number:03d}.json").write_text(json.dumps({"titles": [], "texts": texts, "url": f"http://paper.example/{number}"}))
        (folder / f"{number:03d}.txt").write_text(f"the news of day {number}")
    (folder / "urls").write_text("\n".join(f"http://paper.example/{number}" for number in range(6)))
    return tmp_path


class Spy:
    """Remembers what it was given."""

    name = "spy"

    def __init__(self) -> None:
        self.rounds: list[tuple[list[str], list[str]]] = []

    def texts(self, training: Sequence[RenderedPage], scored: Sequence[RenderedPage]) -> list[str]:
        self.rounds.append(([page.id for page in training], [page.id for page in scored]))
        if len(training) == 3:
            raise ValueError("three is too many")
        return [page.reference or "" for page in scored]


def plans(rendered: Path, sizes: list[int]) -> dict[str, Plan]:
    return {plan.name: plan for plan in _plans(sites(rendered)[0], sizes)}


def test_no_page_is_scored_by_what_it_taught(rendered: Path) -> None:
    spy = Spy()
    ratios, errors = plan_ratios(plans(rendered, [2, 3, 9])["paper"], spy)
    assert spy.rounds == [
        (["000", "001"], ["002", "003", "004", "005"]),
        (["002", "003"], ["000", "001"]),
        (["000", "001", "002"], ["003", "004", "005"]),
        (["003", "004", "005"], ["000", "001", "002"]),
    ]
    assert ratios == [(2, 1.0)] * 6 + [(3, 0.0)] * 6
    assert errors == ["paper, 3 pages: ValueError: three is too many"] * 2


def test_windows_go_round_the_corner(rendered: Path) -> None:
    spy = Spy()
    plan_ratios(plans(rendered, [4])["paper"], spy)
    assert spy.rounds == [
        (["000", "001", "002", "003"], ["004", "005"]),
        (["004", "005", "000", "001"], ["002", "003"]),
        (["002", "003", "004", "005"], ["000", "001"]),
    ]


def test_as_published_the_pages_learnt_from_are_scored(rendered: Path) -> None:
    spy = Spy()
    plan_ratios(plans(rendered, [2, 9])["paper, as published"], spy)
    assert spy.rounds == [(["000", "001"], ["000", "001"])]


def test_a_mixed_set_is_scored_page_by_page_and_by_host(rendered: Path) -> None:
    folder = rendered / "spider" / "paper"
    hosts = [f"http://paper{number}.example/" for number in (0, 1, 2, 2, 2, 3)]
    (folder / "urls").write_text("\n".join([*hosts, "http://more.example/"]))
    for number, url in enumerate(hosts):
        page = json.loads((folder / f"{number:03d}.json").read_text())
        (folder / f"{number:03d}.json").write_text(json.dumps(page | {"url": url}))
    spy = Spy()
    plan_ratios(plans(rendered, [2, 15])["paper"], spy)
    assert spy.rounds == [([f"00{number}"], [f"00{number}"]) for number in range(6)]
    spy.rounds.clear()
    ratios, _ = plan_ratios(plans(rendered, [2, 15])["paper by site"], spy)
    assert spy.rounds == [(["000"], ["000"]), (["001"], ["001"]), (["002", "003"], ["004"]), (["004"], ["002", "003"]), (["005"], ["005"])]
    assert ratios == [(15, 1.0)] * 6


def test_run_on_the_spider_corpus(rendered: Path, tmp_path: Path) -> None:
    results = run(EvaluateOptions(engines=("all-text",), corpora=("spider",), data=rendered, train_pages=(2, 4), out=tmp_path / "out"))
    made = results.tree["corpora"]["spider"]["systems"]["all-text"]
    assert made["spider"]["by_site"]["paper"]["curve"] == [(2, pytest.approx(10 / 11)), (4, pytest.approx(10 / 11))]
    assert results.tables()[-1].rows == (("all-text", "90.9", "90.9"),)
    assert "all-text: word match in % by training pages" in (tmp_path / "out" / "report.html").read_text()


def test_sites_that_cannot_be_measured(rendered: Path) -> None:
    with pytest.raises(UsageError, match="no site journal; there are paper"):
        run(EvaluateOptions(engines=("all-text",), corpora=("spider",), data=rendered, sites=("paper", "journal")))
    for path in (rendered / "spider" / "paper").glob("*.txt"):
        path.unlink()
    with pytest.raises(DataError, match=r"none of 1 sites \(paper\)"):
        run(EvaluateOptions(engines=("all-text",), corpora=("spider",), data=rendered))


def test_unknown_site_systems_are_refused() -> None:
    assert isinstance(get("all-text"), AllText)
    with pytest.raises(UsageError):
        get("no-such-system")
