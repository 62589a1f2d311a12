"""victor.v1: blocks, the 46 features, the CRF, joining blocks to lines, models on disk, and pages that are hard to label."""

from __future__ import annotations

import json
import pickle
import time
from pathlib import Path

import numpy as np
import pytest

import rubricate.page
import rubricate.segments
from rubricate import engines
from rubricate.engines import victor
from rubricate.engines.victor import config as configs
from rubricate.engines.victor import figures
from rubricate.engines.victor.blocks import CONTAINERS, SPLITS, blocks
from rubricate.engines.victor.config import CONTENT, DOCUMENT, FEATURES, MARKUP
from rubricate.engines.victor.crf import LABELS as BLOCK_LABELS
from rubricate.engines.victor.crf import Learning, Weights, decode, emissions, learn, marginals
from rubricate.engines.victor.features import columns
from rubricate.engines.victor.gold import truth
from rubricate.engines.victor.joined import join
from rubricate.errors import BadModel, DataError, UsageError
from rubricate.learn.corpora import Example
from rubricate.types import BOILERPLATE, ITEM, LABELS, PROSE, TITLE, Segments

CONFIG = configs.load()
CELLS = CONFIG.template(FEATURES)


def lines(html: str) -> Segments:
    return rubricate.segments.of(rubricate.page.read(html))


def texts(html: str) -> list[str]:
    return blocks(lines(html), CONFIG).text


def feature(html: str, name: str) -> list[int]:
    return [int(value) for value in columns(blocks(lines(html), CONFIG), CONFIG)[name]]


def example(folder: Path, html: str, gold: list[tuple[str, str]]) -> Example:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "page.html").write_text(html, "utf-8")
    (folder / "gold.jsonl").write_text("".join(json.dumps({"label": label, "text": text}) + "\n" for label, text in gold), "utf-8")
    return Example("mine", folder.name, folder, "mine", folder.name)


def corpus(folder: Path, count: int = 6) -> list[Example]:
    """Pages with a menu, a title, paragraphs with links in them, a list and a footer."""
    made = []
    for page in range(count):
        parts, gold = [], []
        for part in range(3 + page % 3):
            body = f"On page {page}, in part {part}, there is a long sentence with a link in it, and it goes on for a while."
            marked = body.replace("link", "<a href=x>link</a>")
            parts.append(f"<h2>Part number {part}</h2><p>{marked}</p><ul><li>first thing of {part}</li><li>second thing of {part}</li></ul>")
            gold += [("title", f"Part number {part}"), ("prose", body), ("list", f"first thing of {part}"), ("list", f"second thing of {part}")]
        menu = "".join(f"<td><a href=/{item}>Menu {item}</a></td>" for item in range(8))
        html = f"<table><tr>{menu}</tr></table><div>{''.join(parts)}</div><div><a href=/c>Copyright</a> | <a href=/d>Legal</a></div>"
        made.append(example(folder / f"page{page}", html, gold))
    return made


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> victor.Victor:
    pytest.importorskip("pycrfsuite", reason="training needs the extra papers")
    return victor.train(corpus(tmp_path_factory.mktemp("corpus")), victor.Options(features="exp-1"), seed=0)


# -- blocks ------------------------------------------------------------------------------------------------------------------------------------


def test_the_papers_example_has_three_blocks() -> None:
    assert texts("<p>Hello <b><i>world</i></b>!</p>") == ["Hello", "world", "!"]


def test_scripts_and_styles_are_no_blocks() -> None:
    assert texts("<title>t</title><style>a{}</style><script>x</script><p>one</p>") == ["one"]


def test_lines_of_preformatted_text_are_blocks_parted_by_a_break() -> None:
    found = blocks(lines("<pre>one\ntwo\nthree</pre>"), CONFIG)
    assert [text.strip() for text in found.text] == ["one", "two", "three"]
    assert [splits[SPLITS.index("br")] for splits in found.splits] == [0, 1, 1]


def test_bold_in_preformatted_text() -> None:
    assert texts("<pre>one <b>two</b> three\nfour</pre>") == ["one", "two", "three", "four"]


def test_alternative_text_is_a_block_inside_img_and_in_no_segment() -> None:
    found = blocks(lines("<p>before</p><img alt='a  picture'><p>after</p><img alt=''>"), CONFIG)
    assert found.text == ["before", "a picture", "after"]
    assert found.segment == [0, -1, 1]
    assert found.containers[1] == 1 << CONTAINERS.index("img")


