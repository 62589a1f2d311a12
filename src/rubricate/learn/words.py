"""Text -> the words that two versions of a line are compared by: letters and digits only, case, width and entities folded.

White space, quotes, dashes and other punctuation never count. A script that is written without spaces (Chinese, Japanese, Thai, ...) counts
character by character. A line with no letter or digit at all ('* * *') is one word: itself without its spaces.
"""

from __future__ import annotations

import html
import re
import unicodedata

__all__ = ["words"]

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Kana and Han
)
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_PLAIN_WORD = re.compile(r"[a-z0-9]+")
_APOSTROPHES = str.maketrans("", "", "'\u2019\u2018\u02bc`\u00b4\u00ad\u200b\u200c\u200d\ufeff")


def words(text: str) -> list[str]:
    """The folded words of a line, in order."""
    if "&" in text:
        text = html.unescape(text)
    if text.isascii():
        found = _PLAIN_WORD.findall(text.lower().replace("'", "").replace("`", ""))
    else:
        folded = unicodedata.normalize("NFKC", text.translate(_APOSTROPHES)).casefold().translate(_APOSTROPHES)
        found = _WORD.findall(folded)
    return found or ["".join(text.split())]
