from __future__ import annotations

import numpy as np
import pytest

from rubricate.engines.asdus import embedding
from rubricate.engines.asdus.embedding import Embedding
from rubricate.engines.asdus.network import Network, fit
from rubricate.errors import BadModel

CHOICES = [(verb, noun, place) for verb in ("keep", "share", "sell") for noun in ("data", "name") for place in ("site", "app")]
TEXTS = [f"we {verb} your {noun} when you use our {place}".split() for verb, noun, place in CHOICES] * 6


def small() -> Embedding:
    vectors = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    inner = np.array([[0.5, -0.5], [1.0, 2.0]])
    return Embedding(("a", "b", "c"), vectors, inner, np.array([0, 0, 1, 0, 1]), np.array([1.0, -1, 1, -1, -1]), np.array([0, 1, 3, 5]), 1)


def test_probabilities_of_all_words_after_a_context_sum_to_one() -> None:
    model = small()
    total = 0.0
    for word in model.words:  # log p(b | word) is the same in every text: take the first word's share away
        both = model.score([["b", word], ["b"]])
        first = -np.logaddexp(0, -model.turns[1:3] * (model.inner[model.nodes[1:3]] @ model.vectors[model.words.index(word)])).sum()
        total += np.exp(both[0] - first)
    assert total == pytest.approx(1.0)


def test_unknown_words_are_left_out() -> None:
    model = small()
    assert model.score([["a", "x", "b"]])[0] == model.score([["a", "b"]])[0]
    assert model.score([["x"], []]).tolist() == [0.0, 0.0]


def test_known_is_by_characters() -> None:
    assert small().known(["a B", "xyz!"]) == pytest.approx(2 / 6)
    assert small().known([" "]) == 0


def test_texts_do_not_see_each_other_nor_the_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    model, texts = small(), [list("abc"), list("cab"), list("bb"), list("a")]
    together = model.score(texts)
    assert np.allclose(together, [model.score([text])[0] for text in texts])
    monkeypatch.setattr(embedding, "CHUNK", 2)
    assert np.allclose(together, model.score(texts))


def test_scores_are_those_of_gensim() -> None:
    models = pytest.importorskip("gensim.models")
    from rubricate.engines.asdus.training import _exported

    model = models.Word2Vec(TEXTS, vector_size=8, window=2, min_count=1, hs=1, negative=0, seed=1, workers=1)
    ours = _exported(model, 2).score(TEXTS[:12])
    theirs = model.score(TEXTS[:12], total_sentences=12)
    assert np.allclose(ours, theirs, rtol=0.03)  # gensim reads its table of logarithms up to 0.02 too low
    assert np.corrcoef(ours, theirs)[0, 1] > 0.999


def test_round_trip() -> None:
    model = small()
    again = Embedding.of_arrays(model.arrays("t"), "t")
    assert again.words == model.words
    assert np.allclose(again.score([list("abc")]), model.score([list("abc")]), atol=1e-3)


def test_parts_that_do_not_fit() -> None:
    arrays = small().arrays("t")
    arrays["t_nodes"] = arrays["t_nodes"] + 7
    with pytest.raises(BadModel, match="3 words"):
        Embedding.of_arrays(arrays, "t")
    with pytest.raises(BadModel, match="layers"):
        Network((np.zeros((3, 2)),), (np.zeros(3),), np.zeros(3), np.ones(3))


def test_a_net_learns_what_is_not_linear_and_the_seed_decides() -> None:
    random = np.random.default_rng(0)
    inputs = random.normal(size=(600, 2))
    classes = ((inputs[:, 0] * inputs[:, 1]) > 0).astype(np.int64)
    net = fit(inputs, classes, (24, 48), 600, 64, 0.01, 3)
    assert (net.probabilities(inputs).argmax(axis=1) == classes).mean() > 0.95
    assert np.array_equal(net.weights[0], fit(inputs, classes, (24, 48), 600, 64, 0.01, 3).weights[0])
    assert np.allclose(net.probabilities(inputs).sum(axis=1), 1.0)