def test_every_character_of_the_lines_is_in_a_block() -> None:
    segments = lines("<div>a<b>b</b> c<br>d <i>e</i></div><pre>f <b>g</b>\n h</pre><ul><li>i<li><a href=x>j</a>.</ul>")
    found = blocks(segments, CONFIG)
    for index, text in enumerate(segments.text):
        own = "".join(found.text[block] for block, segment in enumerate(found.segment) if segment == index)
        assert "".join(own.split()) == "".join(text.split())


# -- features ----------------------------------------------------------------------------------------------------------------------------------


def test_there_are_46_features_in_three_families() -> None:
    assert len(FEATURES) == len(set(FEATURES)) == 46
    assert (len(MARKUP), len(CONTENT), len(DOCUMENT)) == (15, 25, 6)


def test_containers() -> None:
    page = "<p>a <a href=x>b</a><u>c</u></p><ul><li><b>d</b></li></ul><h2><em>e</em></h2><form><label>f</label></form>"
    assert feature(page, "container.p") == [1, 1, 1, 0, 0, 0]
    assert feature(page, "container.a") == [0, 1, 0, 0, 0, 0]
    assert feature(page, "container.u") == [0, 0, 1, 0, 0, 0]
    assert feature(page, "container.li") == feature(page, "container.class-list") == feature(page, "container.class-bold") == [0, 0, 0, 1, 0, 0]
    assert feature(page, "container.class-header") == feature(page, "container.class-italic") == [0, 0, 0, 0, 1, 0]
    assert feature(page, "container.class-form") == [0, 0, 0, 0, 0, 1]


def test_splits_count_opening_and_closing_tags() -> None:
    page = "<p>a <b>b</b></p><p>c<br><br>d</p><hr>e"
    assert feature(page, "split.br") == [0, 0, 0, 2, 0]
    assert feature(page, "split.p") == [1, 0, 2, 0, 1]
    assert feature(page, "split.hr")[-1] == 1
    assert feature(page, "split.class-inline") == [0, 1, 1, 0, 0]


def test_characters_and_tokens() -> None:
    page = "<p>abcde</p><p>12345</p><p>a1 b2 3 four - -</p>"
    assert feature(page, "char.alpha-rel") == [9, 0, 3]
    assert feature(page, "char.num-rel") == [0, 4, 0]
    assert feature(page, "token.mix-abs") == [0, 0, 2]
    assert feature(page, "token.other-abs") == [0, 0, 2]
    assert feature(page, "token.num-abs") == [0, 1, 1]


def test_sentences() -> None:
    page = "<p>One. Two! Three?</p><p>no sentence</p><p>我们。</p>"
    assert feature(page, "sentence.count") == [3, 0, 1]
    assert feature(page, "sentence-begin") == [1, 0, 1]
    assert feature(page, "sentence-end") == [1, 0, 1]


def test_duplicates_ignore_white_space_and_what_is_no_letter() -> None:
    page = "<p>Read more...</p><p>text</p><p>read  MORE 7</p><p>Readmore</p><p>-</p><p>-</p>"
    assert feature(page, "duplicate-count") == [2, 0, 2, 2, 0, 0]
    assert feature(page, "first-duplicate") == [1, 0, 0, 0, 0, 0]


def test_expressions_name_the_first_that_matches() -> None:
    page = "<p>see http://example.org</p><p>on 12 May 2006 at 10:30 pm</p><p>none</p>"
    assert feature(page, "regexp.url") == [1, 0, 0]
    assert feature(page, "regexp.date") == [0, 2, 0]
    assert feature(page, "regexp.time") == [0, 1, 0]


def test_bullets_of_one_kind_have_one_value() -> None:
    values = feature("<p>1. one</p><p>2. two</p><p>a) three</p><p>b) four</p><p>* five</p><p>Six words</p>", "bullet")
    assert values[0] == values[1] != values[2] == values[3] != values[4]
    assert values[-1] == 0
    assert all(values[:-1])


def test_groups_are_direct_descendants_and_do_not_count_links() -> None:
    page = "<div>a <div>b c d e f g h</div> i <div><a href=x>j k l m n o p q r</a></div></div>"
    found = blocks(lines(page), CONFIG)
    by_text = dict(zip(found.text, found.div, strict=True))
    assert by_text["a"] == by_text["i"] != by_text["b c d e f g h"]
    assert feature(page, "div-group.word-ratio") == [2, 7, 2, 0]
    assert feature(page, "td-group.word-ratio") == [0, 0, 0, 0]


