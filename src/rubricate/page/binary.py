"""Tell a page from a picture, an archive or a program, by the first bytes.

Principles: a known signature names what the data looks like; without one, only a crowd of control bytes in data that holds no <html> counts as
binary, so that a page with some NULs in it stays a page. Whether NULs are those of UTF-16 is the caller's question, asked before.
"""

from __future__ import annotations

__all__ = ["control_bytes", "kind_of_binary"]


def kind_of_binary(data: bytes) -> str | None:
    """What kind of binary data this is, as a phrase ('a PNG picture'), by its signature; or None."""
    for signature, kind in _BY_FIRST.get(data[:1], ()):
        if data.startswith(signature):
            return kind
    if data[4:8] == b"ftyp":
        return "an MP4 or HEIF file"
    if data[257:262] == b"ustar":
        return "a tar archive"
    if data[:2] in _SHORT and b"\0" in data[2:16]:
        return _SHORT[data[:2]]
    return _RIFF.get(data[8:12]) if data[:4] == b"RIFF" else None


def control_bytes(data: bytes) -> int:
    """How many of the first 4096 bytes are control characters that no text holds, or 0 where they are too few to say anything."""
    head = data[:_HEAD]
    count = len(head) - len(head.translate(None, _CONTROLS))
    if count < _FEW or count < len(head) * _SHARE:
        return 0
    lower = head.lower()
    return 0 if b"<html" in lower or b"<!doctype" in lower else count


_HEAD = 4096
_FEW = 8
_SHARE = 0.05  # random bytes hold 0.11
_CONTROLS = bytes(code for code in (*range(0x20), 0x7F) if code not in b"\t\n\f\r\x1b")  # escape: iso-2022-jp

_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"GIF87a", "a GIF picture"),
    (b"GIF89a", "a GIF picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"\0\0\1\0", "an icon"),
    (b"8BPS\0", "a Photoshop picture"),
    (b"AT&TFORM", "a DjVu document"),
    (b"%PDF-", "a PDF document"),
    (b"%!PS-Adobe", "a PostScript document"),
    (b"{\\rtf", "an RTF document"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a Microsoft Office document"),
    (b"\x1f\x8b\x08", "gzip data"),
    (b"\x1f\x9d", "compress data"),
    (b"PK\3\4", "a zip archive (or an Office document, an EPUB)"),
    (b"PK\5\6", "an empty zip archive"),
    (b"PK\7\x08", "a zip archive"),
    (b"BZh", "bzip2 data"),
    (b"\xfd7zXZ\0", "xz data"),
    (b"\x28\xb5\x2f\xfd", "zstd data"),
    (b"\x04\x22\x4d\x18", "lz4 data"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"!<arch>\n", "an ar archive"),
    (b"\x7fELF", "an ELF program"),
    (b"\xca\xfe\xba\xbe", "a Java class or Mach-O program"),
    (b"\xfe\xed\xfa\xce", "a Mach-O program"),
    (b"\xfe\xed\xfa\xcf", "a Mach-O program"),
    (b"\xce\xfa\xed\xfe", "a Mach-O program"),
    (b"\xcf\xfa\xed\xfe", "a Mach-O program"),
    (b"\0asm", "a WebAssembly program"),
    (b"wOFF", "a WOFF font"),
    (b"wOF2", "a WOFF2 font"),
    (b"OTTO\0", "an OpenType font"),
    (b"\0\1\0\0\0", "a TrueType font"),
    (b"ttcf\0", "a font collection"),
    (b"ID3\2", "an MP3 file"),
    (b"ID3\3", "an MP3 file"),
    (b"ID3\4", "an MP3 file"),
    (b"OggS\0", "an Ogg file"),
    (b"fLaC\0", "a FLAC file"),
    (b"\x1aE\xdf\xa3", "a Matroska or WebM file"),
    (b"FLV\1", "a Flash video"),
    (b"CWS", "a Flash program"),
    (b"\0\0\1\xba", "an MPEG video"),
    (b"\0\0\1\xb3", "an MPEG video"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"PAR1\x15", "a Parquet file"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file"),
)
_BY_FIRST: dict[bytes, list[tuple[bytes, str]]] = {}
for _signature, _kind in _SIGNATURES:
    _BY_FIRST.setdefault(_signature[:1], []).append((_signature, _kind))

_SHORT = {b"BM": "a BMP picture", b"MZ": "a Windows program"}  # two letters that a text may begin with: a NUL must follow soon
_RIFF = {b"WEBP": "a WebP picture", b"WAVE": "a WAV file", b"AVI ": "an AVI video"}
