#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes Tests/NearbyProtocolTests/Vectors/nearby.json from Documentation/Protocols/Nearby-payments.md alone.

The handshakes and the ciphers are those of PyPI's noiseprotocol, HKDF and X25519 those of cryptography. It shares no code
with the Swift module, which must make the same bytes and refuse every negative vector. Each run writes the same file.
"""
import hashlib
import json
import pathlib

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from noise.connection import Keypair, NoiseConnection

TESTS = pathlib.Path(__file__).parent.parent
TOKENS = json.loads((TESTS / "TokensTests/Vectors/tokens.json").read_text())
HUB = bytes.fromhex(TOKENS["hubId"])
PROLOGUE = b"satchel/near/1"


def hkdf(key, salt, info, count):
    return HKDF(hashes.SHA256(), count, salt, info).derive(key)


def derive(request):
    def one(name, count):
        return hkdf(request, HUB, b"satchel/near/" + name, count)

    uuid = bytearray(one(b"uuid", 16))
    uuid[6] = uuid[6] & 0x0F | 0x80
    uuid[8] = uuid[8] & 0x3F | 0x80
    return {"secret": one(b"psk", 32), "uuid": bytes(uuid), "lan": one(b"lan", 8), "name": one(b"name", 4)}


def key(label):
    return hashlib.sha256(b"satchel nearby test key " + label.encode()).digest()


def public(private):
    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def hello(mode, payer):
    return bytes([1, mode]) + hashlib.sha256(b"satchel/near/commit" + public(payer)).digest()


def side(mode, is_payee, private, secret, first):
    name = b"Noise_NNpsk0_25519_AESGCM_SHA256" if mode == 0 else b"Noise_NN_25519_AESGCM_SHA256"
    noise = NoiseConnection.from_name(name)
    if mode == 0:
        noise.set_psks(secret)
    noise.set_prologue(PROLOGUE + first)
    (noise.set_as_initiator if is_payee else noise.set_as_responder)()
    noise.set_keypair_from_private_bytes(Keypair.EPHEMERAL, private)
    noise.start_handshake()
    return noise


def digits(handshake):
    return f"{int.from_bytes(hkdf(handshake, b'', b'satchel/near/digits', 4), 'big') % 10**6:06d}"


def session(name, mode, secret, plain):
    payer_key, payee_key = key(name + " payer"), key(name + " payee")
    first = hello(mode, payer_key)
    payee = side(mode, True, payee_key, secret, first)
    payer = side(mode, False, payer_key, secret, first)
    one = payee.write_message()
    assert payer.read_message(one) == b""
    two = payer.write_message()
    assert payee.read_message(two) == b""
    handshake = payee.get_handshake_hash()
    assert handshake == payer.get_handshake_hash()
    messages = []
    for sender, content in plain:
        own, other = (payer, payee) if sender == "payer" else (payee, payer)
        sealed = own.encrypt(content)
        assert other.decrypt(sealed) == content
        messages.append({"from": sender, "plain": content.hex(), "sealed": bytes(sealed).hex()})
    return {
        "name": name, "mode": mode, "payerKey": payer_key.hex(), "payeeKey": payee_key.hex(), "hello": first.hex(),
        "first": bytes(one).hex(), "second": bytes(two).hex(), "hash": bytes(handshake).hex(),
        "digits": digits(handshake), "messages": messages,
    }


def vector(kind, name=None):
    return next(v for v in TOKENS["positive"] if v["kind"] == kind and name in (None, v["name"]))


def main():
    requests = [v for v in TOKENS["positive"] if v["kind"] == "request"]
    payment = vector("payment")
    request = bytes.fromhex(payment["context"]["request"])
    receipt = bytes.fromhex(vector("receipt")["bytes"])
    decline = bytes.fromhex(vector("decline")["bytes"])
    paid = bytes.fromhex(payment["bytes"])
    secret = derive(request)["secret"]
    derivations = []
    for bytes_ in [request] + [bytes.fromhex(v["bytes"]) for v in requests]:
        found = derive(bytes_)
        derivations.append({"request": bytes_.hex(), **{name: value.hex() for name, value in found.items()}})
    seen = session("seen", 0, secret, [
        ("payer", b"\x07"), ("payer", b"\x02" + paid), ("payee", b"\x07"), ("payee", b"\x03" + receipt),
        ("payer", b"\x06")])
    listed = session("listed", 1, secret, [
        ("payee", b"\x01" + request), ("payer", b"\x02" + paid), ("payee", b"\x04" + decline), ("payer", b"\x06")])
    refused = session("refused", 0, secret, [("payer", b"\x02" + paid), ("payee", b"\x05\x04")])

    # What a payee and a payer refuse: the bytes that come in place of the right ones.
    def changed(text, index):
        data = bytearray(bytes.fromhex(text))
        data[index] ^= 1
        return bytes(data).hex()

    low = "00" * 32
    order8 = "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"
    other = session("other", 0, key("another request"), [])
    negative = []

    def refuse(name, session, step, data):
        negative.append({"name": name, "session": session["name"], "step": step, "bytes": data})

    # A payee reads Hello.
    for name, data in [
        ("an empty Hello", ""), ("a short Hello", seen["hello"][:-2]), ("a long Hello", seen["hello"] + "00"),
        ("an unknown mode", "0102" + seen["hello"][4:]), ("version zero", "00" + seen["hello"][2:]),
    ]:
        refuse(name, seen, "hello", data)
    # A payer reads the first message.
    for session_ in (seen, listed):
        size = len(session_["first"])
        for name, data in [
            ("cut short", session_["first"][:-2]), ("a byte more", session_["first"] + "00"),
            ("a payload of 16 bytes", session_["first"] + "00" * 16),
            ("a key of order one", low + session_["first"][64:]),
            ("a key of order eight", order8 + session_["first"][64:]),
        ]:
            refuse(f"{session_['name']}: the first message, {name}", session_, "first", data)
    refuse("seen: the first message, another tag", seen, "first", changed(seen["first"], -1))
    refuse("seen: the first message of another request", seen, "first", other["first"])
    # A payee reads the second message.
    for session_ in (seen, listed):
        for name, data in [
            ("cut short", session_["second"][:-2]), ("a payload of a byte", session_["second"] + "00"),
            ("another tag", changed(session_["second"], -1)), ("another key", changed(session_["second"], 0)),
            ("a key of order one", low + session_["second"][64:]),
            ("a key of order eight", order8 + session_["second"][64:]),
            ("the payee's own first message", (session_["first"] + "00" * 16)[:96]),
        ]:
            refuse(f"{session_['name']}: the second message, {name}", session_, "second", data)
    refuse("seen: the second message of another session", seen, "second", refused["second"])
    # Either reads a sealed message: repeated, changed, out of order, empty.
    first = seen["messages"][0]["sealed"]
    for name, data in [
        ("an empty message", ""), ("no room for a tag", first[:20]), ("another tag", changed(first, -1)),
        ("the second message before the first", seen["messages"][1]["sealed"]),
        ("a message of the other side", seen["messages"][2]["sealed"]),
    ]:
        refuse(f"seen: {name}", seen, "message", data)
    plain = [
        {"name": name, "bytes": data}
        for name, data in [
            ("no kind", ""), ("kind zero", "00"), ("a piece of a parcel", "0800"), ("an unknown kind", "7f"),
            ("an empty request", "01"), ("a request of 513 bytes", "01" + "00" * 513), ("an empty payment", "02"),
            ("a payment of 4,097 bytes", "02" + "00" * 4097), ("an empty receipt", "03"),
            ("a receipt of 1,025 bytes", "03" + "00" * 1025), ("an empty decline", "04"),
            ("a decline of 1,025 bytes", "04" + "00" * 1025), ("a refusal without a code", "05"),
            ("a refusal of two codes", "050101"), ("bye with a body", "0600"), ("wait with a body", "0700"),
        ]
    ]
    path = TESTS / "NearbyProtocolTests/Vectors/nearby.json"
    path.write_text(json.dumps({
        "about": "Payments nearby: derivations, sessions, and what is refused. See Documentation/Protocols/Nearby-payments.md.",
        "hubId": HUB.hex(), "derivations": derivations, "sessions": [seen, listed, refused], "negative": negative,
        "skipped": ["80", "ff00"], "negativePlain": plain,
    }, indent=1) + "\n")
    print(path.name, len(derivations), "derivations", len(negative), "refusals")


main()