def test_position_runs_from_the_first_value_to_the_last() -> None:
    values = feature("<p>x</p>" * 20, "position")
    assert values == sorted(values)
    assert (values[0], values[-1]) == (0, 9)


def test_bins_are_the_largest_less_or_equal() -> None:
    assert CONFIG.bins("token.num-abs", (0, 1, 2, 4, 5, 99)).tolist() == [0, 1, 2, 2, 3, 3]
    assert CONFIG.scaled("position", (0.0, 0.05, 0.1, 0.99, 1.0)).tolist() == [0, 0, 1, 9, 9]


def test_experiments_of_the_paper() -> None:
    assert len(CONFIG.features("exp-1")) == 46
    assert len(CONFIG.features("exp-2")) == 42
    assert len(CONFIG.features("exp-3")) == 40
    assert CONFIG.features("markup") == MARKUP
    with pytest.raises(UsageError, match="no features 'exp-9'"):
        CONFIG.features("exp-9")
    with pytest.raises(UsageError, match=r"no feature 'char\.blink'"):
        CONFIG.features(["char.blink"])


def test_a_configuration_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps({**CONFIG.variables, "feature-position-scale": 3}), "utf-8")
    assert configs.load(path).scaled("position", [0.9]).tolist() == [2]
    path.write_text("{}", "utf-8")
    with pytest.raises(UsageError, match="lacks"):
        configs.load(path)
    with pytest.raises(UsageError, match="no configuration"):
        configs.load(tmp_path / "none.json")


# -- gold --------------------------------------------------------------------------------------------------------------------------------------


def test_the_papers_example_of_annotation(tmp_path: Path) -> None:
    html = "<a href=x>Menu</a><p> See <a href='http://example.org'>our website</a> for more details<b>.</b></p><h2>A heading</h2>"
    page = example(tmp_path / "page", html, [("prose", "See our website for more details."), ("title", "A heading")])
    found = blocks(lines(html), CONFIG)
    assert list(zip(found.text, truth(page, found), strict=True)) == [
        ("Menu", "other"),
        ("See", "paragraph"),
        ("our website", "continuation"),
        ("for more details", "continuation"),
        (".", "continuation"),
        ("A heading", "header"),
    ]


# -- the CRF -----------------------------------------------------------------------------------------------------------------------------------


def small_weights() -> Weights:
    rng = np.random.default_rng(0)
    tables = {(row, "position"): rng.normal(size=(10, 5)) for row in (-1, 0, 1)}
    return Weights(tables, {-1: rng.normal(size=5), 1: rng.normal(size=5)}, rng.normal(size=(5, 5)))


def test_decoding_and_marginals_are_those_of_all_sequences() -> None:
    from itertools import pairwise, product

    weights = small_weights()
    scores = emissions(weights, {"position": np.array([0, 3, 9, 2])})
    every = list(product(range(5), repeat=4))
    values = [sum(scores[t, y] for t, y in enumerate(path)) + sum(weights.transitions[a, b] for a, b in pairwise(path)) for path in every]
    assert decode(scores, weights.transitions) == list(every[int(np.argmax(values))])
    chances = np.exp(np.array(values) - max(values))
    chances /= chances.sum()
    expected = np.zeros((4, 5))
    for path, chance in zip(every, chances, strict=True):
        for place, state in enumerate(path):
            expected[place, state] += chance
    assert np.allclose(marginals(scores, weights.transitions), expected)


def test_values_and_rows_that_were_never_seen_weigh_nothing() -> None:
    weights = small_weights()
    assert emissions(weights, {"position": np.array([99, 99, 99])})[1].tolist() == [0.0] * 5
    assert emissions(weights, {"position": np.array([], dtype=int)}).shape == (0, 5)
    assert decode(np.zeros((0, 5)), weights.transitions) == []
    assert marginals(np.zeros((0, 5)), weights.transitions).shape == (0, 5)


def test_long_pages_do_not_underflow() -> None:
    weights = small_weights()
    sure = marginals(emissions(weights, {"position": np.arange(20_000) % 10}) * 30, weights.transitions * 30)
    assert np.isfinite(sure).all()
    assert np.allclose(sure.sum(axis=1), 1.0)


