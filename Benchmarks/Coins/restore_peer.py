# SPDX-License-Identifier: MIT
"""Restores the phrase of RestoreMeasure.swift with BDK over the Electrum server at a port; prints the milliseconds and
what was found, in satoshis."""
import sys
import time

import bdkpython as bdk

PHRASE = "abandon " * 11 + "about"

secret = bdk.DescriptorSecretKey(bdk.NetworkKind.TEST, bdk.Mnemonic.from_string(PHRASE), None)
descriptors = [bdk.Descriptor.new_bip84(secret, kind, bdk.NetworkKind.TEST)
               for kind in (bdk.KeychainKind.EXTERNAL, bdk.KeychainKind.INTERNAL)]
wallet = bdk.Wallet(*descriptors, bdk.Network.REGTEST, bdk.Persister.new_in_memory())
start = time.monotonic_ns()
client = bdk.ElectrumClient(f"tcp://127.0.0.1:{sys.argv[1]}")
# The largest batch that was of any use.
wallet.apply_update(client.full_scan(wallet.start_full_scan().build(), 20, 200, False))
elapsed = (time.monotonic_ns() - start) // 1_000_000
print(f"{elapsed} {wallet.balance().total.to_sat()}")
