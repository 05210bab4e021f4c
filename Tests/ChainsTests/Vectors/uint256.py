# SPDX-License-Identifier: MIT
"""Writes uint256.txt with Python's integers: a, b, a + b, a - b, a * b, a / b, a % b; `-` where it does not fit."""
import hashlib

LIMIT = 2**256


def number(row, name):
    bits = int.from_bytes(hashlib.sha256(b"%d %s bits" % (row, name)).digest()) % 257
    return int.from_bytes(hashlib.sha256(b"%d %s" % (row, name)).digest()) >> (256 - bits)


def fit(value):
    return str(value) if 0 <= value < LIMIT else "-"


edges = [0, 1, 2, 2**63, 2**64 - 1, 2**64, 2**128 - 1, 2**128, 2**192, 2**255, LIMIT - 1]
pairs = [(a, b) for a in edges for b in edges] + [(number(row, b"a"), number(row, b"b")) for row in range(300)]
print("# Written by uint256.py; see there for the columns.")
for a, b in pairs:
    quotient, remainder = divmod(a, b) if b else (-1, -1)
    print(a, b, fit(a + b), fit(a - b), fit(a * b), fit(quotient), fit(remainder))
