"""PNG pictures of few colours, with a text inside: https://www.w3.org/TR/png-3/."""

import struct
import zlib
from collections import Counter

SIGNATURE = b"\x89PNG\r\n\x1a\n"
# The keyword; not compressed; no language, and no translation of the keyword.
DESCRIPTION = b"Description\0\0\0\0\0"
COLORS = 256
# Two colours of the palette differ by more than this, as the square of their distance.
CLOSE = 400


def chunks(png):
    """The chunks, each with its name and its data."""
    at = len(SIGNATURE)
    while at < len(png):
        length, name = struct.unpack_from(">I4s", png, at)
        yield name, png[at + 8:at + 8 + length]
        at += 12 + length


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def text_of(png):
    """The description that small_png() has put into a picture; empty if there is none."""
    for name, data in chunks(png):
        if name == b"iTXt" and data.startswith(DESCRIPTION):
            return data[len(DESCRIPTION):].decode()
    return ""


def rows(png):
    """Width, height, and the rows as lists of colours, of a picture with 8 bits a channel that is not interlaced."""
    width, height, depth, kind, *_, interlace = struct.unpack(">IIBBBBB", next(chunks(png))[1])
    if depth != 8 or kind not in (2, 6) or interlace:
        raise ValueError("expected true colours, not interlaced")
    size = 3 if kind == 2 else 4
    raw = zlib.decompress(b"".join(data for name, data in chunks(png) if name == b"IDAT"))
    above, found = bytearray(width * size), []
    for y in range(height):
        start = y * (width * size + 1)
        line = bytearray(raw[start + 1:start + 1 + width * size])
        unfilter(raw[start], line, above, size)
        found.append([bytes(line[x:x + 3]) for x in range(0, len(line), size)])
        above = line
    return width, height, found


def unfilter(kind, line, above, size):
    for x in range(len(line)):
        left, corner = (line[x - size], above[x - size]) if x >= size else (0, 0)
        up = above[x]
        if kind == 4:
            guess = left + up - corner
            line[x] = (line[x] + min((left, up, corner), key=lambda value: abs(guess - value))) & 255
        elif kind:
            line[x] = (line[x] + (left, up, (left + up) // 2)[kind - 1]) & 255


def distance(one, other):
    return sum((a - b) ** 2 for a, b in zip(one, other))


def small_png(png, text):
    """The picture in its most frequent colours, with a description."""
    width, height, found = rows(png)
    counts = Counter(color for row in found for color in row)
    palette, nearest = [], {}
    for color, _ in counts.most_common():
        far, index = min(((distance(color, other), i) for i, other in enumerate(palette)), default=(CLOSE + 1, 0))
        if far > CLOSE and len(palette) < COLORS:
            index = len(palette)
            palette.append(color)
        nearest[color] = index
    raw = b"".join(b"\0" + bytes(nearest[color] for color in row) for row in found)
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", b"".join(palette)), (b"iTXt", DESCRIPTION + text.encode()),
             (b"IDAT", zlib.compress(raw, 9)), (b"IEND", b""))
    return SIGNATURE + b"".join(chunk(name, data) for name, data in parts)
