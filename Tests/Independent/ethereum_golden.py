#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes Tests/EthereumTests/Vectors/eth-account.json with eth-account 0.14.0, eth-abi and rlp; the seed is fixed.

    pip install eth-account==0.14.0
    ethereum_golden.py > Tests/EthereumTests/Vectors/eth-account.json
"""
import json
import random
import sys

import rlp
from eth_abi import encode
from eth_account import Account
from eth_account.messages import encode_defunct, encode_typed_data
from eth_account.typed_transactions.typed_transaction import TypedTransaction
from eth_account._utils.legacy_transactions import encode_transaction, serializable_unsigned_transaction_from_dict
from eth_utils import keccak, to_checksum_address

chance = random.Random(681)
BITS = [0, 1, 7, 8, 16, 31, 32, 33, 63, 64, 65, 96, 127, 128, 160, 200, 255]


def number(top=255):
    bits = chance.choice([b for b in BITS if b <= top])
    return chance.getrandbits(bits) if bits else 0


def data(top=90):
    return chance.randbytes(chance.choice([0, 0, 1, 4, 31, 32, 33, 55, 56, 57, chance.randrange(top)]))


def hexed(value):
    return "0x" + bytes(value).hex()


def address():
    return to_checksum_address(chance.randbytes(20))


keys = [Account.from_key(chance.randbytes(32)) for _ in range(24)]
result = {"source": "eth-account 0.14.0, seed 681"}
result["keys"] = [{"key": hexed(key.key), "address": key.address} for key in keys]


def access_list():
    return [
        {"address": address(), "storageKeys": [hexed(chance.randbytes(32)) for _ in range(chance.randrange(3))]}
        for _ in range(chance.randrange(3))
    ]


def unsigned_bytes(fields):
    if "type" in fields:
        # The hash is made of these bytes; the library keeps them inside.
        typed = TypedTransaction.from_dict(fields).transaction
        inner = {k: v for k, v in typed.dictionary.items() if k not in ("v", "r", "s", "type")}
        return bytes([fields["type"]]) + rlp.encode(type(typed)._unsigned_transaction_serializer.from_dict(
            typed_rlp(inner)))
    return rlp.encode(serializable_unsigned_transaction_from_dict(fields))


def typed_rlp(fields):
    from eth_account._utils.transaction_utils import transaction_rpc_to_rlp_structure
    return transaction_rpc_to_rlp_structure(fields)


transactions = []
for index in range(120):
    key = chance.choice(keys)
    price = number(100)
    fields = {
        "chainId": chance.choice([1, 5, 11155111, 137, 0x776562337079, 2**31 + 7]),
        "nonce": number(63), "gas": number(63), "value": number(255) % 2**250, "data": hexed(data()),
    }
    fields["to"] = address() if chance.randrange(5) else b""
    if index % 3 == 0:
        fields["gasPrice"] = price
    elif index % 3 == 1:
        fields |= {"type": 1, "gasPrice": price, "accessList": access_list()}
    else:
        fields |= {"type": 2, "maxFeePerGas": price, "maxPriorityFeePerGas": chance.randrange(price + 1),
                   "accessList": access_list()}
    signed = key.sign_transaction(fields)
    transactions.append({
        "key": hexed(key.key), "unsigned": hexed(unsigned_bytes(fields)), "signed": hexed(signed.raw_transaction),
        "hash": hexed(signed.hash), "sender": Account.recover_transaction(signed.raw_transaction),
    })
result["transactions"] = transactions

result["messages"] = []
for index in range(40):
    key, message = chance.choice(keys), data(300)
    signed = key.sign_message(encode_defunct(message))
    result["messages"].append({"key": hexed(key.key), "message": hexed(message), "signature": hexed(signed.signature)})


# --- typed data

def atom():
    kind = chance.choice(["uint", "int", "bytesN", "bool", "address", "bytes", "string"])
    if kind == "uint":
        bits = chance.randrange(1, 33) * 8
        value = chance.getrandbits(bits)
        return f"uint{bits}", chance.choice([value, str(value), hex(value)])
    if kind == "int":
        bits = chance.randrange(1, 33) * 8
        value = chance.getrandbits(bits) - 2 ** (bits - 1)
        return f"int{bits}", chance.choice([value, str(value)])
    if kind == "bytesN":
        count = chance.randrange(1, 33)
        return f"bytes{count}", hexed(chance.randbytes(count))
    if kind == "bool":
        return "bool", bool(chance.randrange(2))
    if kind == "address":
        return "address", chance.choice([address(), address().lower()])
    if kind == "bytes":
        return "bytes", hexed(data())
    return "string", "".join(chance.choice("aZ é€😀\"\\\n") for _ in range(chance.randrange(12)))


def of_type(name):
    while True:
        kind, value = atom()
        if kind == name:
            return value


def field(types, depth):
    choice = chance.randrange(10)
    if depth < 3 and choice < 2:
        return struct(types, depth + 1)
    if choice < 5:
        name, first = field(types, 3)
        count = chance.randrange(1, 4)
        values = [first] + [of_type(name) if "[" not in name and name not in types else first
                            for _ in range(count - 1)]
        return name + chance.choice(["[]", f"[{count}]"]), values
    return atom()


def struct(types, depth):
    name = f"S{len(types)}" + chance.choice(["", "x", "Y_"])
    types[name] = []
    values = {}
    for index in range(chance.randrange(1, 5)):
        kind, value = field(types, depth)
        types[name].append({"name": f"f{index}", "type": kind})
        values[f"f{index}"] = value
    return name, values


result["typed"] = []
while len(result["typed"]) < 56:
    types = {}
    name, message = struct(types, 0)
    full = {"name": chance.choice(["Dapp", "é"]), "version": "1", "chainId": chance.choice([1, "1", "0x1"]),
            "verifyingContract": address(), "salt": hexed(chance.randbytes(32))}
    domain = {key: value for key, value in full.items() if chance.randrange(3)}
    known = {"name": "string", "version": "string", "chainId": "uint256", "verifyingContract": "address",
             "salt": "bytes32"}
    types["EIP712Domain"] = [{"name": key, "type": known[key]} for key in full if key in domain]
    message = {"types": types, "primaryType": name, "domain": domain, "message": message}
    key = chance.choice(keys)
    # Sending JSON to the peer as well, so both read the same thing.
    signable = encode_typed_data(full_message=json.loads(json.dumps(message)))
    digest = keccak(b"\x19" + signable.version + signable.header + signable.body)
    result["typed"].append({
        "json": message, "digest": hexed(digest), "key": hexed(key.key),
        "signature": hexed(key.sign_message(signable).signature),
    })


# --- ABI, RLP, contract addresses

def abi(depth=0):
    choice = chance.randrange(12)
    if choice < 2 and depth < 3:
        parts = [abi(depth + 1) for _ in range(chance.randrange(1, 4))]
        return ("(" + ",".join(p[0] for p in parts) + ")", tuple(p[1] for p in parts), [p[2] for p in parts])
    if choice < 5 and depth < 3:
        kind, value, shown = abi(depth + 1)
        count = chance.randrange(1, 4)
        return kind + chance.choice(["[]", f"[{count}]"]), [value] * count, [shown] * count
    kind, value = atom()
    if kind.startswith(("uint", "int")):
        value = int(value, 0) if isinstance(value, str) else value
        return kind, value, str(value)
    if kind.startswith("bytes"):
        return kind, bytes.fromhex(value[2:]), value
    return kind, value, value


result["abi"] = []
for _ in range(90):
    parts = [abi() for _ in range(chance.randrange(1, 4))]
    encoded = encode([p[0] for p in parts], [p[1] for p in parts])
    if len(encoded) < 1500:
        result["abi"].append({
            "type": "(" + ",".join(p[0] for p in parts) + ")", "values": [p[2] for p in parts],
            "encoded": hexed(encoded)})


def item(depth=0):
    if depth < 4 and chance.randrange(3) == 0:
        return [item(depth + 1) for _ in range(chance.randrange(5))]
    return data(300)


def shown(value):
    return [shown(inner) for inner in value] if isinstance(value, list) else hexed(value)


result["rlp"] = []
for _ in range(40):
    value = item()
    result["rlp"].append({"item": shown(value), "encoded": hexed(rlp.encode(value))})

result["create"], result["create2"] = [], []
for _ in range(20):
    sender, nonce = chance.randbytes(20), number(63)
    result["create"].append({
        "sender": to_checksum_address(sender), "nonce": nonce,
        "address": to_checksum_address(keccak(rlp.encode([sender, nonce]))[12:])})
    salt, code = chance.randbytes(32), chance.randbytes(32)
    result["create2"].append({
        "sender": to_checksum_address(sender), "salt": hexed(salt), "hash": hexed(code),
        "address": to_checksum_address(keccak(b"\xff" + sender + salt + code)[12:])})

print("{")
lists = [(key, value) for key, value in result.items()]
for index, (key, value) in enumerate(lists):
    comma = "," if index + 1 < len(lists) else ""
    if isinstance(value, list):
        rows = ",\n".join("    " + json.dumps(row, separators=(",", ":")) for row in value)
        print(f'  "{key}": [\n{rows}\n  ]{comma}')
    else:
        print(f'  "{key}": {json.dumps(value)}{comma}')
print("}")
print({key: len(value) for key, value in result.items() if isinstance(value, list)}, file=sys.stderr)
