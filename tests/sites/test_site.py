from __future__ import annotations

from pathlib import Path

import pytest

from rubricate import engines
from rubricate.evaluation.measures.spider import learning_curve
from rubricate.evaluation.sites import _plans, plan_ratios
from rubricate.learn.corpora import RenderedSite, sites
from rubricate.sites import get
from rubricate.sites.rebuilt import block_labels, rebuild
from rubricate.sites.views import View
from rubricate.sites.words import any_language


def test_a_view_becomes_a_page_with_a_label_for_every_block(site: list[View]) -> None:
    assert [text for text in rebuild(site[0]).text if text] == [block.text for block in site[0].blocks]
    labels = [label for label, _ in block_labels(site[0], engines.get("rules"))]
    assert len(labels) == len(site[0].blocks)
    assert labels[:3] == ["boilerplate"] * 3


def load(data_dir: Path, name: str) -> RenderedSite:
    found = [site for site in sites(data_dir) if site.name == name] if (data_dir / "spider").is_dir() else []
    if not found:
        pytest.skip(f"{data_dir} holds no spider/{name}")
    return found[0]


@pytest.mark.data
@pytest.mark.parametrize("name", ["npr", "usatoday"])
def test_ninety_nine_per_cent_from_five_pages_on_and_more_than_the_engine_alone(data_dir: Path, name: str) -> None:
    """Every page is scored once by rules from other pages; also 15 pages must not do worse than 5."""
    plan = next(plan for plan in _plans(load(data_dir, name), [5, 15]) if plan.name == name)
    ours, theirs = (dict(learning_curve(plan_ratios(plan, get(system))[0])) for system in ("site", "engine"))
    assert min(ours.values()) >= 0.99
    assert all(ours[count] >= theirs[count] for count in (5, 15))


@pytest.mark.data
@pytest.mark.parametrize("name", ["qq", "sina", "prothomalo"])
def test_other_scripts(data_dir: Path, name: str) -> None:
    """There is no reference text: but the text speaks of what the title speaks of, and no page is left empty."""
    pages = load(data_dir, name).pages
    texts = get("site").texts(pages[:5], pages[5:])
    assert min(map(len, texts)) > 100
    heads = [set(any_language(page.titles[0])) for page in pages[5:]]
    shares = [len(head & set(any_language(text))) / len(head) for head, text in zip(heads, texts, strict=True)]
    assert sum(shares) / len(shares) > 0.45
