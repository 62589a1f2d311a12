"""Bytes of a page -> its text, in the encoding that they are really in.

Who is asked, in this order: the caller, a byte-order mark, the transport (the charset of the HTTP header), the page's own <meta>, the bytes.
Principles:
- Nobody is believed against the bytes: text that reads as UTF-8 with real multi-byte characters is UTF-8, whatever the page says; a page that says
  UTF-8 and is not is read by detection. (The caller is believed: they asked for it.)
- Nothing is lost: bytes that the encoding cannot read become U+FFFD, NULs stay, a character cut off at the end is one U+FFFD.
- Names mean what they mean on the web (`charsets`). UTF-7 and the encodings that browsers refuse are never used.
- Valid UTF-8, the common case, costs one strict decoding and a look at the first bytes.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from rubricate.errors import NotHtml, Undecodable
from rubricate.page.binary import control_bytes, kind_of_binary
from rubricate.page.charsets import MULTIBYTE, REPLACEMENT, charset
from rubricate.page.declared import PRESCAN, declared

__all__ = ["Decoded", "decode"]

BOM, TRANSPORT, META, DETECTED, GIVEN = "bom", "transport", "meta", "detected", "given"


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text, the encoding (the web's name, lower case) it was in, and who said so: bom, transport, meta, detected or given."""

    text: str
    encoding: str
    source: str


