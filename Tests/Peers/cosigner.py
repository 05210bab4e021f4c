# SPDX-License-Identifier: MIT
"""Another wallet that signs with us: libwally with a phrase of its own.

    cosigner.py PHRASE PATH

The first line of input is empty and answered by its part of a shared account, `[fingerprint/path]tpub…`; each further
line is a PSBT in Base64, answered by the same PSBT with its signatures. It listens nowhere, so it says that it is ready
on port 0.
"""
import sys

import wallycore as wally

phrase, path = sys.argv[1], sys.argv[2]
seed = wally.bip39_mnemonic_to_seed512(phrase, None)
master = wally.bip32_key_from_seed(seed, wally.BIP32_VER_TEST_PRIVATE, 0)
account = wally.bip32_key_from_parent_path_str(master, path, 0, wally.BIP32_FLAG_KEY_PRIVATE)
fingerprint = bytes(wally.bip32_key_get_fingerprint(master)).hex()

print("ready", 0, flush=True)
for line in sys.stdin:
    text = line.strip()
    if not text:
        key = wally.bip32_key_to_base58(account, wally.BIP32_FLAG_KEY_PUBLIC)
        print(f"[{fingerprint}{path[1:]}]{key}", flush=True)
        continue
    psbt = wally.psbt_from_base64(text, 0)
    wally.psbt_sign_bip32(psbt, master, wally.EC_FLAG_GRIND_R)
    print(wally.psbt_to_base64(psbt, 0), flush=True)