def test_numpy_gives_what_crfsuite_gives(tmp_path: Path) -> None:
    pycrfsuite = pytest.importorskip("pycrfsuite")
    from rubricate.engines.victor.crf import _attributes, _parameters

    found = blocks(lines(corpus(tmp_path, 1)[0].page().html), CONFIG)
    table = columns(found, CONFIG)
    gold = truth(corpus(tmp_path, 1)[0], found)
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.set_params(_parameters(Learning(iterations=20)))
    trainer.append(_attributes(table, CELLS), gold)
    trainer.train(str(tmp_path / "model"))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(tmp_path / "model"))
    theirs = tagger.tag(_attributes(table, CELLS))
    weights = learn([(table, gold)], CELLS, Learning(iterations=20))
    scores = emissions(weights, table)
    assert [BLOCK_LABELS[label] for label in decode(scores, weights.transitions)] == theirs
    sure = marginals(scores, weights.transitions)
    for place in (0, 3, len(gold) - 1):
        for label in sorted(set(gold)):
            assert sure[place, BLOCK_LABELS.index(label)] == pytest.approx(tagger.marginal(label, place), abs=2e-3)


# -- from blocks to lines ----------------------------------------------------------------------------------------------------------------------


def joined(html: str, labels: list[str]) -> tuple[list[str], list[bool], np.ndarray]:
    segments = lines(html)
    found = blocks(segments, CONFIG)
    numbers = [BLOCK_LABELS.index(label) for label in labels]
    made = join(len(segments), found, numbers, np.eye(5)[numbers] * 0.75 + 0.05)
    return made.names, made.continues, made.probabilities


def test_a_line_is_what_its_first_content_block_is() -> None:
    names, continues, chances = joined(
        "<h2>1. <b>Title</b></h2><p>text <a href=x>link</a></p><li>item", ["header", "continuation", "paragraph", "continuation", "list"]
    )
    assert names == [TITLE, PROSE, ITEM]
    assert continues == [False, False, False]
    assert np.allclose(chances.sum(axis=1), 1.0)
    assert [LABELS[place] for place in chances.argmax(axis=1)] == names


def test_a_line_that_continues_has_the_label_of_the_line_before() -> None:
    names, continues, _ = joined("<ul><li>one<br>two</ul><p>three</p><p>four</p>", ["list", "continuation", "other", "paragraph"])
    assert names == [ITEM, ITEM, BOILERPLATE, PROSE]
    assert continues == [False, True, False, False]


def test_a_line_with_more_noise_than_content_is_boilerplate() -> None:
    names, _, chances = joined("<p>by <a href=x>somebody with a long name</a></p>", ["paragraph", "other"])
    assert names == [BOILERPLATE]
    assert chances[0].argmax() == LABELS.index(BOILERPLATE)


# -- training and models -----------------------------------------------------------------------------------------------------------------------


def test_it_learns_what_it_was_shown(trained: victor.Victor, tmp_path: Path) -> None:
    unseen = corpus(tmp_path, 8)[7]
    segments = rubricate.segments.of(unseen.page())
    labels = trained.label(segments)
    by_text = dict(zip(segments.text, labels.names, strict=True))
    assert by_text["Part number 1"] == TITLE
    assert by_text["first thing of 2"] == ITEM
    assert by_text["Menu 3"] == BOILERPLATE
    assert next(name for text, name in by_text.items() if text.startswith("On page")) == PROSE
    assert min(labels.confidence) > 0.3


def test_the_same_pages_give_the_same_model(trained: victor.Victor, tmp_path: Path) -> None:
    again = victor.train(corpus(tmp_path), victor.Options(features="exp-1"), seed=0)
    assert np.array_equal(again.weights.transitions, trained.weights.transitions)
    assert all(np.array_equal(again.weights.tables[key], table) for key, table in trained.weights.tables.items())


