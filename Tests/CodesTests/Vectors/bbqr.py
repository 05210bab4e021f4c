#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes bbqr.json: series of codes in the three forms of BBQr, with Python's zlib and base64."""
import base64
import hashlib
import json
import pathlib
import random
import struct
import zlib

FOLDER = pathlib.Path(__file__).parent
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
chance = random.Random(7)


def packed(data, strategy=zlib.Z_DEFAULT_STRATEGY, level=9):
    # BBQr's window: 2 to the power of 10, no header.
    maker = zlib.compressobj(level, zlib.DEFLATED, -10, 9, strategy)
    return maker.compress(data) + maker.flush()


def base32(data):
    return base64.b32encode(data).decode().rstrip("=")


def series(encoding, kind, data, size):
    pieces = [data[start:start + size] for start in range(0, len(data), size)]
    number = lambda value: DIGITS[value // 36] + DIGITS[value % 36]
    text = {"H": lambda piece: piece.hex().upper(), "2": base32, "Z": base32}[encoding]
    return [f"B${encoding}{kind}{number(len(pieces))}{number(index)}" + text(piece) for index, piece in enumerate(pieces)]


words = ["river", "stone", "paper", "window", "garden", "salt", "lamp", "bridge", "ninety", "coin"]
prose = " ".join(chance.choice(words) + str(chance.randrange(900)) for _ in range(1500)).encode()
raw = struct.pack("<I", 2) + b"\x03"
for index in range(3):
    raw += chance.randbytes(32) + struct.pack("<I", index) + b"\0" + b"\xff" * 4
raw += b"\x01" + struct.pack("<q", 1_000_000) + b"\x16\x00\x14" + chance.randbytes(20) + bytes(4)
file = b"psbt\xff\x01\x00" + bytes([len(raw)]) + raw + b"\0"
for index in range(3):
    file += b"\x01\x01\x1f" + struct.pack("<q", 400_000) + b"\x16\x00\x14" + chance.randbytes(20)
    for _ in range(4):
        file += b"\x22\x06\x02" + chance.randbytes(32) + b"\x0c" + chance.randbytes(12)
    file += b"\0"
file += b"\0"
samples = [
    ("empty", packed(b""), b""), ("one", packed(b"a"), b"a"),
    ("fixed", packed(prose[:85], zlib.Z_FIXED), prose[:85]),
    ("stored", packed(chance.randbytes(0) + prose[:300], level=0), prose[:300]),
    ("run", packed(bytes([7]) * 70_000), bytes([7]) * 70_000), ("psbt", packed(file), file),
    ("huffman only", packed(file, zlib.Z_HUFFMAN_ONLY), file), ("words", packed(prose[:3359]), prose[:3359]),
]
scan = packed(prose)
(FOLDER / "bbqr.json").write_text(json.dumps({
    "packedSeries": series("Z", "U", scan, -(-len(scan) // 40) * 5), "packedSeriesSHA256": hashlib.sha256(prose).hexdigest(),
    "packedSeriesBytes": len(prose),
    "deflate": [
        {"name": name, "packed": data.hex(), "sha256": hashlib.sha256(plain).hexdigest(), "bytes": len(plain)}
        for name, data, plain in samples],
    "bomb": packed(bytes(2_000_000)).hex(), "file": file.hex(),
    "hex": series("H", "P", file, -(-len(file) // 4)), "base32": series("2", "P", file, -(-len(file) // 25) * 5),
}, indent=0) + "\n")
