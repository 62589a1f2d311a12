from __future__ import annotations

from pathlib import Path

import pytest

from rubricate.evaluation.measures.spider import word_ratio
from rubricate.learn.corpora import sites
from rubricate.sites.selectors import write
from rubricate.sites.spider import Spider, best_selectors
from rubricate.sites.views import View


def test_the_article_is_the_best_cluster(site: list[View]) -> None:
    assert [write(one) for one in best_selectors(site)] == ["div.story > p.text"]


def test_pages_without_text(site: list[View]) -> None:
    assert best_selectors([View("", ("t",), (), ())]) == []


@pytest.mark.data
@pytest.mark.parametrize(("name", "published"), [("npr", 0.995), ("usatoday", 0.966)])
def test_the_published_figures(data_dir: Path, name: str, published: float) -> None:
    """Figure 1: learnt from 2 to 15 pages, scored, as published, on the pages that were clustered."""
    found = [site for site in sites(data_dir) if site.name == name] if (data_dir / "spider").is_dir() else []
    if not found:
        pytest.skip(f"{data_dir} holds no spider/{name}")
    means = []
    for count in range(2, 16):
        pages = found[0].pages[:count]
        texts = Spider().texts(pages, pages)
        ratios = [word_ratio(text, page.reference) for text, page in zip(texts, pages, strict=True) if page.reference]
        means.append(sum(ratios) / len(ratios))
    assert sum(means) / len(means) == pytest.approx(published, abs=0.0025)
