"""Lines that are set apart and still no titles: code, formulas, headers of tables, captions, initials, addresses, entries of a list of contents,
doubtful links, the labels of listings, boxes and headings, and the name of the site.

A title heads what follows it up to the next one. 'js' above a listing and 'Warning' in a box head the listing and the box: as titles they would
take the rest of their section away from it. With an h-tag, a line is a title, unless it is such a word as boxes are labelled with. (Of 152 header
cells of training pages that models which had not seen them took for titles, none is one in the gold; of 23 lines of one or two letters, none; of
158 that stand right above a larger heading, as 'Solutions' does above 'What we do', none; of 9 entries of lists whose words are a title further
down, none; of 181 captions and 26 lines as 'Figure 1: ...' and 'Photo: ...', none; of 18 doubtful links, as 'Read more: ...', on pages whose
annotators marked titles without h-tags, one.)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from rubricate.types import Segments

__all__ = ["is_site_name", "no_titles"]

_HEADER = 2  # what `State.cell` is in a <th>
_OF_CODE = re.compile(r"\S{1,12}|.{0,80}\S\.\w{1,5}")
_OF_BOX = re.compile(r"\w{1,20}\s?[:!.]?")
_BOX = re.compile(r"(?:^|[\s_-])(?:note|tip|hint|warning|caution|danger|alert|notice)(?:$|[\s_-])|admonition|callout|notecard", re.IGNORECASE)
_KINDS_OF_BOX = frozenset(
    "note notes warning caution tip hint important info information danger attention notice example hinweis achtung warnung wichtig tipp beispiel "
    "remarque astuce exemple nota atención aviso importante consejo ejemplo avviso suggerimento".split()
)
"""The words that an h-tag in a box may say and still be its label."""
_MAIL, _POST = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}\.\w"), re.compile(r"\b[A-Z]{2},? \d{5}$")
"""Addresses; of the postal ones the end, as in 'Portland, OR 97217'."""
_HOME = re.compile(r"/|\./|(?:\.?/)?(?:index|default)\.\w{3,5}|https?:(?P<host>//[^/?#]+)/?", re.IGNORECASE)
_OF_PICTURE = re.compile(
    r"(?:fig(?:ure|\.)?|table|tab\.|image|photo|picture|chart|abb(?:ildung|\.)|tabelle|figura|tabla|imagen|tableau|figuur|tabel|рис(?:унок|\.)"
    r"|табл(?:ица|\.)|rys(?:unek|\.)|[图圖表図]|그림|표)\s?\d{1,2}(?![\d%°])"
    r"|(?:sources?|(?:photo |image |picture )?credits?|photo|image|foto|bild|quelle|fuente|фото|источник|写真|出典|图片来源)\s?[:：]"
    r"|(?:photo|image|illustration)s? (?:by|courtesy) ",
    re.IGNORECASE,
)
"""How captions begin, and who is thanked for a picture: 'Figure 1', 'Photo: A. Name'."""
_THANKS = re.compile(r"\((?:photo|image|picture|credit|source|foto|bild)s?(?: by|:)[^()]{1,80}\)$", re.IGNORECASE)
"""How captions end: '... (Photo: A. Name)'."""
_WORD = re.compile(r"\w+")
_FEW = 2
"""Letters and digits that make no title."""
_CAPTIONS = ("figcaption", "caption")
_SENTENCE = 60
"""Characters of a line that is a sentence."""
_NEAR, _LONG = 4, 300
"""Elements between a line and the box that it stands in, and characters of their classes that are read."""
_FORMULA = frozenset(("math", "mi", "mn", "mo", "ms", "mtext"))
"""Elements of MathML that hold text."""


def no_titles(segments: Segments, lines: Sequence[int], doubtful: Sequence[bool]) -> list[int]:
    """Which of some lines that look like titles are none; links and labels of listings are told from titles only where those are doubtful."""
    boxes: dict[int, bool] = {}  # of every element, whether it is a box: it may have many attributes, and many lines
    known = _labels_of_headings(segments, lines) | _entries(segments, lines)
    found = []
    for index, unsure in zip(lines, doubtful, strict=True):
        text, state = segments.text[index], segments.state[index]
        if state.heading:
            none = index in known or (_is_kind_of_box(text) and _is_label_of_box(segments, index, boxes))
        elif index in known or state.cell == _HEADER or _is_caption(segments, index) or _is_initials(text) or _is_address(text):
            none = True
        else:
            vague = unsure and (_is_link(segments, index) or _is_label_of_code(segments, index))
            none = vague or _is_signs(segments, index) or _is_label_of_box(segments, index, boxes)
        if none:
            found.append(index)
    return found


def _labels_of_headings(segments: Segments, lines: Sequence[int]) -> set[int]:
    """The lines that stand right above a heading that is larger or bolder."""
    found, states = set(), segments.state
    for index, below in pairwise(lines):
        own, other = states[index], states[below]
        if below == index + 1 and not own.heading and other.heading and (own.size < other.size or own.weight < other.weight):
            found.add(index)
    return found


def _entries(segments: Segments, lines: Sequence[int]) -> set[int]:
    """The lines that are entries of a list of contents: they stand in a list, are links, most of them, and their words are a title further down. With
    an h-tag, another entry stands right beside them."""
    texts, states = segments.text, segments.state
    maybe = [index for index in lines if states[index].list_depth and _is_link(segments, index)]
    latest = {_words(texts[index]): index for index in lines} if maybe else {}
    entries = {index for index in maybe if latest[_words(texts[index])] > index}
    return {index for index in entries if not states[index].heading or not entries.isdisjoint((index - 1, index + 1))}


def is_site_name(segments: Segments, first: int) -> bool:
    """Whether a page's first title is no title of its own, but the name of the site: an <h1> that is a link to the first page of the site, on another
    page than that, which is called so.

    Of 9 such on training pages, none is kept in the gold.
    """
    page, text = segments.page, segments.text[first]
    if segments.state[first].heading != 1 or segments.linked[first] < len("".join(text.split())) or _words(text) == _words(page.title):
        return False
    link = page.tree.nearest(segments.runs[first][0], ("a",))
    href = (page.tree.attribute(link, "href") or "").strip()[:_LONG] if link >= 0 else ""
    home = _HOME.fullmatch(href)
    return home is not None and (home["host"] is None or home["host"].lower() in (page.base or "").lower())


def _is_caption(segments: Segments, index: int) -> bool:
    """Whether a line begins or ends like a caption, or is one that heads no longer line of the same caption, as the name on a card does."""
    if not segments.state[index].caption:
        text = segments.text[index]
        return _OF_PICTURE.match(text) is not None or (text.endswith(")") and _THANKS.search(text[-_LONG:]) is not None)
    after, texts = index + 1, segments.text
    if after == len(texts) or not segments.state[after].caption or len(texts[after]) <= max(_SENTENCE, len(texts[index])):
        return True
    return _caption_of(segments, index) != _caption_of(segments, after)


def _caption_of(segments: Segments, index: int) -> int:
    """The row of the caption that a line stands in, if it is near."""
    tree, row = segments.page.tree, segments.block[index]
    for _ in range(_NEAR):
        if row < 0 or tree.tags[row] in _CAPTIONS:
            break
        row = tree.parents[row]
    return row


def _is_link(segments: Segments, index: int) -> bool:
    """Whether most of a line is a link."""
    return 2 * segments.linked[index] > len(segments.text[index])


def _words(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))


def _is_kind_of_box(text: str) -> bool:
    return text.strip(" :!.").lower() in _KINDS_OF_BOX


def _is_address(text: str) -> bool:
    return ("@" in text and _MAIL.search(text[:_LONG]) is not None) or (text[-1:].isdigit() and _POST.search(text[-_LONG:]) is not None)


def _is_initials(text: str) -> bool:
    """Whether a line is a letter or two; in writing that has a sign for a syllable or a word, two may be a title."""
    return text.isascii() and sum(map(str.isalnum, text)) <= _FEW


def _is_signs(segments: Segments, index: int) -> bool:
    """Whether a line is code or a formula."""
    tags, parents = segments.page.tree.tags, segments.page.tree.parents
    return segments.state[index].code or all(tags[parents[run]] in _FORMULA for run in segments.runs[index])


def _is_label_of_code(segments: Segments, index: int) -> bool:
    """Whether code follows, and the line is one word ('js') or ends in the name of a file ('Filename: src/lib.rs')."""
    return index + 1 < len(segments) and segments.state[index + 1].code and _OF_CODE.fullmatch(segments.text[index]) is not None


def _is_label_of_box(segments: Segments, index: int, boxes: dict[int, bool]) -> bool:
    """Whether a line is one word ('Warning') in a box that is named like one."""
    if _OF_BOX.fullmatch(segments.text[index]) is None:
        return False
    tree, row = segments.page.tree, segments.runs[index][0]
    for _ in range(_NEAR):
        row = tree.parents[row]
        if row < 0:
            break
        if row not in boxes:
            boxes[row] = _BOX.search((tree.attribute(row, "class") or "")[:_LONG]) is not None
        if boxes[row]:
            return True
    return False
