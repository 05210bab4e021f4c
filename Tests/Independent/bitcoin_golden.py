#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes Tests/BitcoinTests/Vectors/signed.json: transactions signed by wallets that nobody here wrote.

    python3 -m venv .venv && .venv/bin/pip install wallycore==1.5.6 bdkpython==3.1.1 embit==0.8.0
    .venv/bin/python3 Tests/Independent/bitcoin_golden.py

Each case is one unsigned transaction over the public test phrase "abandon ... about" on regtest: the accounts' scripts come from
embit, the PSBT is built by embit, and wallycore and bdkpython each sign it (embit in place of bdkpython for the shared account). They must
agree byte for byte; the script stops when they differ.
"""

import base64
import hashlib
import json
import os

import bdkpython as bdk
import wallycore as wally
from embit import bip32, bip39, script
from embit.psbt import PSBT, DerivationPath
from embit.transaction import Transaction, TransactionInput, TransactionOutput

PHRASE = " ".join(["abandon"] * 11 + ["about"])
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = bip32.HDKey.from_seed(bip39.mnemonic_to_seed(PHRASE))
FINGERPRINT = ROOT.child(0).fingerprint
HARD = 0x80000000
PURPOSES = {"legacy": 44, "nested": 49, "segwit": 84, "taproot": 86}


def key(kind, index):
    path = [PURPOSES[kind] | HARD, 1 | HARD, 0 | HARD, index % 2, index]
    return ROOT.derive(path), path


def locking(kind, public):
    if kind == "legacy":
        return script.p2pkh(public)
    if kind == "nested":
        return script.p2sh(script.p2wpkh(public))
    if kind == "segwit":
        return script.p2wpkh(public)
    return script.p2tr(public)


def case(kind, count):
    inputs, spent, previous = [], [], []
    for index in range(count):
        child, path = key(kind, index)
        output = TransactionOutput(100_000 + index, locking(kind, child.key.get_public_key()))
        # The transaction before: made up, but a real one, as P2PKH needs it whole.
        seed = hashlib.sha256(b"%s %d" % (kind.encode(), index)).digest()
        before = Transaction(
            version=2, vin=[TransactionInput(seed, 0)],
            vout=[TransactionOutput(5_000, script.p2wpkh(child.key.get_public_key())), output], locktime=0)
        inputs.append(TransactionInput(before.txid(), 1, sequence=0xFFFFFFFD))
        spent.append(output)
        previous.append(before)
    total = sum(output.value for output in spent)
    recipient = script.p2wpkh(ROOT.derive([84 | HARD, 1 | HARD, 5 | HARD, 0, 0]).key.get_public_key())
    change = locking(kind, key(kind, 1001)[0].key.get_public_key())
    outputs = [TransactionOutput(total // 2, recipient), TransactionOutput(total // 2 - 10_000 - count * 100, change)]
    unsigned = Transaction(version=2, vin=inputs, vout=outputs, locktime=800_000)
    psbt = PSBT(unsigned)
    for index, part in enumerate(psbt.inputs):
        child, path = key(kind, index)
        public = child.key.get_public_key()
        part.non_witness_utxo = previous[index]
        if kind != "legacy":
            part.witness_utxo = spent[index]
        if kind == "nested":
            part.redeem_script = script.p2wpkh(public)
        if kind == "taproot":
            part.taproot_internal_key = public
            part.taproot_bip32_derivations[public] = ([], DerivationPath(FINGERPRINT, path))
        else:
            part.bip32_derivations[public] = DerivationPath(FINGERPRINT, path)
    return unsigned, spent, previous, psbt


def signed_by_wally(psbt):
    value = wally.psbt_from_base64(psbt.to_string(), 0)
    master = wally.bip32_key_from_seed(bip39.mnemonic_to_seed(PHRASE), wally.BIP32_VER_TEST_PRIVATE, 0)
    wally.psbt_sign_bip32(value, master, wally.EC_FLAG_GRIND_R)
    wally.psbt_finalize(value, 0)
    return wally.tx_to_hex(wally.psbt_extract(value, 0), wally.WALLY_TX_FLAG_USE_WITNESS)


def signed_by_bdk(kind, psbt):
    secret = bdk.DescriptorSecretKey(bdk.NetworkKind.TEST, bdk.Mnemonic.from_string(PHRASE), None)
    make = {
        "legacy": bdk.Descriptor.new_bip44, "nested": bdk.Descriptor.new_bip49, "segwit": bdk.Descriptor.new_bip84,
        "taproot": bdk.Descriptor.new_bip86}[kind]
    receive = make(secret, bdk.KeychainKind.EXTERNAL, bdk.NetworkKind.TEST)
    change = make(secret, bdk.KeychainKind.INTERNAL, bdk.NetworkKind.TEST)
    wallet = bdk.Wallet(receive, change, bdk.Network.REGTEST, bdk.Persister.new_in_memory())
    wallet.reveal_addresses_to(bdk.KeychainKind.EXTERNAL, 110)
    wallet.reveal_addresses_to(bdk.KeychainKind.INTERNAL, 110)
    value = bdk.Psbt(psbt.to_string())
    options = bdk.SignOptions(
        trust_witness_utxo=True, assume_height=None, allow_all_sighashes=False, try_finalize=True,
        sign_with_tap_internal_key=True, allow_grinding=True)
    assert wallet.sign(value, options), "bdk did not finalize"
    return bytes(value.extract_tx().serialize()).hex()


def shared_case():
    """Two of three, the keys sorted, signed by the first and the third cosigner."""
    roots = [bip32.HDKey.from_seed(bytes([number]) * 32) for number in (1, 2, 3)]
    account = [48 | HARD, 1 | HARD, 0 | HARD, 2 | HARD]
    path = account + [0, 7]
    publics = sorted((root.derive(path).key.get_public_key() for root in roots), key=lambda public: public.sec())
    witness = script.multisig(2, publics)
    spent = TransactionOutput(250_000, script.p2wsh(witness))
    before = Transaction(version=2, vin=[TransactionInput(b"\x11" * 32, 0)], vout=[spent], locktime=0)
    unsigned = Transaction(
        version=2, vin=[TransactionInput(before.txid(), 0, sequence=0xFFFFFFFD)],
        vout=[TransactionOutput(240_000, script.p2wpkh(publics[0]))], locktime=800_000)
    psbt = PSBT(unsigned)
    part = psbt.inputs[0]
    part.non_witness_utxo, part.witness_utxo, part.witness_script = before, spent, witness
    for root in roots:
        part.bip32_derivations[root.derive(path).key.get_public_key()] = DerivationPath(root.child(0).fingerprint, path)
    value = wally.psbt_from_base64(psbt.to_string(), 0)
    for root in (roots[0], roots[2]):
        master = wally.bip32_key_from_base58(root.to_base58())
        wally.psbt_sign_bip32(value, master, wally.EC_FLAG_GRIND_R)
        psbt.sign_with(root)
    wally.psbt_finalize(value, 0)
    wallys = wally.tx_to_hex(wally.psbt_extract(value, 0), wally.WALLY_TX_FLAG_USE_WITNESS)
    signatures = [part.partial_sigs[public] for public in publics if public in part.partial_sigs]
    signed = Transaction.parse(unsigned.serialize())
    signed.vin[0].witness = script.Witness([b""] + signatures + [witness.data])
    assert wallys == signed.serialize().hex(), "shared: wallycore and embit differ"
    print("shared 1", len(wallys) // 2, "bytes agree")
    return {"unsigned": unsigned.serialize().hex(), "previous": before.serialize().hex(), "signed": wallys}


def messages():
    """What version 0 and original signatures of every type sign, as wallycore reckons it."""
    unsigned, spent, _, _ = case("segwit", 3)
    unsigned.vout.pop()
    unsigned.vout.append(TransactionOutput(7, spent[0].script_pubkey))
    value = wally.tx_from_bytes(unsigned.serialize(), 0)
    rows = []
    for kind in (1, 2, 3, 0x81, 0x82, 0x83):
        for index in range(3):
            code = script.p2pkh_from_p2wpkh(spent[index].script_pubkey)
            row = [kind, index]
            for flags in (wally.WALLY_TX_FLAG_USE_WITNESS, 0):
                row.append(wally.tx_get_btc_signature_hash(
                    value, index, code.data, spent[index].value if flags else 0, kind, flags).hex())
            rows.append(row)
    return {"unsigned": unsigned.serialize().hex(), "amounts": [output.value for output in spent],
            "scripts": [output.script_pubkey.data.hex() for output in spent], "rows": rows}


def descriptors():
    """The accounts' descriptors as bdkpython writes them, with their checksums."""
    secret = bdk.DescriptorSecretKey(bdk.NetworkKind.TEST, bdk.Mnemonic.from_string(PHRASE), None)
    makers = {
        "legacy": bdk.Descriptor.new_bip44, "nested": bdk.Descriptor.new_bip49, "segwit": bdk.Descriptor.new_bip84,
        "taproot": bdk.Descriptor.new_bip86}
    return {kind: str(make(secret, bdk.KeychainKind.EXTERNAL, bdk.NetworkKind.TEST)) for kind, make in makers.items()}


