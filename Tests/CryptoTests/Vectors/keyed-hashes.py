#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes hmac_sha256_test.json, hmac_sha512_test.json and pbkdf2_hmacsha512_test.json with pycryptodome 3.24.1.

The seed is fixed. Keys and messages of the lengths around a block's, tags whole and cut, and tags with one bit wrong.
"""
import json
import pathlib
import random

from Crypto.Hash import HMAC, SHA256, SHA512
from Crypto.Protocol.KDF import PBKDF2

FOLDER = pathlib.Path(__file__).parent
chance = random.Random(20261120)


def write(name, groups):
    number = 0
    texts = []
    for head, cases in groups:
        for case in cases:
            number += 1
            case["tcId"] = number
        texts.append("{" + json.dumps(head)[1:-1] + (", " if head else "") + '"tests": [\n' + ",\n".join(map(json.dumps, cases)) + "\n]}")
    text = f'{{"numberOfTests": {number}, "testGroups": [\n' + ",\n".join(texts) + "\n]}\n"
    assert sum(len(group["tests"]) for group in json.loads(text)["testGroups"]) == number
    (FOLDER / name).write_text(text)
    print(name, number)


def wrong(data, bit):
    data = bytearray(data)
    data[bit // 8] ^= 1 << (bit % 8)
    return bytes(data)


def codes(name, algorithm, block, whole):
    groups = []
    for size in (whole, whole // 2):
        cases = []
        lengths = [(whole, count) for count in (0, 1, 7, 8, block - 9, block - 8, block - 1, block, block + 1, 2 * block, 300)]
        lengths += [(count, 33) for count in (1, 5, 16, block // 2, block - 1, block, block + 1, 2 * block, 2 * block + 1, 200, 520)]
        lengths += [(chance.randrange(1, 3 * block), chance.randrange(0, 400)) for _ in range(25)]
        for key, message in lengths:
            key, message = chance.randbytes(key), chance.randbytes(message)
            tag = HMAC.new(key, message, algorithm).digest()[:size]
            cases.append({"key": key.hex(), "msg": message.hex(), "tag": tag.hex(), "result": "valid"})
        key, message = chance.randbytes(whole), chance.randbytes(20)
        tag = HMAC.new(key, message, algorithm).digest()[:size]
        bits = [0, 1, 7, 8, 31, 32, 63, 64, 8 * size - 9, 8 * size - 8, 8 * size - 1]
        forged = [wrong(tag, bit) for bit in bits] + [wrong(tag, chance.randrange(8 * size)) for _ in range(21)]
        forged += [bytes(size), b"\xff" * size, tag[::-1], bytes(byte ^ 0xFF for byte in tag), bytes(byte ^ 0x80 for byte in tag)]
        forged += [HMAC.new(wrong(key, 0), message, algorithm).digest()[:size], HMAC.new(key, wrong(message, 0), algorithm).digest()[:size]]
        forged += [HMAC.new(key, message + b"\0", algorithm).digest()[:size]]
        for tag in forged:
            cases.append({"key": key.hex(), "msg": message.hex(), "tag": tag.hex(), "result": "invalid"})
        groups.append(({"tagSize": 8 * size}, cases))
    write(name, groups)


def derivations():
    cases = []
    sizes = [(0, 8), (1, 8), (8, 0), (8, 1), (63, 16), (64, 16), (127, 16), (128, 16), (129, 16), (256, 16), (16, 128), (16, 200)]
    rows = [(password, salt, rounds, 64) for password, salt in sizes for rounds in (1, 3)]
    rows += [(12, 16, 2, count) for count in (1, 20, 63, 64, 65, 127, 128, 129, 200)]
    rows += [(12, 16, rounds, 64) for rounds in (4, 10, 100, 1000, 2047, 2048, 2049, 4096)]
    rows += [(chance.randrange(1, 200), chance.randrange(1, 80), chance.randrange(1, 50), chance.randrange(1, 100)) for _ in range(25)]
    for password, salt, rounds, count in rows:
        password, salt = chance.randbytes(password), chance.randbytes(salt)
        key = PBKDF2(password, salt, dkLen=count, count=rounds, hmac_hash_module=SHA512)
        cases.append({
            "password": password.hex(), "salt": salt.hex(), "iterationCount": rounds, "dkLen": count, "dk": key.hex(),
            "result": "valid"})
    write("pbkdf2_hmacsha512_test.json", [({}, cases)])


codes("hmac_sha256_test.json", SHA256, 64, 32)
codes("hmac_sha512_test.json", SHA512, 128, 64)
derivations()
