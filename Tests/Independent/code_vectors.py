#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes Tests/CodesTests/Vectors/uniform-resources.json: BCR-2020-005, 2020-012 and 2024-001 once more, in Python.

It shares the list of words with the Swift module and nothing else. Standard library only.
"""
import hashlib
import json
import pathlib
import re
import struct
import zlib

ROOT = pathlib.Path(__file__).parent.parent.parent
MASK = (1 << 64) - 1
SWIFT = "".join(path.read_text() for path in sorted((ROOT / "Sources/Services/Codes/UR").glob("Bytewords*.swift")))
FOUND = re.findall(r"\b[a-z]{4}\b", SWIFT[SWIFT.index("able acid"):]) if "able acid" in SWIFT else []
WORDS = FOUND[:256]
if len(WORDS) < 256 or WORDS[255] != "zoom":
    joined = re.search(r"ableacid[a-z\s\"+\\]*zoom", SWIFT).group(0)
    letters = re.sub(r"[^a-z]", "", joined)
    WORDS = [letters[index:index + 4] for index in range(0, 1024, 4)]
assert len(set(WORDS)) == 256


def words(data, minimal):
    data += struct.pack(">I", zlib.crc32(data))
    return "".join(WORDS[byte][0] + WORDS[byte][3] for byte in data) if minimal else " ".join(WORDS[byte] for byte in data)


def head(major, number):
    for size, code in ((24, None), (1 << 8, "B"), (1 << 16, "H"), (1 << 32, "I")):
        if number < size:
            if code is None:
                return bytes([major << 5 | number])
            return bytes([major << 5 | {"B": 24, "H": 25, "I": 26}[code]]) + struct.pack(">" + code, number)


def byte_string(data):
    return head(2, len(data)) + data


class Chance:
    """Xoshiro256**, seeded by a digest."""

    def __init__(self, seed):
        self.state = list(struct.unpack(">4Q", hashlib.sha256(seed).digest()))

    def next(self):
        turn = lambda value, by: (value << by | value >> (64 - by)) & MASK
        a, b, c, d = self.state
        result = turn(b * 5 & MASK, 7) * 9 & MASK
        c, d = c ^ a, d ^ b
        b, a = b ^ c, a ^ d
        self.state = [a, b, c ^ (self.state[1] << 17 & MASK), turn(d, 45)]
        return result

    def fraction(self):
        return self.next() / 18446744073709551616.0

    def below(self, count):
        return int(self.fraction() * count)


def sampler(weights):
    """Walker's alias tables, as Vose fills them."""
    total = sum(weights)
    count = len(weights)
    scaled = [weight * count / total for weight in weights]
    small = [index for index in reversed(range(count)) if scaled[index] < 1]
    large = [index for index in reversed(range(count)) if scaled[index] >= 1]
    chances, others = [0.0] * count, [0] * count
    while small and large:
        low, high = small.pop(), large.pop()
        chances[low], others[low] = scaled[low], high
        scaled[high] += scaled[low] - 1
        (small if scaled[high] < 1 else large).append(high)
    for index in large + small:
        chances[index] = 1
    return chances, others


def parts(message, longest, last):
    count = next(count for count in range(1, len(message) + 1) if -(-len(message) // count) <= longest)
    size = -(-len(message) // count)
    padded = message + bytes(count * size - len(message))
    fragments = [padded[index * size:(index + 1) * size] for index in range(count)]
    checksum = zlib.crc32(message)
    chances, others = sampler([1 / (index + 1) for index in range(count)])
    for number in range(1, last + 1):
        if number <= count:
            chosen = [number - 1]
        else:
            chance = Chance(struct.pack(">II", number, checksum))
            first, second = chance.fraction(), chance.fraction()
            index = int(count * first)
            degree = (index if second < chances[index] else others[index]) + 1
            left, order = list(range(count)), []
            while left:
                order.append(left.pop(chance.below(len(left))))
            chosen = order[:degree]
        data = bytes(size)
        for index in chosen:
            data = bytes(x ^ y for x, y in zip(data, fragments[index]))
        yield count, number, (
            b"\x85" + head(0, number) + head(0, count) + head(0, len(message)) + head(0, checksum) + byte_string(data))


def sample(count):
    return bytes((index * index + 31 * index >> 3) & 255 for index in range(count))


def file(short, long, raw):
    plain = [record for _, _, record in parts(long, 30, 20)]
    framed = [
        f"ur:bytes/{number}-{count}/" + words(record, True) for count, number, record in parts(byte_string(long), 30, 20)]
    streams = []
    for count, longest, last in ((20, 10, 6), (57, 20, 9), (2000, 350, 18), (10000, 350, 87), (100000, 350, 858), (20480, 10, 2200)):
        digest, fragments = hashlib.sha256(), 0
        for fragments, _, record in parts(sample(count), longest, last):
            digest.update(record)
        streams.append({
            "messageBytes": count, "maximumFragmentBytes": longest, "fragments": fragments, "parts": last,
            "sha256": digest.hexdigest()})
    return {
        "message50": short.hex(), "message256": long.hex(), "single": "ur:bytes/" + words(byte_string(short), True),
        "parts": framed, "fountainParts": [record.hex() for record in plain], "bytewordsBytes": raw.hex(),
        "bytewordsStandard": words(raw, False), "bytewordsMinimal": words(raw, True), "streams": streams}


if __name__ == "__main__":
    digests = b"".join(hashlib.sha256(bytes([index])).digest() for index in range(16))
    text = json.dumps(file(digests[:50], digests[64:320], digests[320:420]), indent=0)
    (ROOT / "Tests/CodesTests/Vectors/uniform-resources.json").write_text(text + "\n")
