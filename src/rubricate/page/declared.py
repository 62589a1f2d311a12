"""The encodings that a page declares for itself: <meta charset>, <meta http-equiv content>, <?xml encoding?>.

The first 1024 bytes are read as the standard's prescan reads them (comments skipped, everything else taken as it comes); later ones, which a
browser finds while parsing, as far as `WINDOW`, skipping scripts, styles and other raw text. Each byte is looked at a bounded number of times.
"""

from __future__ import annotations

import re

from rubricate.page.charsets import REPLACEMENT, charset

__all__ = ["PRESCAN", "WINDOW", "declared"]

PRESCAN = 1024
WINDOW = 65536


def declared(data: bytes, window: int = WINDOW) -> list[str]:
    """The encodings that the first `window` bytes declare, by the standard's names, in order, each once; labels without a meaning are passed over."""
    head = data[:window]
    found = _of_xml(head)
    position = 0
    while match := _OPENING.search(head, position):
        word = match[1].lower()
        position = match.end()
        if word == b"!--":
            position = head.find(b"-->", position - 2) + 3
            if position < 3:
                break
        elif word.startswith(b"meta"):
            label, position = _of_meta(head, position - 1)
            _keep(found, label)
        elif match.start() >= PRESCAN:
            position = _after_raw_text(head, position, word)
    return found


def _of_xml(head: bytes) -> list[str]:
    found: list[str] = []
    if head.startswith(b"<?xml") and (match := _XML.match(head)):
        _keep(found, match[1])
    return found


def _keep(found: list[str], label: bytes | None) -> None:
    name = charset(label.decode("latin-1")) if label else None
    if name is None or name == REPLACEMENT or name.startswith("utf-32"):
        return
    if name.startswith("utf-16"):  # the declaration could be read as ASCII, so this is not true; the standard takes UTF-8
        name = "utf-8"
    elif name == "x-user-defined":
        name = "windows-1252"
    if name not in found:
        found.append(name)


def _of_meta(head: bytes, position: int) -> tuple[bytes | None, int]:
    """The label that a <meta> declares, if it does, and where the tag ends; `position` is just behind its name."""
    attributes: dict[bytes, bytes] = {}
    while (match := _ATTRIBUTE.match(head, position)) and match.end() > position:
        attributes.setdefault(match[1].lower(), match[2] or match[3] or match[4] or b"")
        position = match.end()
    if b"charset" in attributes:
        return attributes[b"charset"], position
    if attributes.get(b"http-equiv", b"").strip().lower() == b"content-type" and (match := _CHARSET.search(attributes.get(b"content", b""))):
        return match[1], position
    return None, position


def _after_raw_text(head: bytes, position: int, word: bytes) -> int:
    match = _CLOSING[word.rstrip(b"\t\n\f\r />")].search(head, position)
    return match.end() if match else len(head)


_RAW = (b"script", b"style", b"title", b"textarea", b"xmp", b"noframes")
_OPENING = re.compile(rb"<(!--|meta[\s/]|(?:" + b"|".join(_RAW) + rb")[\s/>])", re.I)
_CLOSING = {name: re.compile(b"</" + name + rb"[\s/>]", re.I) for name in _RAW}
_ATTRIBUTE = re.compile(rb"""[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)?))?""")
_CHARSET = re.compile(rb"""charset\s*=\s*["']?\s*([^\s;"']+)""", re.I)
_XML = re.compile(rb"""<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([^"'>]{1,40})["']""")
