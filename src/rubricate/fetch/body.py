"""The body of an answer -> its bytes, decompressed piece by piece, never more of them than the cap.

A compressed bomb is stopped when its output passes the cap, not after it has been unpacked; the compressed bytes are held to the same cap.
"""

from __future__ import annotations

import http.client
import zlib
from collections.abc import Iterator

from rubricate.errors import BadResponse, FetchTooBig
from rubricate.fetch.connection import Deadline

__all__ = ["body"]


def body(answer: http.client.HTTPResponse, cap: int, deadline: Deadline) -> bytes:
    """All of the body, decompressed; FetchTooBig past the cap, BadResponse where it is cut off or damaged."""
    coding = (answer.headers.get("Content-Encoding") or "identity").strip().lower()
    if coding not in _CODINGS:
        raise BadResponse(f"the page is compressed as {coding[:20]!r}, which was not asked for (gzip and deflate are)")
    announced = answer.length
    if announced is not None and announced > cap:
        raise FetchTooBig(f"the page announces {announced:,} bytes; the cap is {cap:,}")
    received = _received(answer, cap)
    data = b"".join(received if coding == "identity" else _unpacked(received, cap, deadline))
    if answer.length:
        raise BadResponse(f"the page was cut off: {answer.length:,} of {announced:,} bytes are missing")
    return data


def _received(answer: http.client.HTTPResponse, cap: int) -> Iterator[bytes]:
    size = 0
    while piece := answer.read(_PIECE):
        size += len(piece)
        if size > cap:
            raise FetchTooBig(f"the page has more bytes than the cap of {cap:,}")
        yield piece


def _unpacked(received: Iterator[bytes], cap: int, deadline: Deadline) -> Iterator[bytes]:
    """Unpack gzip (one member or several), zlib or bare deflate data; what follows its end is dropped, as browsers do."""
    unpacker = None
    size = 0
    for piece in received:
        if unpacker is None:
            unpacker = zlib.decompressobj(_window(piece))
        elif unpacker.eof:
            unpacker = zlib.decompressobj(_EITHER) if piece.startswith(_GZIP) else unpacker
        while piece and not unpacker.eof:
            deadline.left()
            try:
                out = unpacker.decompress(piece, cap - size + 1)
            except zlib.error:
                raise BadResponse(f"the page's compressed data is damaged after {size:,} bytes") from None
            size += len(out)
            if size > cap:
                raise FetchTooBig(f"the page has more bytes, once unpacked, than the cap of {cap:,}")
            yield out
            piece = unpacker.unconsumed_tail
            if unpacker.eof and unpacker.unused_data.startswith(_GZIP):
                piece = unpacker.unused_data
                unpacker = zlib.decompressobj(_EITHER)
    if unpacker is not None and not unpacker.eof:
        raise BadResponse(f"the page was cut off: its compressed data does not end, after {size:,} bytes")


def _window(first: bytes) -> int:
    """How zlib is to read data: 'deflate' means a zlib header by the standard and none by habit."""
    zlib_header = len(first) > 1 and first[0] & 0x0F == 8 and (first[0] << 8 | first[1]) % 31 == 0
    return _EITHER if zlib_header or first.startswith(_GZIP) else -zlib.MAX_WBITS


_CODINGS = frozenset({"identity", "gzip", "x-gzip", "deflate"})
_GZIP = b"\x1f\x8b"
_EITHER = zlib.MAX_WBITS + 32  # a gzip or a zlib header
_PIECE = 65536
