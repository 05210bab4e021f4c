# SPDX-License-Identifier: MIT
"""Writes secp256k1-signatures.txt with wallycore 1.5.6, which carries a libsecp256k1 of its own.

A row: private key, digest, compressed public key, ECDSA signature, the same with a low r, recovery id, Schnorr
signature without auxiliary randomness, the one of the key tweaked for taproot by the digest.
"""
import hashlib
import wallycore as w

print("# Written by secp256k1-signatures.py; see there for the columns.")
for row in range(64):
    key = hashlib.sha256(b"key %d" % row).digest()
    digest = hashlib.sha256(b"message %d" % row).digest()
    plain = w.ec_sig_from_bytes(key, digest, w.EC_FLAG_ECDSA)
    low = w.ec_sig_from_bytes(key, digest, w.EC_FLAG_ECDSA | w.EC_FLAG_GRIND_R)
    recoverable = w.ec_sig_from_bytes(key, digest, w.EC_FLAG_ECDSA | w.EC_FLAG_RECOVERABLE)
    assert recoverable[1:] == plain
    schnorr = w.ec_sig_from_bytes(key, digest, w.EC_FLAG_SCHNORR)
    public = w.ec_public_key_from_private_key(key)
    # BIP-0341's tweak of a key without scripts.
    tweak = w.bip340_tagged_hash(bytes(public[1:]), "TapTweak")
    tweaked = w.ec_private_key_bip341_tweak(key, None, 0)
    tap = w.ec_sig_from_bytes(tweaked, digest, w.EC_FLAG_SCHNORR)
    fields = [key, digest, public, plain, low, bytes([(recoverable[0] - 27) & 3]), schnorr, tweak, tap]
    print(" ".join(bytes(field).hex() for field in fields))
