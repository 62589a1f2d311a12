"""How the domain-dependent model is made: labelled lines -> two word2vec models and a net. Needs gensim (extra `papers`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from rubricate.engines.asdus.embedding import Embedding
from rubricate.engines.asdus.network import Network, fit
from rubricate.engines.asdus.units import units
from rubricate.engines.asdus.words import require, words
from rubricate.errors import DataError
from rubricate.types import BOILERPLATE, ITEM, PROSE, TITLE, Segments

if TYPE_CHECKING:
    from rubricate.engines.asdus_dd import Options
    from rubricate.learn.corpora import Example

__all__ = ["CLASSES", "Line", "features", "lines_of", "lines_of_page", "model_of"]

CLASSES = {TITLE: 0, PROSE: 1, ITEM: 1, BOILERPLATE: 2}
"""The class of each label; the third is the paper's 'unrelated'. Lines labelled misc are left out: the paper has no such class."""

Line = tuple[str, int]
"""A text and its class."""


def lines_of(examples: Iterable[Example]) -> list[Line]:
    """The labelled lines of pages with gold."""
    from rubricate import segments
    from rubricate.learn.truth import truth

    lines = []
    for example in examples:
        found = segments.of(example.page())
        lines.extend(lines_of_page(found, truth(example, found).names))
    return lines


def lines_of_page(segments: Segments, names: Sequence[str]) -> list[Line]:
    """The lines of one page that the engine would look at, with their classes."""
    found = units(segments)
    return [(text, CLASSES[names[index]]) for index, text in zip(found.index, found.text, strict=True) if names[index] in CLASSES]


def model_of(lines: Sequence[Line], options: Options, seed: int) -> tuple[Embedding, Embedding, Network]:
    """The title model, the prose model and the net."""
    classes = np.array([number for _, number in lines], dtype=np.int64)
    present = sorted(set(classes.tolist()))
    if present != [0, 1, 2]:
        raise DataError(f"training needs titles, prose and unrelated lines; of {len(lines)} lines there are classes {present} only")
    texts = [words(text.lower()) for text, _ in lines]
    titles = [text for text, number in zip(texts, classes, strict=True) if number == 0]
    prose = [text for text, number in zip(texts, classes, strict=True) if number == 1]
    title = _embedding(titles, options.title_size, options.title_window, options.title_count, options.epochs, seed)
    other = _embedding(prose, options.prose_size, options.prose_window, options.prose_count, options.epochs, seed)
    inputs = features([text for text, _ in lines], title, other)
    return title, other, fit(inputs, classes, options.hidden, options.steps, options.batch, options.rate, seed)


def features(texts: Sequence[str], title: Embedding, prose: Embedding) -> Any:
    """t-score, p-score and length of each text, one row a text."""
    split = [words(text.lower()) for text in texts]
    lengths = np.array([len(text) for text in texts], dtype=float)
    return np.column_stack([title.score(split), prose.score(split), lengths])


def _embedding(texts: list[list[str]], size: int, window: int, count: int, epochs: int, seed: int) -> Embedding:
    models = require("gensim.models")
    model = models.Word2Vec(vector_size=size, window=window, min_count=count, hs=1, negative=0, seed=seed, workers=1)
    model.build_vocab(texts)
    if not len(model.wv):
        raise DataError(f"no word occurs {count} times in the {len(texts)} texts: too few pages to train on")
    model.train(texts, total_examples=len(texts), epochs=epochs)
    return _exported(model, window)


def _exported(model: Any, window: int) -> Embedding:
    vectors = model.wv
    known = list(vectors.index_to_key)
    points = [vectors.get_vecattr(word, "point") for word in known]
    codes = [vectors.get_vecattr(word, "code") for word in known]
    start = np.concatenate([[0], np.cumsum([len(code) for code in codes])]).astype(np.int64)
    nodes = np.concatenate([np.asarray(point[: len(code)]) for point, code in zip(points, codes, strict=True)]).astype(np.int64)
    turns = 1.0 - 2.0 * np.concatenate(codes).astype(float)
    return Embedding(tuple(known), vectors.vectors.astype(float), model.syn1.astype(float), nodes, turns, start, window)
