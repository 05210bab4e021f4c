# SPDX-License-Identifier: MIT
"""Draws codes with zxing-cpp, whose newest drawings are made by a zint of its own, for satchel-bench.

Prints, for each kind and count of bytes that is named as `QRCode:100`, the median nanoseconds of a drawing on a line.
"""

import statistics
import sys
import time

import zxingcpp


def median(word: str) -> int:
    kind, count = word.split(":")
    text = ("4006381333931" if kind == "EAN13" else "Card 0815 of the grocer at the corner. " * 80)[: int(count)]
    options = {"ec_level": "L"} if kind == "QRCode" else {}
    times = []
    for _ in range(60):
        start = time.perf_counter_ns()
        zxingcpp.create_barcode(text, getattr(zxingcpp.BarcodeFormat, kind), **options)
        times.append(time.perf_counter_ns() - start)
    return int(statistics.median(times))


for word in sys.argv[1:]:
    print(median(word), flush=True)
