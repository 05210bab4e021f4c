#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes Tests/BitcoinTests/Vectors/messages.json: signed texts with their addresses, and wrong ones.

    message_vectors.py BIP322

BIP322 is the folder `bip-0322` of the repository bitcoin/bips at 7fe0b034, with its two files of JSON; of those
only addresses, texts (as hexadecimal digits) and signatures are taken. Signatures with the headers of BIP-0137 are made here
by btclib 2023.7.12, and turned into Electrum's form by its header.
"""
import base64
import json
import pathlib
import sys

from btclib import b32, b58
from btclib.ecc import bms

FOLDER = pathlib.Path(sys.argv[1])
TARGET = pathlib.Path(__file__).parent.parent / "BitcoinTests/Vectors/messages.json"


def row(case, signature, kind):
    return {"kind": kind, "text": case["message"].encode().hex(), "address": case["address"], "signature": signature}


right, wrong = [], []
for name in ("basic", "generated"):
    data = json.loads((FOLDER / f"{name}-test-vectors.json").read_text())
    for form in ("simple", "full", "proof_of_funds"):
        for case in data.get(form, []):
            for signature in case["bip322_signatures"]:
                right.append(row(case, signature, f"{form} {case['type']}"))
    wrong += [row(case, case["signature"], "wrong") for case in data["error"]]

older, key = [], 0xA0DC65FFCA799873CBEA0AC274015B9526505DAAAED385155425F7337704883E
wif = b58.wif_from_prv_key(key, "mainnet", True)
addresses = {"p2pkh": b58.p2pkh(wif), "p2wpkh": b32.p2wpkh(wif), "p2sh-p2wpkh": b58.p2wpkh_p2sh(wif)}
for text in ("", "7QJ4ZK2M", "\u00fc" * 100):
    for kind, address in addresses.items():
        signature = bms.sign(text.encode(), wif, address)
        assert bms.verify(text.encode(), address, signature)
        case = {"message": text, "address": address}
        older.append(row(case, signature.b64encode(), kind))
        if kind != "p2pkh":
            electrum = bytearray(base64.b64decode(signature.b64encode()))
            electrum[0] = 31 + (electrum[0] - 27) % 4
            text64 = base64.b64encode(electrum).decode()
            assert bms.verify(text.encode(), address, text64)
            older.append(row(case, text64, f"{kind} electrum"))
lists = {"right": right, "wrong": wrong, "older": older}
blocks = (f'"{name}": [\n' + ",\n".join(json.dumps(row) for row in rows) + "\n]" for name, rows in lists.items())
TARGET.write_text("{" + ",\n".join(blocks) + "}\n")
print({name: len(rows) for name, rows in lists.items()})