def decode(data: bytes, *, transport: str | None = None, encoding: str | None = None) -> Decoded:
    """Read the bytes of a page; `transport` is the HTTP header's charset, `encoding` the caller's own word.

    Raises NotHtml for binary data and Undecodable for an `encoding` that is unknown or refused.
    """
    if kind := kind_of_binary(data):
        raise NotHtml(f"this is {kind}, not an HTML page ({len(data)} bytes, beginning {data[:8].hex(' ')})")
    if encoding is not None:
        return _given(data, encoding)
    for mark, name in _MARKS:
        if data.startswith(mark):
            return Decoded(_read(data[len(mark) :], name), name, BOM)
    if b"\0" in data and (wide := _wide(data)):
        return Decoded(_read(data, wide), wide, TRANSPORT if _transported(transport) == wide else DETECTED)
    if count := control_bytes(data):
        raise NotHtml(f"this is binary data, not an HTML page: {count} control characters in the first {min(len(data), 4096)} of {len(data)} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _legacy(data, transport)
    return _valid(data, text, transport)


def _given(data: bytes, encoding: str) -> Decoded:
    name = charset(encoding)
    if name is None or name == REPLACEMENT:
        why = "refused, as browsers do" if name or encoding.strip().lower() in {"utf-7", "utf7"} else "unknown"
        raise Undecodable(f"the encoding {encoding[:40]!r} is {why}; {len(data)} bytes were not read")
    for mark, marked in _MARKS:
        if data.startswith(mark) and marked[:6] == name[:6]:  # the mark knows the byte order better than 'utf-16' does
            return Decoded(_read(data[len(mark) :], marked), marked, GIVEN)
    return Decoded(_read(data, name), name, GIVEN)


def _valid(data: bytes, text: str, transport: str | None) -> Decoded:
    """Bytes that are valid UTF-8: so they are, unless somebody names another encoding and they say nothing against it."""
    transported = _transported(transport)
    if transported is None:
        names = declared(data, PRESCAN)
        name, source = (names[0], META) if names else ("utf-8", DETECTED)
    else:
        name, source = transported, TRANSPORT
    escapes = (name == _ESCAPED or source == DETECTED) and b"\x1b" in data  # one byte is found, or not, ten times as fast as two
    if escapes and b"\x1b$" in data and text.isascii():  # Japanese in seven bits
        escaped = _read(data, _ESCAPED)
        if name == _ESCAPED or "\ufffd" not in escaped:
            return Decoded(escaped, _ESCAPED, source)
    if name == "utf-8":
        return Decoded(text, name, source)
    if text.isascii():
        return Decoded(text, "utf-8" if name.startswith("utf-") else name, DETECTED if name.startswith("utf-") else source)
    if name in MULTIBYTE and len(data) - len(text) < _CHANCE:
        other = _read(data, name)
        if "\ufffd" not in other:
            return Decoded(other, name, source)
    return Decoded(text, "utf-8", DETECTED)


def _legacy(data: bytes, transport: str | None) -> Decoded:
    """Bytes that are not valid UTF-8: the first claim that reads them well, else detection, else what reads them least badly."""
    claims: list[tuple[str | None, str]] = [(name, META) for name in declared(data)]
    if transported := _transported(transport):
        claims.insert(0, (transported, TRANSPORT))
    source = next((source for name, source in claims if name == "utf-8"), DETECTED)
    text = data.decode("utf-8", "replace")
    if _is_mostly(data, text, said=source != DETECTED):
        return Decoded(text, "utf-8", source)
    claims = [claim for claim in claims if claim[0] not in _UNICODE]  # UTF-16 has been looked for already
    claims.append((None, DETECTED))
    best, fewest = Decoded(text, "utf-8", source), text.count("\ufffd")
    for claim, source in claims:
        name = claim or _detected(data)
        text = _read(data, name)
        bad = text.count("\ufffd", 0, -1)  # one at the end is a cut, not a blot
        if bad * _BLOTS <= len(text) - _ascii(text):
            return Decoded(text, name, source)
        if bad < fewest:
            best, fewest = Decoded(text, name, source), bad
    return best


def _is_mostly(data: bytes, text: str, *, said: bool) -> bool:
    """Whether text read as UTF-8 with replacements is UTF-8 with some damage: true multi-byte characters are rare in any other encoding."""
    bad = text.count("\ufffd") - data.count(b"\xef\xbf\xbd")
    good = len(text) - _ascii(text) - bad
    cut = bad == 1 and text.endswith("\ufffd")
    return (said and (good > bad or cut)) or (good >= 2 * bad and good + cut >= 3)


def _wide(data: bytes) -> str | None:
    """UTF-16 or UTF-32 without a mark, by where the NULs of the first bytes stand: a tag has one beside each of its letters."""
    head = data[:4096]
    counts = [head[offset::4].count(0) for offset in range(4)]
    quarter = len(head) // 4
    if quarter and min(counts[2:]) >= quarter * 0.9 and counts[0] * 20 <= quarter:
        return "utf-32le"
    if quarter and min(counts[:2]) >= quarter * 0.9 and counts[3] * 20 <= quarter:
        return "utf-32be"
    even, odd = counts[0] + counts[2], counts[1] + counts[3]
    if even * 5 <= odd and (odd >= max(4, quarter * 1.6) or _at_even(_TAG_LE, head)):
        return "utf-16le"
    if odd * 5 <= even and (even >= max(4, quarter * 1.6) or _at_even(_TAG_BE, head)):
        return "utf-16be"
    return None


def _at_even(tag: re.Pattern[bytes], head: bytes) -> bool:
    return any(match.start() % 2 == 0 for match in tag.finditer(head))


def _transported(transport: str | None) -> str | None:
    name = charset(transport) if transport else None
    if name is None or name == REPLACEMENT or name.startswith("utf-32"):
        return None
    return "windows-1252" if name == "x-user-defined" else name


def _detected(data: bytes) -> str:
    """The content detector's word on the bytes alone: blanks in front keep it from believing a <meta>, which has been asked already."""
    from turbohtml.detect import detect

    telling = _LONG_ASCII.sub(rb"\1 \2", data)  # it reads 3 MB/s, and plain ASCII tells it nothing
    name = (detect(b" " * PRESCAN + telling[:_ENOUGH]).encoding or "windows-1252").lower()
    # it takes a lone (R) or 1/2 for a letter of eastern Europe; signs without any letter are those of windows-1252
    if name in _LATIN and not any(map(str.isalpha, _read(data.translate(None, _ASCII), "windows-1252"))):
        return "windows-1252"
    return name


def _read(data: bytes, name: str) -> str:
    """Decode with the web's own tables; what cannot be read becomes U+FFFD."""
    if name.startswith("utf-"):
        return data.decode(_UNICODE[name], "replace")
    import turbohtml.detect  # noqa: F401  (it registers the whatwg-* codecs)

    return codecs.decode(data, f"whatwg-{name}")


def _ascii(text: str) -> int:
    return len(text.encode("ascii", "ignore"))


_TAG_LE = re.compile(rb"<\0[A-Za-z!/?]\0")
_TAG_BE = re.compile(rb"\0<\0[A-Za-z!/?]")
_LONG_ASCII = re.compile(rb"([^\x80-\xff]{8})[^\x80-\xff]+([^\x80-\xff]{8})")
_ENOUGH = 32768
_ASCII = bytes(range(128))
_LATIN = frozenset(
    {"iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16"}
    | {"windows-1250", "windows-1254", "windows-1257", "windows-1258", "macintosh"}
)
_ESCAPED = "iso-2022-jp"
_CHANCE = 8  # bytes beyond one a character: so few multi-byte characters may be valid UTF-8 by chance
_BLOTS = 10  # a claim holds if at most one non-ASCII character in so many cannot be read
_UNICODE = {"utf-8": "utf-8", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be", "utf-32le": "utf-32-le", "utf-32be": "utf-32-be"}
_MARKS = (  # UTF-32 first: its little-endian mark begins with UTF-16's
    (b"\xff\xfe\0\0", "utf-32le"),
    (b"\0\0\xfe\xff", "utf-32be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)
