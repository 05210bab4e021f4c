# SPDX-License-Identifier: MIT
"""Writes argon2id.json with the reference implementation: pip install argon2-cffi, then python3 argon2id.py."""
import hashlib
import json
import pathlib

from argon2.low_level import Type, hash_secret_raw

CASES = [
    # password, memory in KiB, passes, bytes out
    (b"", 8, 1, 16),
    (b"", 64, 3, 32),
    (b"password", 8, 1, 32),
    (b"password", 1024, 2, 32),
    (b"password", 19 * 1024, 2, 32),
    (b"correct horse battery staple", 4096, 3, 64),
    ("pässwörd ‹π›".encode(), 256, 4, 24),
    (bytes(range(256)), 128, 5, 128),
]

vectors = []
for index, (password, kibibytes, passes, count) in enumerate(CASES):
    salt = hashlib.sha256(b"satchel argon2id vector %d" % index).digest()[:16]
    key = hash_secret_raw(password, salt, time_cost=passes, memory_cost=kibibytes, parallelism=1,
                          hash_len=count, type=Type.ID, version=19)
    vectors.append({"password": password.hex(), "salt": salt.hex(), "memoryBytes": kibibytes * 1024,
                    "operations": passes, "key": key.hex()})
pathlib.Path(__file__).with_name("argon2id.json").write_text(json.dumps(vectors, indent=1) + "\n")
