"""Pages that try to cost more than they weigh, and pages that are hardly pages: one table of each.

GROWING: name -> a function from a size in bytes to a page of about that size; time and memory must grow no faster than the size.
ODD: name -> the bytes of a page that broke some tool (see docs/promises.md); each must give a Document or a PageError.
The tests under tests/attacks, scaling.py and memory.py all use these.
"""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable
from itertools import count, islice, product

from rubricate.engines import default

__all__ = ["GROWING", "ODD", "mutated"]

Maker = Callable[[int], bytes]


def _repeat(piece: str, size: int, before: str = "", after: str = "") -> bytes:
    """`piece` as often as fits; '{i}' in it becomes a running number."""
    if "{i}" not in piece:
        return (before + piece * max(1, size // len(piece)) + after).encode()
    pieces: list[str] = [before]
    length = 0
    for number in count():
        made = piece.replace("{i}", str(number))
        length += len(made)
        if length > size:
            break
        pieces.append(made)
    return ("".join(pieces) + after).encode()


def _deep(size: int) -> bytes:
    depth = size // 11
    return b"<div>" * depth + b"x" + b"</div>" * depth


def _deep_lists(size: int) -> bytes:
    return _repeat("<ul><li>a ", size)


def _deep_tables(size: int) -> bytes:
    nest = "<table><tr><td>" * 300 + "cell" + "</td></tr></table>" * 300
    return _repeat(nest, size)


def _deep_sections(size: int) -> bytes:
    return _repeat("<section><h2>Title {i}</h2><p>Some prose.</p>", size)


def _rules_and_elements(size: int) -> bytes:
    half = size // 2
    sheet = _repeat(".c{i} p.d{i} > b { font-weight: bold }\n", half)
    return b"<style>" + sheet + b"</style>" + _repeat("<div class='c{i}'><p class='d{i}'><b>word</b></div>", half)


def _same_rules(size: int) -> bytes:
    """Every rule matches every element."""
    half = size // 2
    return b"<style>" + _repeat("div p { color: #{i} }\n", half) + b"</style>" + _repeat("<div><p>word</div>", half)


def _descendants(size: int) -> bytes:
    """Selectors that look far up from every one of many deep elements."""
    third = size // 3
    sheet = b"<style>" + _repeat("a b i u s em q{i} p { color: red }\n", third) + b"</style>"
    return sheet + _repeat("<a><b><i><u><s><em><p>x</p></em></s></u></i></b></a>", third) + _repeat("<p>y", third)


def _many_matches(size: int) -> bytes:
    """Many rules that match every paragraph, one more that depends on what is around it, and a path of its own for each."""
    third = size // 3
    sheet = _repeat("p{color:red}", third) + b"div p{color:blue}" + b"".join(b".c%d{color:red}" % number for number in range(200))
    pairs = "".join(f"<div class=c{number % 200}><div class=c{number // 200 % 200}><p>x</div></div>" for number in range(2 * third // 44))
    return b"<style>" + sheet + b"</style>" + pairs.encode()


def _equal_hashes(size: int) -> bytes:
    """Sets of class words that would be whole numbers of one hash, if they were the bits of such: Python's hashes repeat after 61 bits."""
    words = sorted(default.load(default.MODEL).evidence.classes)
    combined = islice(product(*[words[place::61] for place in range(4)]), max(1, size // 36))
    return "".join([f"<p class={word}>x" for word in words] + [f"<p class='{' '.join(some)}'>x" for some in combined]).encode()


def _long_link(size: int) -> bytes:
    """One long href around many lines."""
    return _repeat("<div>w</div>", size // 2, f"<a href=' {'y' * (size // 2)} '>", "</a>")


def _wide_link(size: int) -> bytes:
    """One link of many attributes around many lines."""
    return _repeat(" a{i}", size // 2, "<a", " href=x>") + _repeat("<div>w</div>", size // 2)


def _wide_panels(size: int) -> bytes:
    """Many hidden lines, every other one, in one element of many attributes."""
    return _repeat(" a{i}", size // 2, "<div", ">") + _repeat("<div aria-hidden=true>w</div><p>y", size // 2)


def _reopened_attributes(size: int) -> bytes:
    """Formatting of many attributes that is left open: the parser copies them into every block."""
    return _repeat(" a{i}", size // 2, "<p><b", ">") + _repeat("<p>x", size // 2)


def _reopened_value(size: int) -> bytes:
    """The same with one long attribute, of a link."""
    return f"<p><a class='{'x' * (size // 2)}'>".encode() + _repeat("<p>x", size // 2)


def _reopened_after_strays(size: int) -> bytes:
    """Stray end tags, then many that are left open."""
    return b"<p></b>" * 460 + b"<p>" + b"".join(b"<b a=%d>" % number for number in range(450)) + _repeat("<p>x", size)


def _reopened_long(size: int) -> bytes:
    """Many with long attributes that are left open."""
    return b"<p>" + b"".join(b"<b a%d=%s>" % (number, b"y" * 220) for number in range(450)) + _repeat("<p>x", size)


def _reopened_behind(hiding: str) -> Maker:
    """What looks like the end of it, and is none."""
    return lambda size: _repeat(" a{i}", size // 2, "<p><b", ">") + hiding.encode() + _repeat("<p>x", size // 2)


def _reopened_inline(size: int) -> bytes:
    """Ends of other elements, and no block."""
    opening = "".join(f"<i a={number}>" for number in range(400)) + "<b" + "".join(f" a{number}" for number in range(1000)) + ">"
    return _repeat(opening + "</i>x" * 400 + "</b>", size, "<p>")


def _variables(size: int) -> bytes:
    """var() that doubles at every step."""
    chain = "".join(f"--v{i}: var(--v{i + 1}) var(--v{i + 1});" for i in range(60))
    return b"<style>:root{" + chain.encode() + b"--v60: red} p{color: var(--v0)}</style>" + _repeat("<p style='font-size: var(--v1)'>x", size)


def _words(size: int) -> bytes:
    """Different words, so that nothing is saved by having seen a line before."""
    picker = random.Random(7)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(picker.choices(letters, k=picker.randint(2, 9))) for _ in range(4000)]
    lines = (" ".join(picker.choices(words, k=12)) for _ in count())
    return ("<p>" + "<p>".join(islice(lines, max(1, size // 80)))).encode()


GROWING: dict[str, Maker] = {
    "depth": _deep,
    "breaks in one heading": lambda size: _repeat("Tea and leaf and cup {i}<br>", size, "<h1>", "</h1>" + "<p>Some text to be read.</p>" * 20),
    "tiny paragraphs": lambda size: _repeat("<p>a", size),
    "attributes": lambda size: _repeat(" a{i}=b", size, "<p", ">x"),
    "unclosed formatting": lambda size: _repeat("<p><b><i><u>x", size),
    "misnested formatting": lambda size: _repeat("<b><p>x</b><i>y</p>", size),
    "reopened attributes": _reopened_attributes,
    "reopened value": _reopened_value,
    "reopened after strays": _reopened_after_strays,
    "reopened long": _reopened_long,
    "reopened inline": _reopened_inline,
    "reopened, end in a comment": _reopened_behind("<!--</b>-->"),
    "reopened, end in an attribute": _reopened_behind("<i title='</b>'></i>"),
    "reopened, end in a script": _reopened_behind("<script><!--<script></script></b>--></script>"),
    "reopened, end in a cell": _reopened_behind("<table><td></b></table>"),
    "reopened, end in a list of options": _reopened_behind("<select></b></select>"),
    "reopened, end of another": _reopened_behind("<b>" * 40 + "</b>" * 40),
    "one line": lambda size: _repeat("word ", size, "<p>"),
    "one word": lambda size: _repeat("w", size, "<p>"),
    "one attribute": lambda size: _repeat("x", size, "<p title='", "'>y"),
    "spaces": lambda size: _repeat(" ", size, "<p>a", "b"),
    "underscores": lambda size: _repeat("_", size, "<p>", "!"),
    "punctuation": lambda size: _repeat("1.a).-", size, "<p>"),
    "entities": lambda size: _repeat("&amp;&lt;&#1234;&nosuch;", size, "<p>"),
    "line breaks": lambda size: _repeat("line {i}<br>", size, "<p>"),
    "kept lines": lambda size: _repeat("{i}\n", size, "<p style='white-space:pre-line'>"),
    "blank lines": lambda size: _repeat("{i}\n\n", size, "<pre>"),
    "pre lines": lambda size: _repeat("line {i}\n", size, "<pre>"),
    "titles": lambda size: _repeat("<h2>Title {i}</h2><p>Some prose.</p>", size),
    "title levels": lambda size: _repeat("<h1>a</h1><h3>b</h3><h6>c</h6><h2>d</h2>", size),
    "only titles": lambda size: _repeat("<h2>t{i}</h2>", size),
    "numbered titles": lambda size: _repeat("<p><b>{i}.1 Title</b></p><p>(a) prose follows here.</p>", size),
    "nested sections": _deep_sections,
    "nested lists": _deep_lists,
    "flat list": lambda size: _repeat("<li>item {i}", size, "<ul>"),
    "nested tables": _deep_tables,
    "table rows": lambda size: _repeat("<tr><td>a<td>b<td>c", size, "<table>"),
    "one table row": lambda size: _repeat("<td>a", size, "<table><tr>"),
    "colspans": lambda size: _repeat("<tr><td colspan=9007199254740991 rowspan=65534>a<th colspan=1000>b", size, "<table>"),
    "links": lambda size: _repeat("<a href='/page/{i}'>link {i}</a> ", size, "<p>"),
    "long link": _long_link,
    "wide link": _wide_link,
    "wide panels": _wide_panels,
    "anchors": lambda size: _repeat("<li><a href='#t{i}'>t{i}</a></li><h2 id=t{i}>t{i}</h2>", size),
    "images": lambda size: _repeat("<img src=a{i}.png alt='picture {i}'>", size),
    "definitions": lambda size: _repeat("<dt>term<dd>meaning {i}", size, "<dl>"),
    "quotes": lambda size: _repeat("<blockquote>q ", size),
    "options": lambda size: _repeat("<option>o{i}", size, "<select>"),
    "buttons": lambda size: _repeat("<button>b</button><input value=x>", size),
    "inline styles": lambda size: _repeat("<p style='font-size:{i}px;margin:{i}em'>x", size),
    "classes": lambda size: _repeat("<p class='a{i} b{i}' id=i{i}>x", size),
    "rules and elements": _rules_and_elements,
    "same rules": _same_rules,
    "descendants": _descendants,
    "many matches": _many_matches,
    "equal hashes": _equal_hashes,
    "variables": _variables,
    "open comment": lambda size: _repeat("<!-- ", size),
    "less-than signs": lambda size: _repeat("<", size, "<p>"),
    "meta": lambda size: _repeat("<meta name=n{i} content=c>", size),
    "scripts": lambda size: _repeat("<script>if (a < b) {}</script>", size, "", "<p>x"),
    "words": _words,
    "han": lambda size: b"<p>" + "条款和条件。".encode() * max(1, size // 18),
    "emoji": lambda size: b"<p>" + "👩‍👩‍👧‍👦 ".encode() * max(1, size // 26),
    "controls": lambda size: _repeat("\u202e\u0007\u0000a", size, "<p>"),
}

_TEXT = "<!DOCTYPE html><title>t</title><h1>Überschrift</h1><p>Ein Absatz mit Umlauten: äöü ß, und “Anführungszeichen”.</p>"
_CHINESE = "<title>隐私政策</title><h1>隐私政策</h1><p>本政策说明我们如何收集和使用您的信息。</p>" * 20
_JAPANESE = "<title>利用規約</title><h1>利用規約</h1><p>この規約は、サービスの利用条件を定めるものです。</p>" * 20
_LATE = "<!-- " + "x" * 15_000 + " -->"

ODD: dict[str, bytes] = {
    "empty": b"",
    "one byte": b"x",
    "one NUL": b"\0",
    "one less-than": b"<",
    "only white space": b" \n\t\r\n ",
    "only comments": b"<!-- a --><!-- b -->",
    "only a doctype": b"<!DOCTYPE html>",
    "a template in a formula": b"<math><template><mi><div></template><i><div></i><p>Text",
    "a template in a drawing": b"<svg><template><title><div></template><i><div></i><p>Text",
    "only a script": b"<script>alert(1)</script>",
    "only hidden text": b"<p hidden>secret</p><div style='display:none'>also</div>",
    "png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8,
    "jpeg": b"\xff\xd8\xff\xe0\0\x10JFIF" + bytes(range(256)) * 8,
    "gzip": gzip.compress(_TEXT.encode(), mtime=0),
    "gzip bomb": gzip.compress(b"\0" * 5_000_000, mtime=0),
    "zip": b"PK\x03\x04" + bytes(range(256)) * 8,
    "pdf": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + bytes(range(256)) * 8,
    "random": random.Random(1).randbytes(20_000),
    "all bytes": bytes(range(256)) * 16,
    "NULs": b"<p>a\0b\0c</p>" * 100,
    "plaintext": b"<p>before<plaintext></p><h1>no title",
    "unclosed title": b"<title>never closed <p>text",
    "unclosed textarea": b"<p>before<textarea><h1>inside",
    "unclosed script": b"<p>before<script>if (a<b) {",
    "unclosed style": b"<p>before<style>p {",
    "unclosed comment": b"<p>before<!-- never closed <h1>x",
    "nested forms": b"<form><form><form><p>x</form></form></form>" * 50,
    "nested anchors": b"<a href=1><a href=2><p>x<a href=3>y" * 50,
    "nested tables": b"<table><tr><td>" * 300 + b"deep" + b"</td></tr></table>" * 300,
    "nested buttons": b"<button><button><p>x</button>" * 50,
    "template": b"<template><h1>in a template</h1><template><p>x</template></template><p>out",
    "noscript": b"<noscript><h1>without scripts</h1></noscript><p>x",
    "svg and mathml": b"<svg><title>no title</title><foreignObject><p>x</p></foreignObject></svg><math><mi>x</mi><annotation-xml><p>y",
    "frameset": b"<frameset><frame src=a><noframes><p>x</noframes></frameset>",
    "select": b"<select><option><h1>x</h1><optgroup label=y><option>z</select>",
    "table without rows": b"<table>text<h2>foster</h2><col><caption>c</caption></table>",
    "tags after html": b"<html><body><p>a</body></html><p>b<head><title>c</title>",
    "two bodies": b"<body class=a><p>a<body class=b><p>b",
    "colspan": b"<table><tr><td colspan=9007199254740991>a</td><th rowspan=9007199254740991>b</th></tr></table>",
    "colspan nonsense": b"<table><tr><td colspan=-1>a<td colspan=1e9>b<td colspan=''>c<td rowspan=0>d",
    "ids with quotes": b"<h1 id=\"a'b]c\">x</h1><h2 id='a\"b'>y</h2><h2 id='a\"b'>z</h2>",
    "attribute names": b"<p =a ==b '\"=c \xff=d>x</p><p a<b=c>y</p>",
    "javascript link": b"<p><a href=' java\tscript:alert(1)'>x</a> <a href=JAVASCRIPT:1>y</a></p>",
    "markdown": b"<p># no title</p><p>---</p><p>| a | b |</p><p>``` fence</p><p>](javascript:x)</p><p>&lt;script&gt;</p>",
    "cut in a tag": b"<h1>Title</h1><p>text</p><div cla",
    "cut in an attribute": b"<h1>Title</h1><p>text</p><div class='abc",
    "cut in an entity": b"<h1>Title</h1><p>text &am",
    "cut in a character": "<h1>Title</h1><p>café".encode()[:-1],
    "cut in a utf-16 character": "<h1>Title</h1>".encode("utf-16")[:-1],
    "utf-8 bom": b"\xef\xbb\xbf" + _TEXT.encode(),
    "utf-16 bom": _TEXT.encode("utf-16"),
    "utf-16-be bom": b"\xfe\xff" + _TEXT.encode("utf-16-be"),
    "utf-32 bom": _TEXT.encode("utf-32"),
    "utf-16 without bom": _TEXT.encode("utf-16-le"),
    "windows-1252": _TEXT.encode("windows-1252"),
    "gb2312": b"<meta charset=gb2312>" + _CHINESE.encode("gb2312"),
    "gb2312 unnamed": _CHINESE.encode("gb2312"),
    "gbk late": _LATE.encode() + b"<meta charset=gbk>" + _CHINESE.encode("gbk"),
    "shift_jis": b"<meta charset=shift_jis>" + _JAPANESE.encode("shift_jis"),
    "euc-jp unnamed": _JAPANESE.encode("euc-jp"),
    "iso-2022-jp": b"<meta charset=iso-2022-jp>" + _JAPANESE.encode("iso-2022-jp"),
    "utf-7": b"<meta charset=utf-7><p>+ADw-script+AD4-",
    "lying meta": b"<meta charset=utf-8>" + _TEXT.encode("windows-1252"),
    "lying meta, other way": b"<meta charset=windows-1252>" + _TEXT.encode(),
    "unknown meta": b"<meta charset=no-such-thing>" + _TEXT.encode(),
    "two metas": b"<meta charset=shift_jis><meta charset=utf-8>" + _TEXT.encode(),
    "surrogates": b"<p>\xed\xa0\x80\xed\xb0\x80 &#xD800; &#x110000; &#0;</p>",
    "overlong": b"<p>\xc0\xbc\xe0\x80\xbcscript\xf0\x80\x80\xbe</p>",
    "css bombs": b"<style>" + b"{" * 5000 + b"@media (" * 2000 + b"</style><style>*{--a:var(--a);color:var(--a)}</style><p>x",
    "css calc": b"<p style='font-size:" + b"calc(" * 3000 + b"1px" + b")" * 3000 + b"'>x",
    "css numbers": b"<p style='font-size:1e999px;margin:-9e99em;font-weight:1e400;text-indent:NaNpx'>x</p>",
    "css import loop": b"<style>@import 'a.css'; @import url(a.css);</style><link rel=stylesheet href=a.css><p>x",
}


def mutated(page: bytes, seed: int) -> bytes:
    """A page with a few pieces cut, doubled, swapped or overwritten; the same seed gives the same page."""
    picker = random.Random(seed)
    data = bytearray(page)
    for _ in range(picker.randint(1, 6)):
        start = picker.randrange(len(data) + 1)
        end = min(len(data), start + picker.choice((1, 2, 8, 64, 512)))
        action = picker.randrange(5)
        if action == 0:
            del data[start:end]
        elif action == 1:
            data[start:start] = data[start:end]
        elif action == 2:
            data[start:end] = picker.randbytes(end - start)
        elif action == 3:
            data[start:start] = picker.choice((b"<", b">", b"</p>", b"<table>", b"<!--", b"\0", b"<svg>", b"&#", b"\"", b"</", b"<style>", b"\xff"))
        else:
            del data[start:]
    return bytes(data)
