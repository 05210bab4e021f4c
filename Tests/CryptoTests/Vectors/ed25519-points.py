# SPDX-License-Identifier: MIT
"""Writes ed25519-points.txt: 32 bytes, and whether they are a point to Solana's runtime.

RFC 8032, section 5.1.3 with Python's integers, but y is taken modulo p and the sign of x = 0 is ignored, as
curve25519-dalek does it. Checked against `Pubkey.is_on_curve` of solders 0.29.0.
"""
import hashlib
from solders.pubkey import Pubkey

p = 2**255 - 19
d = -121665 * pow(121666, -1, p) % p


def is_on_curve(raw):
    y = (int.from_bytes(raw, "little") & (2**255 - 1)) % p
    x2 = (y * y - 1) * pow(d * y * y + 1, -1, p) % p
    return x2 == 0 or pow(x2, (p - 1) // 2, p) == 1


rows = [hashlib.sha256(b"point %d" % row).digest() for row in range(128)]
# Small orders, zero and one, and the spellings of 0 to 18 that are not reduced; each with both signs.
special = [0, 1, p - 1, p, p + 1, 2**255 - 1] + list(range(2, 19)) + [p + k for k in range(2, 19)]
special += [
    2707385501144840649318225287225658788936804267575313519463743609750303021831,
    55188659117513257062467267217118295137698188065244968500265048394206261417927,
]
rows += [(y | sign << 255).to_bytes(32, "little") for y in special for sign in (0, 1)]
print("# Written by ed25519-points.py.")
for raw in rows:
    assert is_on_curve(raw) == Pubkey.from_bytes(raw).is_on_curve(), raw.hex()
    print(raw.hex(), "point" if is_on_curve(raw) else "none")
