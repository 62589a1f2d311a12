from __future__ import annotations

from itertools import permutations

import pytest

from rubricate.sites.clusters import Cluster, cluster
from rubricate.sites.relevance import Vocabulary, similarity
from rubricate.sites.views import View
from rubricate.sites.words import any_language


def test_the_sum_over_pairs_without_the_pairs(site: list[View]) -> None:
    words = Vocabulary(site, any_language)
    places = [place for place, block in enumerate(site[0].blocks) if block.path[-1] == "p"]
    blocks = [words.blocks[0][place] for place in places]
    pairs = sum(similarity(a, b, words.idf) for a, b in permutations(blocks, 2))
    relevance = sum(words.relevance(0, place) for place in places)
    assert pairs > 0
    assert words.score(Cluster(tuple((0, place) for place in places))).value == pytest.approx(relevance * pairs)


def test_what_every_page_says_scores_nothing(site: list[View]) -> None:
    words = Vocabulary(site, any_language)
    by_tag = {one.blocks(site)[0].path: words.score(one) for one in cluster(site)}
    assert by_tag["ul", "li"].value == 0


def test_one_page_alone_still_has_a_best_cluster(site: list[View]) -> None:
    words = Vocabulary(site[:1], any_language)
    best = max(cluster(site[:1]), key=lambda one: words.score(one).value)
    assert best.blocks(site)[0].steps[-1].classes == ("text",)
