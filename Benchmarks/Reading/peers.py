# SPDX-License-Identifier: MIT
"""Reads frames with another's reader, for satchel-bench and for people.

Usage: satchel-photos stream | peers.py zxing|zxing-fast|zbar

`zxing` is zxing-cpp of PyPI with everything that it tries by default, `zxing-fast` the same without turned, inverted and
shrunk copies, `zbar` is pyzbar over Debian's libzbar0. A frame is a line `width height subject|setting|number|symbology|
hex of the bytes` and its grey bytes. The answer to each is a line: microseconds of processor time, then `symbology:hex of the bytes` for
every code found. Whether that is right is for the asker to judge.
"""

import sys
import time

ZXING = {
    "Codabar": "codabar", "Code39": "code39", "Code93": "code93", "Code128": "code128", "EAN8": "ean8",
    "EAN13": "ean13", "ITF": "itf", "UPCA": "upcA", "UPCE": "upcE", "QRCode": "qr", "Aztec": "aztec",
    "DataMatrix": "dataMatrix", "PDF417": "pdf417", "DataBar": "dataBar", "DataBarLtd": "dataBar",
    "DataBarExp": "dataBarExpanded", "DataBarExpStk": "dataBarExpanded",
}
# Finer names that the library gives what it found.
ZXING_VARIANTS = {
    "Code39Std": "Code39", "Code39Ext": "Code39", "QRCodeModel1": "QRCode", "QRCodeModel2": "QRCode", "ITF14": "ITF",
    "AztecCode": "Aztec", "ISBN": "EAN13", "DataBarOmni": "DataBar", "DataBarStacked": "DataBar",
    "DataBarStackedOmni": "DataBar", "DataBarLimited": "DataBar", "DataBarExpanded": "DataBarExp",
    "DataBarExpandedStacked": "DataBarExp",
}
ZBAR = {
    "CODABAR": "codabar", "CODE39": "code39", "CODE93": "code93", "CODE128": "code128", "EAN8": "ean8",
    "EAN13": "ean13", "I25": "itf", "UPCA": "upcA", "UPCE": "upcE", "QRCODE": "qr",
}
OTHERS = {"aztec", "dataMatrix", "pdf417"}


def zxing(**options):
    import zxingcpp

    def formats(names):
        return zxingcpp.BarcodeFormats([getattr(zxingcpp.BarcodeFormat, name) for name in names])

    # The kinds that our own readers read; the others are looked for only where one of them is printed.
    everything = formats(ZXING)
    ours = formats([name for name in ZXING if ZXING[name] not in OTHERS])

    def read(pixels, width, height, symbology):
        frame = memoryview(pixels).cast("B", (height, width))
        return zxingcpp.read_barcodes(frame, formats=everything if symbology in OTHERS else ours, **options)

    def name(code):
        name = "".join(letter for letter in str(code.format).split(".")[-1] if letter.isalnum())
        return ZXING.get(ZXING_VARIANTS.get(name, name), name)

    def text(code):
        # It puts `01` before the number of an article.
        return bytes(code.bytes)[2 if name(code) == "dataBar" else 0:]

    return read, lambda found: [(name(code), text(code)) for code in found]


def zbar():
    from pyzbar import pyzbar

    symbols = [getattr(pyzbar.ZBarSymbol, name) for name in ZBAR]

    def read(pixels, width, height, symbology):
        return pyzbar.decode((pixels, width, height), symbols=symbols)

    return read, lambda found: [(ZBAR.get(code.type, code.type), code.data) for code in found]


def main():
    readers = {
        "zxing": zxing,
        "zxing-fast": lambda: zxing(try_rotate=False, try_invert=False, try_downscale=False),
        "zbar": zbar,
    }
    read, codes = readers[sys.argv[1]]()
    stream = sys.stdin.buffer
    while line := stream.readline():
        width, height, name = line.decode().rstrip("\n").split(" ", 2)
        pixels = stream.read(int(width) * int(height))
        start = time.process_time()
        found = read(pixels, int(width), int(height), name.split("|")[3])
        microseconds = int((time.process_time() - start) * 1_000_000)
        print(microseconds, *(f"{name}:{data.hex()}" for name, data in codes(found)), flush=True)


main()