def legacy_message():
    """A text signed as Core signs it, by the first P2PKH address on the main network."""
    private = ROOT.derive([44 | HARD, 0 | HARD, 0 | HARD, 0, 0]).key.serialize()
    digest = wally.format_bitcoin_message(b"Hello World", wally.BITCOIN_MESSAGE_FLAG_HASH)
    signature = wally.ec_sig_from_bytes(private, digest, wally.EC_FLAG_ECDSA | wally.EC_FLAG_RECOVERABLE)
    return base64.b64encode(signature).decode()


def main():
    cases = []
    for kind in PURPOSES:
        for count in (1, 2, 100) if kind in ("segwit", "taproot") else (1, 3):
            unsigned, spent, previous, psbt = case(kind, count)
            wallys, bdks = signed_by_wally(psbt), signed_by_bdk(kind, psbt)
            assert wallys == bdks, f"{kind} {count}: wallycore and bdkpython differ"
            cases.append({
                "kind": kind, "inputs": count, "unsigned": unsigned.serialize().hex(),
                "previous": [] if count > 10 else [before.serialize().hex() for before in previous],
                "amounts": [output.value for output in spent],
                "signed": {"sha256": hashlib.sha256(bytes.fromhex(wallys)).hexdigest()} if count > 10 else {"hex": wallys}})
            print(kind, count, len(wallys) // 2, "bytes agree")
    path = os.path.join(HERE, "..", "BitcoinTests", "Vectors", "signed.json")
    with open(path, "w") as file:
        json.dump({"by": "wallycore 1.5.6 and bdkpython 3.1.1, byte for byte the same", "cases": cases, "shared": shared_case(),
                   "messages": messages(), "descriptors": descriptors(), "legacyMessage": legacy_message()}, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
