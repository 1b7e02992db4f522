"""Unpack the page's fonts for `tablero show`: WOFF files out of web/node_modules become plain TrueType files.

WOFF is TrueType with each table deflated; the layout is that of the W3C recommendation "WOFF File Format 1.0".
"""

import shutil
import struct
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "web/node_modules/@fontsource"
TARGET = ROOT / "src/tablero/cli/fonts"
FACES = {"alegreya": (500, 700, 800), "alegreya-sans": (400, 500, 700, 800)}


def unpack(woff: bytes) -> bytes:
    """Return the TrueType font inside a WOFF file."""
    kind, count = woff[4:8], struct.unpack(">H", woff[12:14])[0]
    power = count.bit_length() - 1
    head = kind + struct.pack(">HHHH", count, 16 << power, power, (count - (1 << power)) * 16)
    directory, body = b"", b""
    begin = len(head) + 16 * count
    for i in range(count):
        tag, offset, packed, length, checksum = struct.unpack(">4sIIII", woff[44 + 20 * i : 64 + 20 * i])
        table = woff[offset : offset + packed]
        if packed < length:
            table = zlib.decompress(table)
        directory += struct.pack(">4sIII", tag, checksum, begin + len(body), length)
        body += table + b"\0" * (-length % 4)
    return head + directory + body


def main() -> None:
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir()
    for family, weights in FACES.items():
        for weight in weights:
            # One file a face: the renderer takes the first that bears the name, and knows nothing of subsets.
            name = f"{family}-latin-{weight}-normal"
            packed = (SOURCE / family / "files" / f"{name}.woff").read_bytes()
            (TARGET / f"{name}.ttf").write_bytes(unpack(packed))


if __name__ == "__main__":
    main()
