# SPDX-License-Identifier: MIT
"""QR codes in the hand of others: segno draws them.

A line is `VERSION LEVEL MASK MODE ENCODING COUNT TEXT`: the version or 0 for the smallest, a level of LMQH, a mask or -1
for the best, a mode of segno's or `-` for any, an encoding (stated by an ECI) or `-`, in how many codes of one series the
text is drawn, and the text as UTF-8 in hexadecimal. The answer is one line: for each code its rows, `0` and `1`, with
commas between rows and spaces between codes; or `refused` and why.

It listens nowhere, so it says that it is ready on port 0.
"""
import sys

import segno


def answer(words: list[str]) -> str:
    version, level, mask, mode, encoding, count, text = words
    content = bytes.fromhex(text).decode() if text != "-" else ""
    wishes = {"error": level, "boost_error": False}
    if version != "0":
        wishes["version"] = int(version)
    if mask != "-1":
        wishes["mask"] = int(mask)
    if mode != "-":
        wishes["mode"] = mode
    if encoding != "-":
        wishes["encoding"] = encoding
    if int(count) > 1:
        codes = segno.make_sequence(content, symbol_count=int(count), **wishes)
    else:
        codes = [segno.make_qr(content, eci=encoding != "-", **wishes)]
    return " ".join(",".join("".join(str(bit) for bit in row) for row in code.matrix) for code in codes)


print("ready", 0, flush=True)
for line in sys.stdin:
    try:
        print(answer(line.split()), flush=True)
    except ValueError as refusal:
        print("refused", refusal, flush=True)
