#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes bip39-japanese.json with mnemonic 0.21: phrases joined by ideographic spaces, and passphrases that change in form NFKD."""
import json
import pathlib
import random

from mnemonic import Mnemonic

PASSPHRASES = ["", "㌔ｶﾞ㈱", "ﾊﾟﾝと①②③", "がぎぐげご ヴァイオリン", "ｶﾞｷﾞｸﾞ ㍉㍍㌘", "東京 ㍿ Ⅷ ｱｲｳ", "か\u3099き\u3099は\u309a", "Ångström ﬁ ½"]
maker = Mnemonic("japanese")
chance = random.Random(39)
rows = []
for count in (16, 20, 24, 28, 32):
    entropies = [bytes(count), b"\xff" * count, b"\x80" * count] if count in (16, 24, 32) else []
    while len(entropies) < 5:
        entropies.append(chance.randbytes(count))
    for entropy in entropies:
        phrase = maker.to_mnemonic(entropy)
        passphrase = PASSPHRASES[len(rows) % len(PASSPHRASES)]
        seed = Mnemonic.to_seed(phrase, passphrase)
        rows.append({
            "entropy": entropy.hex(), "mnemonic": "\u3000".join(phrase.split()), "passphrase": passphrase,
            "seed": seed.hex(), "bip32_xprv": Mnemonic.to_hd_master_key(seed)})
(pathlib.Path(__file__).parent / "bip39-japanese.json").write_text(
    json.dumps(rows, ensure_ascii=False, indent=0) + "\n")
print(len(rows))