def test_save_and_load(trained: victor.Victor, tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    trained.save(path, note="a test")
    card = json.loads((tmp_path / "mine.json").read_text("utf-8"))
    assert (card["seed"], card["note"], card["bytes"]) == (0, "a test", path.stat().st_size)
    loaded = engines.get("victor.v1", model=str(path))
    segments = lines("<h2>Part number 1</h2><p>On page 3 there is a long sentence.</p>")
    assert loaded.label(segments).names == trained.label(segments).names
    assert loaded.label(segments).confidence == trained.label(segments).confidence


def test_the_name_of_a_model_is_the_one_given(trained: victor.Victor, tmp_path: Path) -> None:
    trained.save(tmp_path / "new" / "model")
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["model", "model.json"]
    assert victor.engine(model=str(tmp_path / "new" / "model")).name == "victor.v1"


def test_a_trained_engine_travels_to_another_process(trained: victor.Victor) -> None:
    segments = lines("<h2>Part number 1</h2><p>On page 3 there is a long sentence.</p>")
    assert pickle.loads(pickle.dumps(trained)).label(segments).names == trained.label(segments).names


def test_damaged_and_missing_models_are_named(trained: victor.Victor, tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    with pytest.raises(BadModel, match="cannot be read"):
        victor.engine(model=str(path))
    trained.save(path)
    data = path.read_bytes()
    path.write_bytes(data[:-7])
    with pytest.raises(BadModel, match="sha256"):
        victor.engine(model=str(path))
    (tmp_path / "mine.json").unlink()
    with pytest.raises(BadModel, match="damaged"):
        victor.engine(model=str(path))
    np.savez(path, about=np.frombuffer(b'{"format": "other", "labels": []}', dtype=np.uint8), states=0, edges=0, transitions=0)
    with pytest.raises(BadModel, match="format 'other'"):
        victor.engine(model=str(path))


def test_nothing_to_learn_from_is_a_named_error(tmp_path: Path) -> None:
    pytest.importorskip("pycrfsuite")
    with pytest.raises(DataError, match="0 pages"):
        victor.train([], None, 0)
    with pytest.raises(DataError, match="1 pages"):
        victor.train([example(tmp_path / "empty", "", [])], None, 0)


def test_without_the_extra_training_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rubricate.errors import MissingExtra

    monkeypatch.setitem(__import__("sys").modules, "pycrfsuite", None)
    with pytest.raises(MissingExtra, match="papers"):
        victor.train(corpus(tmp_path, 1), None, 0)


def test_the_packaged_model_has_a_card_and_is_small() -> None:
    path = victor.model.PACKAGED
    card = json.loads(path.with_suffix(".json").read_text("utf-8"))
    assert path.stat().st_size == card["bytes"] <= 5_000_000
    assert {"corpora", "pages", "blocks", "seed", "versions", "scores", "sha256"} <= set(card)


@pytest.mark.parametrize("html", ["", "word", "<img alt=picture>", "<pre>\n\n</pre>", "<p>\u200b</p>", "<p hidden>word</p>", "<b>" * 3000 + "deep"])
def test_hardly_anything(html: str) -> None:
    segments = lines(html)
    labels = victor.engine().label(segments)
    assert len(labels.names) == len(labels.confidence) == len(segments)
    assert np.allclose(np.asarray(labels.probabilities).sum(axis=1), 1.0)


@pytest.mark.alone
def test_time_grows_with_the_page() -> None:
    engine = victor.engine()

    def seconds(count: int) -> float:
        segments = lines("<div><h2>Title</h2><p>Some <b>text</b> of the page.</p>" * count)
        start = time.process_time()
        engine.label(segments)
        return time.process_time() - start

    small, big = (min(seconds(count) for _ in range(2)) for count in (2_000, 8_000))
    assert big < 8 * small + 0.05, f"four times the page took {big / small:.1f} times as long"


@pytest.mark.data
def test_pages_that_the_packaged_model_has_not_seen(data_dir: Path) -> None:
    """A floor well below the measured figure (blocks of cleanportaleval on the right side of content and noise)."""
    from rubricate.learn.corpora import load

    engine = victor.engine()
    right = total = 0
    for page in load("cleanportaleval", data_dir)[::7]:
        found, labels, _ = engine.blocks(rubricate.segments.of(page.page(css=False)))
        sides = zip(truth(page, found), labels, strict=True)
        right += sum((gold == "other") == (BLOCK_LABELS[own] == "other") for gold, own in sides)
        total += len(labels)
    assert right / total > 0.6


def test_cross_validation_gives_the_rows_of_table_6_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pycrfsuite", reason="training needs the extra papers")
    monkeypatch.setattr("rubricate.learn.folds.folds", lambda *_: [[0, 3], [1, 4], [2, 5]])  # the pages are too alike to be parted
    found = figures.experiments(corpus(tmp_path, 6), ("exp-3", "markup"))
    assert list(found) == ["exp-3", "markup"]
    assert list(found["exp-3"]) == ["labels of blocks", "content and noise of blocks", "text only", "markup only", "total"]
    assert found["exp-3"]["labels of blocks"] > 80
    assert found["exp-3"]["total"] == pytest.approx((found["exp-3"]["text only"] + found["exp-3"]["markup only"]) / 2)


def test_a_continuation_goes_on_with_the_block_before_it() -> None:
    found = blocks(lines("<h1>One</h1><p>two <b>three</b></p><p>menu</p>"), CONFIG)
    assert figures.written(found, ["header", "paragraph", "continuation", "other"]) == [("h", "One"), ("p", "two three")]
