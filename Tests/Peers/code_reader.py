# SPDX-License-Identifier: MIT
"""Codes in the eyes of others: zxing-cpp reads them, python-stdnum computes check digits.

A line is a question, answered by a line:

    read FORMAT PNG     the only code in a picture (Base64), as `bytes identifier format upce`, bytes in hexadecimal,
                        or `none`; FORMAT is a name of zxing-cpp's or All
    text FORMAT PNG     the same, answered by its text in UTF-8, in hexadecimal
    pixels PNG          its width, and its pixels as 0 and 1 for black, line by line
    gtin DIGITS         the check digit that belongs behind them

It listens nowhere, so it says that it is ready on port 0.
"""
import base64
import io
import sys

import zxingcpp
from PIL import Image
from stdnum import ean


def grey(png: str) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(png))).convert("L")


def only(name: str, png: str) -> zxingcpp.Barcode | None:
    image = grey(png)
    pixels = memoryview(image.tobytes()).cast("B", (image.height, image.width))
    # Code 39 as its 43 characters; "Plain" leaves the bytes of GS1 as they are.
    codes = zxingcpp.read_barcodes(
        pixels, formats=getattr(zxingcpp.BarcodeFormat, name), text_mode=zxingcpp.TextMode.Plain
    )
    return codes[0] if len(codes) == 1 else None


def answer(words: list[str]) -> str:
    if words[0] == "gtin":
        return ean.calc_check_digit(words[1])
    if words[0] == "pixels":
        image = grey(words[1])
        return f"{image.width} " + image.tobytes().translate(bytes([49] + [48] * 255)).decode()
    code = only(words[1], words[2])
    if code is None:
        return "none"
    if words[0] == "text":
        return code.text.encode().hex() or "empty"
    short = code.extra.get("UPCE", "-") if code.extra else "-"
    return f"{code.bytes.hex() or '-'} {code.symbology_identifier} {code.format.name} {short}"


print("ready", 0, flush=True)
for line in sys.stdin:
    print(answer(line.split()), flush=True)
