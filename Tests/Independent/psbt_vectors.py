#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes Tests/BitcoinTests/Vectors/psbt_bips.json and psbt_roles.json.

    psbt_vectors.py PACKAGES

PACKAGES has the unpacked sources of PyPI's btclib 2023.7.12 and buidl 0.2.36, whose tests carry BIP-0174 and BIP-0371.
The cases of version 2 (BIP-0370) are written here field by field, and wallycore 1.5.6 confirms each: it reads the valid ones,
refuses the invalid ones and computes the lock times. Needs wallycore and embit.
"""
import ast
import base64
import json
import pathlib
import struct
import sys

import wallycore as wally
from embit.psbt import PSBT

PACKAGES = pathlib.Path(sys.argv[1])
VECTORS = pathlib.Path(__file__).parent.parent / "BitcoinTests/Vectors"
BTCLIB = PACKAGES / "btclib-2023.7.12/tests/psbt"


def texts(path):
    """All texts in a Python file by the line they begin in."""
    return {
        node.lineno: node.value
        for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


# ---------------------------------------------------------------- cases of BIP-0174 and BIP-0371


def published(number):
    data = json.loads((BTCLIB / f"_data/bip{number}_test_vectors.json").read_text())
    names = {"invalid": "invalid psbts", "valid": "valid psbts", "signer": "signer check failures"}
    cases = {
        name: [{"case": f"{name} {index}", "base64": case["encoded psbt"]} for index, case in enumerate(data.get(key, []))]
        for name, key in names.items()
    }
    return cases | {"locktime": []}


# ---------------------------------------------------------------- a writer of maps


def count(number):
    return bytes([number]) if number < 253 else b"\xfd" + struct.pack("<H", number)


def written(*maps):
    """Each map is a list of (type, value)."""
    out = b"psbt\xff"
    for fields in maps:
        for kind, value in fields:
            key = kind if isinstance(kind, bytes) else bytes([kind])
            out += count(len(key)) + key + count(len(value)) + value
        out += b"\0"
    return base64.b64encode(out).decode()


def number(value):
    return struct.pack("<I", value)


# ---------------------------------------------------------------- version 2

VERSION, TX_VERSION, FALLBACK, INPUTS, OUTPUTS, MODIFIABLE = 0xFB, 2, 3, 4, 5, 6
TXID, INDEX, SEQUENCE, TIME, HEIGHT, WITNESS = 0x0E, 0x0F, 0x10, 0x11, 0x12, 1
AMOUNT, SCRIPT = 3, 4
PAY = [(AMOUNT, struct.pack("<q", 70_000)), (SCRIPT, bytes.fromhex("0014") + bytes(range(20)))]
CHANGE = [(AMOUNT, struct.pack("<q", 29_000)), (SCRIPT, bytes.fromhex("5120") + bytes(range(100, 132)))]
SPENT = (WITNESS, struct.pack("<q", 100_000) + b"\x16\x00\x14" + bytes(range(20, 40)))


def head(inputs=1, outputs=2, more=(), without=()):
    fields = [(TX_VERSION, number(2)), (INPUTS, count(inputs)), (OUTPUTS, count(outputs)), *more, (VERSION, number(2))]
    return sorted([field for field in fields if field[0] not in without])


def source(seed=1, more=(), without=()):
    fields = [(TXID, bytes([seed]) * 32), (INDEX, number(seed)), *more]
    return sorted([field for field in fields if field[0] not in without])


def one(head_fields=(), input_fields=(), output_fields=()):
    return written(head(more=head_fields), source(more=input_fields), sorted([*PAY, *output_fields]), CHANGE)


def legacy(head_fields=(), input_fields=(), output_fields=()):
    raw = number(2) + b"\1" + bytes([9]) * 32 + number(0) + b"\0" + b"\xff" * 4
    raw += b"\1" + PAY[0][1] + count(len(PAY[1][1])) + PAY[1][1] + number(0)
    return written([(0, raw), *head_fields], list(input_fields), list(output_fields)), raw


def second_version():
    zero, final = number(0), number(0xFFFFFFFE)
    valid = {
        "what is required": one(),
        "a spent output": one((), [SPENT]),
        "a sequence": one((), [(SEQUENCE, final)]),
        "a sequence, a fallback and both lock times":
            one([(FALLBACK, zero)], [SPENT, (SEQUENCE, final), (TIME, number(1_700_000_000)), (HEIGHT, number(800_000))]),
        "a fallback": one([(FALLBACK, number(800_000))]),
        "a lock time by time": one((), [(TIME, number(500_000_000))]),
        "a lock time by height": one((), [(HEIGHT, number(499_999_999))]),
        "all fields": one(
            [(FALLBACK, zero), (MODIFIABLE, b"\7")],
            [SPENT, (SEQUENCE, final), (TIME, number(1_700_000_000)), (HEIGHT, number(1))]),
        "two inputs": written(head(2, 1), source(1), source(2, [(SEQUENCE, zero)]), PAY),
    }
    for flags in (1, 2, 3, 4, 5, 6, 7):
        valid[f"may change {flags}"] = one([(MODIFIABLE, bytes([flags]))])
    invalid = {}
    for name, field in (
        ("version 2", (VERSION, number(2))), ("transaction version", (TX_VERSION, number(2))), ("fallback", (FALLBACK, zero)),
        ("inputs", (INPUTS, b"\1")), ("outputs", (OUTPUTS, b"\1")), ("may change", (MODIFIABLE, b"\0")),
    ):
        invalid["version 0 with " + name] = legacy([field])[0]
    for name, field in (
        ("id", (TXID, bytes(32))), ("index", (INDEX, zero)), ("sequence", (SEQUENCE, final)),
        ("time", (TIME, number(1_700_000_000))), ("height", (HEIGHT, number(1))),
    ):
        invalid["version 0 with " + name] = legacy((), [field])[0]
    for name, field in (("amount", PAY[0]), ("script", PAY[1])):
        invalid["version 0 with " + name] = legacy((), (), [field])[0]
    invalid["version 2 with a transaction"] = one([(0, legacy()[1])])
    for name, kind in (("inputs", INPUTS), ("outputs", OUTPUTS), ("transaction version", TX_VERSION)):
        invalid["version 2 without " + name] = written(head(without=[kind]), source(), PAY, CHANGE)
    for name, kind in (("id", TXID), ("index", INDEX)):
        invalid["version 2 without " + name] = written(head(), source(without=[kind]), PAY, CHANGE)
    invalid["version 2 without amount"] = written(head(), source(), PAY[1:], CHANGE)
    invalid["version 2 without script"] = written(head(), source(), PAY[:1], CHANGE)
    invalid["time too low"] = one((), [(TIME, number(499_999_999))])
    invalid["height too high"] = one((), [(HEIGHT, number(500_000_000))])
    invalid["height of zero"] = one((), [(HEIGHT, zero)])
    invalid["time of zero"] = one((), [(TIME, zero)])
    invalid["an input too few"] = written(head(2, 1), source(1), PAY)
    time, later = number(1_657_048_459), number(1_657_048_460)
    low, high = number(9_000), number(10_000)
    locktime = []
    for name, fallback, first, second in (
        ("none", [], [], []), ("fallback of zero", [(FALLBACK, zero)], [], []),
        ("fallback", [(FALLBACK, number(777))], [], []),
        ("one height", [], [(HEIGHT, high)], []), ("two heights", [], [(HEIGHT, high)], [(HEIGHT, low)]),
        ("height before fallback", [(FALLBACK, number(777))], [], [(HEIGHT, high)]),
        ("height where both can", [], [(HEIGHT, high)], [(HEIGHT, low), (TIME, later)]),
        ("height where both have both", [], [(HEIGHT, high), (TIME, time)], [(HEIGHT, low), (TIME, later)]),
        ("one time", [], [(TIME, later)], []), ("two times", [], [(TIME, time)], [(TIME, later)]),
        ("time where one has no height", [], [(TIME, time)], [(HEIGHT, low), (TIME, later)]),
        ("both where one has none", [], [(HEIGHT, low), (TIME, later)], []),
        ("neither can", [], [(HEIGHT, high)], [(TIME, later)]),
    ):
        text = written(head(2, 1, fallback), source(1, first), source(2, second), PAY)
        psbt = wally.psbt_from_base64(text, 0)
        try:
            value = wally.psbt_get_locktime(psbt)
        except ValueError:
            value = None
        locktime.append({"case": name, "base64": text, "locktime": value})
    for name, text in valid.items():
        assert wally.psbt_to_base64(wally.psbt_from_base64(text, 0), 0) == text, name
    for name, text in invalid.items():
        try:
            wally.psbt_from_base64(text, 0)
        except ValueError:
            continue
        print("libwally reads", name)
    rows = lambda cases: [{"case": name, "base64": text} for name, text in cases.items()]
    return {"invalid": rows(invalid), "valid": rows(valid), "signer": [], "locktime": locktime}


# ---------------------------------------------------------------- the walk of BIP-0174 through all roles


def walk():
    source = texts(PACKAGES / "buidl-0.2.36/buidl/test/test_psbt.py")
    unknown = texts(BTCLIB / "test_psbt.py")
    roles = {
        "created": source[454 - 3], "previous": [source[454], source[455]], "master": source[469],
        "updated": source[493], "updatedWithType": source[503], "signedByFirst": source[519],
        "signedBySecond": source[535], "combined": source[547], "finalized": source[568], "extracted": source[571],
        "unknownOne": unknown[175], "unknownTwo": unknown[177], "unknownCombined": unknown[171],
    }
    psbt = PSBT.from_base64(roles["updated"])
    scopes = list(psbt.inputs) + list(psbt.outputs)
    path = lambda steps: "m" + "".join(f"/{step & 0x7FFFFFFF}" + ("'" if step >> 31 else "") for step in steps)
    roles["keys"] = {
        key.sec().hex(): path(origin.derivation) for scope in scopes for key, origin in scope.bip32_derivations.items()}
    first, second = psbt.inputs
    roles["scripts"] = [
        script.data.hex() for script in (first.redeem_script, second.redeem_script, second.witness_script)]
    return roles


bips = {"BIP-0174": published(174), "BIP-0370": second_version(), "BIP-0371": published(371)}
# Without inputs a transaction reads like one with witnesses; and a value longer than what is left.
bips["BIP-0174"]["valid"] += [
    {"case": "nothing", "base64": written([(0, number(2) + b"\0\0" + number(0))])},
    {"case": "no inputs", "base64": written([(0, number(2) + b"\0\1" + PAY[0][1] + b"\x16" + PAY[1][1] + number(0))], [])},
]
bips["BIP-0174"]["invalid"].append(
    {"case": "too long a value", "base64": base64.b64encode(b"psbt\xff\x01\x00\x7f" + legacy()[1] + b"\0").decode()})
(VECTORS / "psbt_bips.json").write_text(json.dumps(bips, indent=0) + "\n")
(VECTORS / "psbt_roles.json").write_text(json.dumps(walk(), indent=0) + "\n")
print({name: {kind: len(cases) for kind, cases in case.items()} for name, case in bips.items()})
