"""The default engine with its packaged model: what it finds, what it says about it, and what a damaged model does."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import rubricate
from rubricate import engines, page, segments
from rubricate.engines import default
from rubricate.errors import BadModel
from rubricate.types import LABELS

SAMPLE = Path(__file__).resolve().parent.parent.parent / "samples" / "privacy-policy.html"


def test_it_is_the_default() -> None:
    assert engines.get("default").name == "default.v1"


def test_titles_without_h_tags() -> None:
    document = rubricate.extract(SAMPLE.read_bytes())
    titles = [section.title for section in document.walk() if section.title]
    assert "1.1 What you tell us" in titles
    assert "Privacy notice" in titles
    assert all("©" not in document.segments.text[index] for index in document.kept)


def test_a_line_of_code_or_a_formula_is_no_title(monkeypatch: pytest.MonkeyPatch) -> None:
    row = [0.9 if name == "title" else 0.025 for name in LABELS]
    monkeypatch.setattr(default.DefaultEngine, "probabilities", lambda self, found: np.array([row] * len(found.values["chars"]), np.float32))
    formula = "<p><math><mi>E</mi><mo>=</mo><mi>m</mi></math></p><p>Of <math><mi>E</mi></math></p>"
    lines = segments.of(page.read("<p>Making one</p><pre><code>builder = make_one()</code></pre><h3><code>make_one()</code></h3>" + formula))
    names = engines.get("default").label(lines).names
    assert [name == "title" for name in names] == [True, False, True, False, True]


@pytest.mark.parametrize("code", ["<pre><code>What is this?</code></pre>", "<p><b><code>make_one()</code></b></p>"])
def test_no_rule_makes_code_a_title(code: str) -> None:
    text = "<p>Some running text about the thing, which goes on for a while so that it counts as text of a page.</p>"
    for times in (2, 40):
        document = rubricate.extract("<h1>Guide</h1>" + (code + text) * times)
        assert [section.title for section in document.walk() if section.title] in (["Guide"], [])


def test_a_page_is_never_nothing() -> None:
    document = rubricate.extract("<p>Just one short line")
    assert document.to_text().strip() == "Just one short line"
    assert float(document.labels.confidence[0]) < 0.6, "and it says that it is not sure"
    assert rubricate.extract("<p style='display:none'>hidden").to_text().strip() == ""


def test_probabilities() -> None:
    lines = segments.of(page.read(SAMPLE.read_bytes()))
    labels = default.engine().label(lines)
    assert labels.probabilities.shape == (len(lines), len(LABELS))
    assert np.allclose(labels.probabilities.sum(axis=1), 1, atol=1e-4)
    best = [LABELS[index] for index in labels.probabilities.argmax(axis=1)]
    changed = [index for index, (name, model) in enumerate(zip(labels.names, best, strict=True)) if name not in (model, "title")]
    assert all(lines.state[index].cell for index in changed), "the rules may add titles, tables are kept or dropped whole, and nothing else changes"
    chances = [labels.probabilities[index, LABELS.index(name)] for index, name in enumerate(labels.names)]
    assert all(sure == pytest.approx(chance, abs=1e-3) or sure == 0.5 for sure, chance in zip(labels.confidence, chances, strict=True))


def test_disguised_titles_are_found_too() -> None:
    """A page with h-tags, and the same page with styled divs in their place, give nearly the same titles."""
    from rubricate.learn.disguises import disguised

    text = "<p>" + "We keep what you tell us for as long as the law wants it, and no longer than that. " * 3 + "</p>"
    html = "<nav><a href=/>Home</a> <a href=/a>About</a></nav><main><h1>Privacy policy</h1>" + text
    html += "".join(f"<h2>{name}</h2>{text * 2}" for name in ("What we collect", "What we share", "How long we keep it", "Your rights")) + "</main>"
    plain = page.read(html)
    engine = default.engine()
    for version in (plain, disguised(plain, "untagged")):
        lines = segments.of(version)
        names = engine.label(lines).names
        found = {text for text, name in zip(lines.text, names, strict=True) if name == "title"}
        assert {"What we collect", "What we share", "How long we keep it", "Your rights"} <= found


def test_explain_names_features_in_words() -> None:
    lines = segments.of(page.read(SAMPLE.read_bytes()))
    engine = default.engine()
    evidence = engine.explain(lines, engine.label(lines))
    assert len(evidence) == len(lines)
    assert sum(bool(words) for words in evidence) > 0.9 * len(evidence)
    assert engine.explain(segments.of(page.read("")), engine.label(segments.of(page.read("")))) == []


def test_prose_in_a_list_is_an_item() -> None:
    kinds = np.array([[0.1, 0.6, 0.1, 0.2], [0.1, 0.6, 0.1, 0.2]], np.float32)
    found = default.by_label(kinds, np.array([0, 2], np.float32))
    assert [LABELS[index] for index in found.argmax(axis=1)] == ["prose", "item"]
    assert np.allclose(found.sum(axis=1), 1)


def test_card_tells_what_the_model_is() -> None:
    card = json.loads(default.MODEL.with_suffix(".json").read_text(encoding="utf-8"))
    import hashlib

    assert card["sha256"] == hashlib.sha256(default.MODEL.read_bytes()).hexdigest()
    assert card["data"]["stapi"]["pages"] > 0
    assert default.MODEL.stat().st_size < 3_000_000


@pytest.mark.parametrize("content", [b"", b"not a model", b"PK\x03\x04broken"])
def test_damaged_model(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model.npz"
    path.write_bytes(content)
    with pytest.raises(BadModel, match=r"model\.npz"):
        default.engine(model=path)


def test_missing_and_foreign_models(tmp_path: Path) -> None:
    with pytest.raises(BadModel, match="no model file"):
        default.engine(model=tmp_path / "none.npz")
    path = tmp_path / "other.npz"
    np.savez(path, facts=np.array(json.dumps({"format": 99})))
    with pytest.raises(BadModel, match="format 99"):
        default.engine(model=path)
