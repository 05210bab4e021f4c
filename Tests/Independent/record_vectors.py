#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes Tests/BitcoinTests/Vectors/records.json: keys by embit 0.8.0, records by cbor2 6.2.1.

The forms are those of BCR-2020-006, 2020-007, 2020-010, 2020-015 and 2023-010, 2023-019; the phrase is "abandon … about".
"""
import base64
import json
import pathlib

import cbor2
from embit import bip32, bip39
from embit.networks import NETWORKS

FOLDER = pathlib.Path(__file__).parent.parent / "BitcoinTests/Vectors"
H = 1 << 31
root = bip32.HDKey.from_seed(bip39.mnemonic_to_seed("abandon " * 11 + "about"))
mark = int.from_bytes(root.my_fingerprint, "big")


def tag(number, value):
    return cbor2.CBORTag(number, value)


def steps(path):
    out = []
    for word in path.split("/")[1:]:
        out += [int(word.rstrip("'")), word.endswith("'")]
    return out


def key_at(path, is_new, is_test=False, with_source=True):
    """An HD key's record with the tags of the newer or the older papers, and its text."""
    base = 40000 if is_new else 0
    key = root.derive(path).to_public()
    record = {3: key.key.sec(), 4: key.chain_code}
    if is_test:
        record[5] = tag(base + 305, {2: 1})
    record[6] = tag(base + 304, {1: steps(path)} | ({2: mark} if with_source else {}))
    record[8] = int.from_bytes(key.fingerprint, "big")
    return record, key.to_base58(NETWORKS["test" if is_test else "main"]["xpub"])


PARTS = [
    ("m/44'/0'/0'", [403], "pkh(@0)"), ("m/49'/0'/0'", [400, 404], "sh(wpkh(@0))"), ("m/84'/0'/0'", [404], "wpkh(@0)"),
    ("m/45'", [400, 410], "sh(cosigner(@0))"), ("m/48'/0'/0'/1'", [400, 401, 410], "sh(wsh(cosigner(@0)))"),
    ("m/48'/0'/0'/2'", [401, 410], "wsh(cosigner(@0))"), ("m/86'/0'/0'", [409], "tr(@0)"),
]
older, newer, descriptors = [], [], []
for path, kinds, text in PARTS:
    record, name = key_at(path, False)
    value = tag(303, record)
    for kind in reversed(kinds):
        value = tag(kind, value)
    older.append(tag(308, value))
    newer.append(tag(40308, {1: text, 2: [tag(40303, key_at(path, True)[0])]}))
    descriptors.append(f"[{root.my_fingerprint.hex()}{path[1:]}]{name}")


def single(index):
    return tag(306, {3: root.derive(f"m/7/{index}").to_public().key.sec()})


path = "m/44'/1'/1'/0/1"
output = tag(400, tag(404, single(1)))
psbt = json.loads((FOLDER / "psbt_roles.json").read_text())["created"]
records = {
    "cryptoAccount": cbor2.dumps({1: mark, 2: older}),
    "accountDescriptor": cbor2.dumps({1: mark, 2: newer}),
    "psbt": cbor2.dumps(base64.b64decode(psbt)),
    "masterKey": cbor2.dumps({1: True, 3: b"\0" + root.key.secret, 4: root.chain_code}),
    "testKey": cbor2.dumps(key_at(path, True, True, False)[0]),
    "olderTestKey": cbor2.dumps(key_at(path, False, True, False)[0]),
    "addressAccount": cbor2.dumps({1: mark, 2: [
        tag(308, tag(403, single(0))), tag(308, output),
        tag(308, tag(400, tag(406, {1: 2, 2: [single(2), single(3)]}))),
    ]}),
    "addressOutput": cbor2.dumps(output),
}


def with_children(steps):
    record = key_at("m/84'/0'/0'", False)[0]
    return cbor2.dumps(tag(308, tag(404, tag(303, record | {7: tag(304, {1: steps})})))).hex()


def branches():
    """What an exporter may say of the children that it uses, and the text of it."""
    any_index = [[], False]
    return [[text, with_children(steps)] for text, steps in (
        ("0/*", [0, False] + any_index), ("<0;1>/*", [[0, False, 1, False]] + any_index),
        ("0-1/*", [[0, 1], False] + any_index), ("1/*", [1, False] + any_index), ("*", any_index),
        ("0/*'", [0, False, [], True]), ("0'/*", [0, True] + any_index), ("<1;0>/*", [[1, False, 0, False]] + any_index),
        ("0/0/*", [0, False, 0, False] + any_index), ("", []),
    )]


texts = {name: data.hex() for name, data in records.items()}
texts |= {"testKeyText": key_at(path, True, True)[1], "descriptors": descriptors, "branches": branches()}
(FOLDER / "records.json").write_text(json.dumps(texts, indent=0) + "\n")
