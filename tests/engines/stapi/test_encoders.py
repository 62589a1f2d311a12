"""Sentence encodings: the mean of means, whatever stands beside a text; and what happens when an encoder is not there."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rubricate.engines.stapi import encoders
from rubricate.engines.stapi.encoders import average, encoder
from rubricate.errors import BadModel, MissingExtra

pytest.importorskip("sentencex", reason="needs the extra 'papers'")


class Lengths:
    """One number a sentence: its length."""

    name = "lengths"
    size = 1

    def encode(self, texts: Sequence[str]) -> Any:
        return np.array([[len(text)] for text in texts], dtype=np.float32)


def test_a_text_is_the_mean_of_its_sentences() -> None:
    found = average(Lengths(), ["We keep it. You do not keep it.", "One", ""])
    assert found.tolist() == [[(11 + 19) / 2], [3], [0]]


def test_batches_do_not_change_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"Sentence number {number}. And one more!" * (number % 5 + 1) for number in range(60)]
    whole = average(Lengths(), texts)
    monkeypatch.setattr(encoders, "BATCH", 7)
    assert np.array_equal(average(Lengths(), texts), whole)


def test_word_vectors() -> None:
    pytest.importorskip("wordllama", reason="needs the extra 'papers'")
    encode = encoder("wordllama")
    found = average(encode, ["Privacy policy", "We protect your privacy.", "Add to cart", "隐私政策", "Privacy policy"])
    assert found.shape == (5, 256)
    assert np.array_equal(found[0], found[4])
    near, far = found[0] @ found[1] / np.linalg.norm(found[1]), found[0] @ found[2] / np.linalg.norm(found[2])
    assert near > far


def test_a_line_without_end_is_cut() -> None:
    pytest.importorskip("wordllama", reason="needs the extra 'papers'")
    start = time.perf_counter()
    assert np.isfinite(average(encoder("wordllama"), ["a" * 5_000_000, "x. " * 1_000_000])).all()
    assert time.perf_counter() - start < 20


def test_a_bert_from_a_folder(tmp_path: Path) -> None:
    """The paper's formula on a model small enough to make here: the mean over layers of the mean over tokens."""
    torch = pytest.importorskip("torch", reason="needs torch and transformers")
    transformers = pytest.importorskip("transformers", reason="needs torch and transformers")
    make_bert(transformers, torch, tmp_path)
    encode = encoder(str(tmp_path))
    assert encode.size == 16
    found = encode.encode(["we keep your name", "name", "we keep " * 500])
    assert found.shape == (3, 16)
    tokens = transformers.AutoTokenizer.from_pretrained(tmp_path)
    model = transformers.AutoModel.from_pretrained(tmp_path).eval()
    with torch.inference_mode():
        states = model(**tokens("name", return_tensors="pt"), output_hidden_states=True).hidden_states
    expected = torch.stack([layer[0].mean(dim=0) for layer in states[1:]]).mean(dim=0).numpy()
    assert np.allclose(found[1], expected, atol=1e-5)
    assert average(encode, ["We keep. You keep."]).shape == (1, 16)


def make_bert(transformers: Any, torch: Any, folder: Path) -> None:
    torch.manual_seed(0)
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "we", "keep", "your", "name", "you", "."]
    (folder / "vocab.txt").write_text("\n".join(words))
    transformers.BertTokenizer(str(folder / "vocab.txt")).save_pretrained(folder)
    config = transformers.BertConfig(
        vocab_size=len(words), hidden_size=16, num_hidden_layers=3, num_attention_heads=2, intermediate_size=32, max_position_embeddings=64
    )
    transformers.BertModel(config).save_pretrained(folder)


def test_a_model_that_is_not_here_is_not_downloaded(tmp_path: Path) -> None:
    pytest.importorskip("transformers", reason="needs torch and transformers")
    pytest.importorskip("torch", reason="needs torch and transformers")
    with pytest.raises(BadModel, match="nothing is downloaded"):
        encoder(str(tmp_path / "absent"))


def test_a_missing_package_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoders, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match="papers"):
        encoder("wordllama")
