#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A second implementation of Satchel's offline tokens, written from the pages in Documentation/Protocols alone.

    python3 Tests/Independent/second_implementation.py [folder of tokens.json]

It needs Python 3.10 or later and the package `cryptography` (P-256 only). It checks every golden vector as a
verifier, then every positive one as a signer, then the keys and the examples of the pages. It prints one line for
each vector that differs and at the end `N passed, M failed`; the exit status is 1 if one failed. It writes no file.

The sections are named after those of the pages: Records.md, Checks.md, Vectors.md.
"""
from __future__ import annotations

import hashlib
import hmac
import json
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Callable, Iterator, NoReturn

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

# ---- README: Constants

VERSION = 1
MAX_TOKENS, MAX_HOPS, MAX_REDEMPTION_HOPS = 8, 5, 6
MAX_PAYMENT, MAX_REQUEST, MAX_TEXT, MAX_RECORD, MAX_BODY, MAX_LIST = 4096, 512, 8192, 1024, 512, 40960
MAX_PAID = MAX_ROOT = 50_000
REQUEST_AGE, AHEAD = 300, 86_400
REDEEM_AFTER = 604_800
MAX_TIME, MAX_AMOUNT, MAX_UINT = 253_402_300_799, 2**63 - 1, 2**64 - 1
MAX_ATTACHED, MAX_REVOKED, MAX_KNOWN = 16, 4096, 1024
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551

# ---- Currencies

CURRENCIES = {int(n) for n in """
8 12 32 36 44 48 50 51 52 60 64 68 72 84 90 96 104 108 116 124 132 136 144 152 156 170 174 188 192 203 208 214
222 230 232 238 242 262 270 292 320 324 328 332 340 344 348 352 356 360 364 368 376 388 392 396 398 400 404 408
410 414 417 418 422 426 430 434 446 454 458 462 480 484 496 498 504 512 516 524 532 533 548 554 558 566 578 586
590 598 600 604 608 634 643 646 654 682 690 702 704 706 710 728 748 752 756 760 764 776 780 784 788 800 807 818
826 834 840 858 860 882 886 901 924 925 926 927 928 929 930 933 934 936 938 940 941 943 944 946 947 948 949 950
951 952 953 967 968 969 970 971 972 973 976 977 978 979 980 981 984 985 986 990 997
""".split()}

class Refusal(Exception):
    """A refusal; its only argument is the name."""

class Differs(Exception):
    """A vector differs; its only argument says how."""

def same(found: Any, expected: Any, what: str) -> None:
    if found != expected:
        raise Differs(what)

def refuse(name: str) -> NoReturn:
    raise Refusal(name)

def need(condition: bool, name: str) -> None:
    if not condition:
        refuse(name)

def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()

# ---- Records: Encoding

def cbor(value: Any) -> bytes:
    """Writes an int, bytes, str, None, or a list of these."""
    if value is None:
        return b"\xf6"
    if isinstance(value, int):
        return cbor_head(0, value)
    if isinstance(value, bytes):
        return cbor_head(2, len(value)) + value
    if isinstance(value, str):
        text = value.encode()
        return cbor_head(3, len(text)) + text
    return cbor_head(4, len(value)) + b"".join(cbor(item) for item in value)

def cbor_head(major: int, value: int) -> bytes:
    if value < 24:
        return bytes([major << 5 | value])
    info = 24 if value < 2**8 else 25 if value < 2**16 else 26 if value < 2**32 else 27
    return bytes([major << 5 | info]) + value.to_bytes(1 << info - 24, "big")

class Reader:
    """Takes the items of a record one by one, each with the refusals of "Encoding"."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    @property
    def left(self) -> int:
        return len(self.data) - self.at

    def head(self, major: int) -> int:
        need(self.left > 0 and self.data[self.at] >> 5 == major, "malformed")  # kind
        info = self.data[self.at] & 31
        if info < 24:
            self.at += 1
            return info
        need(info < 28, "malformed")  # length of the head
        size = 1 << info - 24
        need(self.left > size, "malformed")
        value = int.from_bytes(self.data[self.at + 1 : self.at + 1 + size], "big")
        need(value >= {1: 24, 2: 2**8, 4: 2**16, 8: 2**32}[size], "notCanonical")
        self.at += 1 + size
        return value

    def length(self, major: int, most: int | None = None, exactly: int | None = None) -> int:
        value = self.head(major)
        need(value <= MAX_AMOUNT, "tooLarge")
        need(most is None or value <= most, "tooLarge")
        need(exactly is None or value == exactly, "malformed")
        need(value <= self.left, "malformed")
        return value

    def octets(self, major: int, most: int | None = None, exactly: int | None = None) -> bytes:
        size = self.length(major, most, exactly)
        self.at += size
        return self.data[self.at - size : self.at]

    def uint(self, most: int = MAX_UINT) -> int:
        value = self.head(0)
        need(value <= most, "tooLarge")
        return value

    def fixed(self, size: int) -> bytes:
        return self.octets(2, exactly=size)

    def blob(self, most: int) -> bytes:
        return self.octets(2, most)

    def text(self, most: int) -> str:
        try:
            return self.octets(3, most).decode("utf-8")
        except UnicodeDecodeError:
            refuse("malformed")

    def array(self, exactly: int) -> None:
        self.length(4, exactly=exactly)

    def count(self, most: int) -> int:
        return self.length(4, most)

    def null(self) -> bool:
        if self.left and self.data[self.at] == 0xF6:
            self.at += 1
            return True
        return False

    def end(self) -> None:
        need(self.left == 0, "malformed")

    # Basic values

    def known(self, most: int) -> int:
        """A purpose, class or outcome: a larger number is of a newer version."""
        value = self.uint()
        need(value <= most, "newerVersion")
        return value

    def version(self) -> None:
        value = self.uint()
        need(value <= VERSION, "newerVersion")
        need(value >= VERSION, "oldVersion")

    def key(self) -> bytes:
        key = self.fixed(33)
        need(key[0] in (2, 3), "malformed")
        return key

    def signature(self) -> bytes:
        signature = self.fixed(64)
        r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
        need(1 <= r < ORDER and 1 <= s <= (ORDER - 1) // 2, "badSignature")
        return signature

# ---- Records: Signatures

def sig_input(context: str, hub_id: bytes, data: bytes) -> bytes:
    return bytes([len(context)]) + context.encode("ascii") + hub_id + data

def is_point(key: bytes) -> bool:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
        return True
    except ValueError:
        return False

def verify(key: bytes, signature: bytes, data: bytes) -> None:
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    try:
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
        point.verify(encode_dss_signature(r, s), data, ec.ECDSA(hashes.SHA256()))
    except (ValueError, InvalidSignature):
        refuse("badSignature")

def request_hash(hub_id: bytes, request: bytes) -> bytes:
    return sha256(sig_input("ow1/req", hub_id, request))[:16]

def sync_hash(hub_id: bytes, account: bytes, nonce: bytes) -> bytes:
    return sha256(sig_input("ow1/sync", hub_id, account + nonce))[:16]

# ---- Records: Forms

Fields = dict[str, Callable[[Reader], Any]]

def fixed(size: int) -> Callable[[Reader], bytes]:
    return lambda r: r.fixed(size)

def uint(most: int) -> Callable[[Reader], int]:
    return lambda r: r.uint(most)

def known(most: int) -> Callable[[Reader], int]:
    return lambda r: r.known(most)

TIME, AMOUNT, UNIT, LABEL = uint(MAX_TIME), uint(MAX_AMOUNT), uint(65535), fixed(16)

def ids(r: Reader) -> list[bytes]:
    count = r.count(8)
    need(count > 0, "malformed")
    return [r.fixed(32) for _ in range(count)]

def declined(r: Reader) -> str:
    text = r.text(8)
    need(text == "declined", "malformed")
    return text

def prefixes(r: Reader) -> list[bytes]:
    found = [r.fixed(8) for _ in range(r.count(MAX_REVOKED))]
    need(all(x < y for x, y in zip(found, found[1:])), "notCanonical")
    return found

# Of each signed record: the context of its signature, whether a kid stands before the signature, the fields of its body.
# Where the vectors show a field, it has their name.
SIGNED: dict[str, tuple[str, bool, Fields]] = {
    "announcement": ("ow1/ann", False, {
        "sequence": Reader.uint, "keyId": fixed(4), "key": Reader.key, "purpose": known(4), "useFrom": TIME,
        "useUntil": TIME, "acceptUntil": TIME, "maxRootAmount": AMOUNT}),
    "certificate": ("ow1/cert", True, {
        "from": TIME, "until": TIME, "class": known(1), "cap": AMOUNT,
        "name": lambda r: r.text(64)}),
    "root": ("ow1/root", True, {
        "serial": LABEL, "amount": AMOUNT, "unit": UNIT, "policy": Reader.uint, "owner": Reader.key,
        "issuedAt": TIME, "acceptUntil": TIME}),
    "transfer": ("ow1/xfer", False, {
        "lower": Reader.uint, "length": Reader.uint, "recipient": Reader.key, "requestHash": LABEL,
        "time": TIME}),
    "receipt": ("ow1/ack", False, {"ids": ids, "time": TIME}),
    "decline": ("ow1/decline", False, {"ids": ids, "declined": declined}),
    "hubReceipt": ("ow1/receipt", True, {
        "id": fixed(32), "outcome": known(2), "units": AMOUNT, "time": TIME}),
    "revocations": ("ow1/revoke", True, {"sequence": Reader.uint, "time": TIME, "prefixes": prefixes}),
}

@dataclass(frozen=True)
class Signed:
    """A signed record: its bytes as they arrived, and the values of its body by name. `key` is a certificate's."""

    kind: str
    body: bytes
    kid: bytes
    sig: bytes
    values: dict[str, Any]
    key: bytes = b""

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    @staticmethod
    def read(r: Reader, kind: str, key: bytes = b"") -> Signed:
        """Of a certificate: the short form if the key is given."""
        r.array(2 + SIGNED[kind][1] + (kind == "certificate" and not key))
        return Signed.items(r, kind, key)

    @staticmethod
    def items(r: Reader, kind: str, key: bytes = b"") -> Signed:
        """The record without the head of its array."""
        _, has_kid, fields = SIGNED[kind]
        if kind == "certificate":
            key = key or r.key()
        body, kid = r.blob(MAX_LIST if kind == "revocations" else MAX_BODY), r.fixed(4) if has_kid else b""
        return Signed(kind, body, kid, r.signature(), Signed.fields(Reader(body), kind, fields), key)

    @staticmethod
    def fields(b: Reader, kind: str, fields: Fields) -> dict[str, Any]:
        count = len(fields)
        if kind == "certificate":
            count = b.count(5)
            need(count >= 4, "malformed")
        else:
            b.array(count)
        it: dict[str, Any] = {}
        for name, take in list(fields.items())[:count]:
            it[name] = take(b)
            if (kind, name) == ("transfer", "length"):
                need(it["length"] > 0, "zeroLength")
                need(it["lower"] + it["length"] <= MAX_UINT, "overflow")
        b.end()
        if kind == "announcement":
            need(it["useFrom"] <= it["useUntil"] <= it["acceptUntil"], "malformed")
        if kind == "root":
            need(it["amount"] > 0, "zeroLength")
        return it

    def form(self) -> list:
        return ([self.key] if self.key else []) + self.short()

    def short(self) -> list:
        return [self.body] + ([self.kid] if self.kid else []) + [self.sig]

    def input(self, hub_id: bytes, parent: bytes = b"") -> bytes:
        """What is signed."""
        return sig_input(SIGNED[self.kind][0], hub_id, parent + self.key + self.body)

    def id(self, hub_id: bytes, parent: bytes = b"") -> bytes:
        """Of a root or a transfer."""
        return sha256(self.input(hub_id, parent))

    @property
    def end(self) -> int:
        return self["lower"] + self["length"]

    def overlaps(self, other: Signed) -> bool:
        return self["lower"] < other.end and other["lower"] < self.end

@dataclass(frozen=True)
class Token:
    """An offline token."""

    root: Signed
    transfers: list[Signed]
    certificates: list[Signed]

    @staticmethod
    def read(r: Reader, hops: int) -> Token:
        root = Signed.read(r, "root")
        count = r.count(64)
        need(count <= hops, "tooManyHops")
        transfers = [Signed.read(r, "transfer") for _ in range(count)]
        need(r.count(64) == max(0, count - 1), "uncertified")
        return Token(root, transfers, [Signed.read(r, "certificate", t["recipient"]) for t in transfers[:-1]])

    def form(self) -> list:
        return [self.root.form(), [t.form() for t in self.transfers], [c.short() for c in self.certificates]]

    @property
    def last(self) -> Signed:
        return self.transfers[-1]

    def steps(self, hub_id: bytes) -> Iterator[tuple[bytes, bytes, Signed | None, Signed]]:
        """Of each transfer: the parent's id, the spender's key, the spender's certificate, the transfer."""
        parent, spender = self.root.id(hub_id), self.root["owner"]
        for certificate, transfer in zip([None, *self.certificates], self.transfers):
            yield parent, spender, certificate, transfer
            parent, spender = transfer.id(hub_id, parent), transfer["recipient"]

    def id(self, hub_id: bytes) -> bytes:
        *_, (parent, _, _, transfer) = self.steps(hub_id)
        return transfer.id(hub_id, parent)

@dataclass(frozen=True)
class Request:
    raw: bytes
    hub8: bytes
    unit: int
    amount: int
    certificate: Signed
    nonce: bytes
    time: int
    announcement_seq: int
    revocation_hash: bytes

    @staticmethod
    def read(r: Reader) -> Request:
        count = r.count(64)
        r.version()
        need(count == 9, "malformed")
        return Request(r.data, r.fixed(8), UNIT(r), AMOUNT(r), Signed.read(r, "certificate"), r.fixed(16), TIME(r), r.uint(),
                       r.fixed(4))

    def form(self) -> list:
        return [VERSION, self.hub8, self.unit, self.amount, self.certificate.form(), self.nonce, self.time,
                self.announcement_seq, self.revocation_hash]

@dataclass(frozen=True)
class Payment:
    tokens: list[Token]
    attachments: bool
    announcements: list[Signed]
    revocations: Signed | None

    @staticmethod
    def read(r: Reader) -> Payment:
        count = r.count(4096)
        need(count > 0, "malformed")
        r.version()
        number, rest = divmod(count - 1, 3)
        need(number >= 1 and rest <= 1, "malformed")
        need(number <= MAX_TOKENS, "tooManyCoins")
        tokens = [Token.read(r, MAX_HOPS) for _ in range(number)]
        need(all(token.transfers for token in tokens), "malformed")
        announcements, revocations = [], None
        if rest:
            r.array(2)
            announcements = [Signed.read(r, "announcement") for _ in range(r.count(MAX_ATTACHED))]
            revocations = None if r.null() else Signed.read(r, "revocations")
        return Payment(tokens, rest == 1, announcements, revocations)

    def form(self) -> list:
        form = [VERSION] + [part for token in self.tokens for part in token.form()]
        if self.attachments:
            form.append([[a.form() for a in self.announcements], self.revocations and self.revocations.form()])
        return form

@dataclass(frozen=True)
class Redemption:
    account: bytes
    nonce: bytes
    token: Token

    @staticmethod
    def read(r: Reader) -> Redemption:
        count = r.count(64)
        r.version()
        need(count == 6, "malformed")
        it = Redemption(r.fixed(16), r.fixed(16), Token.read(r, MAX_REDEMPTION_HOPS))
        need(bool(it.token.transfers), "malformed")
        return it

    def form(self) -> list:
        return [VERSION, self.account, self.nonce, *self.token.form()]

@dataclass(frozen=True)
class FraudProof:
    parent: bytes
    a: Signed
    b: Signed
    culprit: Signed

    @staticmethod
    def read(r: Reader) -> FraudProof:
        r.array(6)
        parent, a, b = r.fixed(32), Signed.items(r, "transfer"), Signed.items(r, "transfer")
        count = r.count(4)
        need(count >= 3, "malformed")
        return FraudProof(parent, a, b, Signed.items(r, "certificate" if count == 4 else "root"))

    def form(self) -> list:
        return [self.parent, *self.a.form(), *self.b.form(), self.culprit.form()]

    @property
    def key(self) -> bytes:
        return self.culprit.key or self.culprit["owner"]

# ---- Records: Text form

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
BREAKS = "\t\n\x0b\x0c\r\x85\u2028\u2029"

def base45(data: bytes) -> str:
    text = ""
    for at in range(0, len(data), 2):
        group = data[at : at + 2]
        value = int.from_bytes(group, "big")
        for _ in range(len(group) + 1):
            value, letter = divmod(value, 45)
            text += ALPHABET[letter]
    return text

def from_base45(text: str) -> bytes:
    need(len(text) % 3 != 1 and all(letter in ALPHABET for letter in text), "malformed")
    data = b""
    for at in range(0, len(text), 3):
        group = text[at : at + 3]
        value = sum(ALPHABET.index(letter) * 45**place for place, letter in enumerate(group))
        need(value < 256 ** (len(group) - 1), "malformed")
        data += value.to_bytes(len(group) - 1, "big")
    return data

def read_text(data: bytes) -> tuple[str, bytes]:
    need(len(data) <= MAX_TEXT, "tooLarge")
    try:
        text = data.decode("utf-8").rstrip(BREAKS).lstrip(BREAKS + " ")
    except UnicodeDecodeError:
        refuse("malformed")
    colon = text[:8].find(":")
    need(text.startswith("OW") and colon >= 4, "malformed")
    number, letter = text[2 : colon - 1], text[colon - 1]
    need(number.isascii() and number.isdigit() and letter.isascii() and letter.isalpha(), "malformed")
    need(int(number) <= VERSION, "newerVersion")
    need(int(number) >= VERSION, "oldVersion")
    need(letter in TEXT_KINDS, "newerVersion")
    record = from_base45(text[colon + 1 :])
    read(TEXT_KINDS[letter], record)
    return letter, record

TEXT_KINDS = {"Q": "request", "P": "payment", "A": "receipt", "D": "decline", "F": "fraudProof"}
FORMS: dict[str, tuple[Callable[[Reader], Any], int]] = {
    "request": (Request.read, MAX_REQUEST),
    "payment": (Payment.read, MAX_PAYMENT),
    "redemption": (Redemption.read, MAX_PAYMENT),
    "fraudProof": (FraudProof.read, MAX_RECORD),
}

def read(kind: str, data: bytes) -> Any:
    """Reads a record that stands by itself."""
    bound = MAX_LIST if kind == "revocations" else MAX_RECORD
    form, bound = FORMS.get(kind, (lambda r: Signed.read(r, kind), bound))
    need(len(data) <= bound, "tooLarge")
    reader = Reader(data)
    record = form(reader)
    reader.end()
    return record

# ---- Checks: What a verifier knows

def ahead(now: int) -> int:
    return min(now + AHEAD, MAX_TIME)

@dataclass
class Verifier:
    root_key: bytes
    announcements: dict[bytes, Signed] = field(default_factory=dict)
    revocations: Signed | None = None
    held: set[bytes] = field(default_factory=set)
    currency: int | None = None
    own_keys: set[bytes] = field(default_factory=set)

    @property
    def hub_id(self) -> bytes:
        return sha256(self.root_key)

    def signed(self, key: bytes, it: Signed, parent: bytes = b"") -> None:
        verify(key, it.sig, it.input(self.hub_id, parent))

    # Announcements

    def add(self, it: Signed) -> bool:
        """True if it was new."""
        known = self.announcements.get(it["keyId"])
        if known and (known.body, known.sig) == (it.body, it.sig):
            return False
        self.signed(self.root_key, it)
        if known:
            need(known.body == it.body, "keyConflict")
            return False
        need(len(self.announcements) < MAX_KNOWN, "limitExceeded")
        need(is_point(it["key"]), "malformed")
        self.announcements[it["keyId"]] = it
        return True

    def look_up(self, kid: bytes, purpose: int, date: int) -> Signed:
        it = self.announcements.get(kid)
        if it is None:
            refuse("unknownKey")
        need(it["purpose"] == purpose and it["useFrom"] <= date <= it["useUntil"], "keyNotValid")
        return it

    def genuine(self, it: Signed) -> Signed:
        """What the hub signed. Yields the announcement of the key."""
        purpose, date = {"root": (0, "issuedAt"), "certificate": (1, "from"), "hubReceipt": (2, "time"),
                         "revocations": (3, "time")}[it.kind]
        key = self.look_up(it.kid, purpose, it[date])
        self.signed(key["key"], it)
        return key

    # Certificate, Revocation lists

    @staticmethod
    def alive(it: Signed, now: int) -> None:
        need(now <= it["until"], "certificateExpired")
        need(it["from"] <= ahead(now), "certificateNotYetValid")

    def rank(self, it: Signed) -> tuple[int, int]:
        key = self.announcements.get(it.kid)
        return (key["sequence"] if key else 0, it["sequence"])

    def revoked(self, key: bytes) -> bool:
        return self.revocations is not None and sha256(key)[:8] in self.revocations["prefixes"]

    # Request

    def request(self, it: Request, now: int) -> None:
        need(it.hub8 == self.hub_id[:8], "otherHub")
        need(it.unit in CURRENCIES and self.currency in (None, it.unit), "otherUnit")
        need(it.amount > 0, "wrongAmount")
        need(it.amount <= MAX_PAID, "overCap")
        need(it.time <= ahead(now), "fromFuture")
        need(now - it.time <= REQUEST_AGE, "stale")
        try:
            self.genuine(it.certificate)
        except Refusal as fault:
            refuse("unknownKey" if str(fault) == "unknownKey" else "badSignature")
        self.alive(it.certificate, now)
        need(not self.revoked(it.certificate.key), "revoked")
        need(it.certificate.key not in self.own_keys, "wrongPayee")

    # Payment

    def chain(self, token: Token, now: int | None) -> list[int]:
        """Step 2, points 1 and 2; without `now` as a redemption needs it. Yields the ends of all keys involved."""
        root = token.root
        key = self.genuine(root)
        need(now is None or now <= key["acceptUntil"], "keyNotValid")
        need(root["amount"] <= key["maxRootAmount"], "rootTooLarge")
        ends, lo, end = [root["acceptUntil"], key["acceptUntil"]], 0, root["amount"]
        for parent, spender, certificate, transfer in token.steps(self.hub_id):
            if certificate:
                key = self.look_up(certificate.kid, 1, certificate["from"])
                need(now is None or now <= key["acceptUntil"], "keyNotValid")
                self.signed(key["key"], certificate)
                if now is not None:
                    self.alive(certificate, now)
                ends += [key["acceptUntil"], certificate["until"]]
            need(now is None or not self.revoked(spender), "revoked")
            need(transfer["lower"] >= lo and transfer.end <= end, "outOfRange")
            self.signed(spender, transfer, parent)
            lo, end = transfer["lower"], transfer.end
        return ends

    @staticmethod
    def caps(token: Token) -> Iterator[tuple[Signed, int]]:
        for transfer, certificate in zip(token.transfers, [None, *token.certificates]):
            yield transfer, min(MAX_PAID, certificate["cap"]) if certificate else MAX_PAID

    def payment(self, it: Payment, request: Request, now: int) -> dict[str, Any]:
        """To be called on a copy of the verifier: the attachments change it. Yields what a vector expects."""
        news = [a["sequence"] for a in it.announcements if self.add(a)]  # 1
        adopted: list[int] = []
        if it.revocations and it.revocations["time"] <= ahead(now):
            if self.revocations is None or self.rank(it.revocations) > self.rank(self.revocations):
                self.genuine(it.revocations)
                self.revocations, adopted = it.revocations, [it.revocations["sequence"]]
        spendable = []
        for token in it.tokens:  # 2
            spendable.append(min(self.chain(token, now)))
            need(token.root["unit"] == request.unit, "otherUnit")
            need(token.root["policy"] == 1, "otherPolicy")
        expected = request_hash(self.hub_id, request.raw)
        for token in it.tokens:  # 3
            need(token.last["recipient"] == request.certificate.key, "wrongPayee")
            need(token.last["requestHash"] == expected, "wrongRequest")
        for place, token in enumerate(it.tokens):  # 4
            for other in it.tokens[:place]:
                need(other.root.body != token.root.body or not other.last.overlaps(token.last), "overlapping")
        total = sum(token.last["length"] for token in it.tokens)
        need(total <= MAX_UINT, "overflow")
        need(total == request.amount, "wrongAmount")
        for token in it.tokens:  # 5 and 6
            need(now <= token.root["acceptUntil"], "expired")
            dates = [token.root["issuedAt"], *(t["time"] for t in token.transfers)]
            need(max(dates) <= ahead(now), "fromFuture")
        need(total <= MAX_PAID, "overCap")  # 7
        for token in it.tokens:
            need(token.root["amount"] <= MAX_ROOT, "overCap")
            for transfer, cap in self.caps(token):
                need((total if transfer is token.last else transfer["length"]) <= cap, "overCap")
        found = [token.id(self.hub_id) for token in it.tokens]  # 8
        need(self.held.isdisjoint(found), "alreadyHeld")
        return dict(ids=found, units=total, spendableUntil=spendable, news=news, revocations=adopted)

    # Redemption, Fraud proof

    def redemption(self, it: Redemption, now: int) -> None:
        token = it.token
        self.chain(token, None)
        need(token.last["recipient"] == self.root_key, "wrongPayee")
        need(token.last["requestHash"] == sync_hash(self.hub_id, it.account, it.nonce), "wrongAccount")
        need(now <= min(token.root["acceptUntil"] + REDEEM_AFTER, MAX_TIME), "expired")
        need(token.root["policy"] == 1, "otherPolicy")
        need(all(t is token.last or t["length"] <= cap for t, cap in self.caps(token)), "overCap")

    def fraud_proof(self, it: FraudProof) -> None:
        need(it.a.body < it.b.body, "notFraud")
        need(it.a.overlaps(it.b), "notFraud")
        need(it.culprit.kind != "root" or it.culprit.id(self.hub_id) == it.parent, "notFraud")
        self.genuine(it.culprit)
        self.signed(it.key, it.a, it.parent)
        self.signed(it.key, it.b, it.parent)

# ---- Vectors: Kinds

def text_of(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(text_of(item) for item in value)
    return value.hex() if isinstance(value, bytes) else str(value)

def outcome(start: Verifier, kind: str, data: bytes, context: dict[str, str]) -> dict[str, str]:
    """What a vector yields, or its refusal. The verifier is not changed."""
    if kind == "text":
        return dict(zip(("kind", "record"), map(text_of, read_text(data))))
    now, it = int(context.get("now", "1795180000")), read(kind, data)
    hub = replace(start, announcements=dict(start.announcements))
    if "revocations" in context:
        hub.revocations = read("revocations", bytes.fromhex(context["revocations"]))
    hub.held = {bytes.fromhex(held) for held in context.get("held", "").split(",") if held}
    yields: dict[str, Any] = dict(it.values) if isinstance(it, Signed) else {}
    if kind == "announcement":
        hub.add(it)
    elif kind == "certificate":
        hub.genuine(it)
        yields = {"key": it.key, "name": "", **yields}
    elif kind == "root":
        hub.genuine(it)
        yields["id"] = it.id(hub.hub_id)
    elif kind == "transfer":
        parent = bytes.fromhex(context["parent"])
        hub.signed(bytes.fromhex(context["signer"]), it, parent)
        yields["id"] = it.id(hub.hub_id, parent)
    elif kind == "request":
        hub.request(it, now)
        yields = dict(hash=request_hash(hub.hub_id, it.raw), unit=it.unit, units=it.amount, payee=it.certificate.key,
                      name=it.certificate.values.get("name", ""), nonce=it.nonce, time=it.time,
                      announcementSequence=it.announcement_seq, revocationHash=it.revocation_hash)
    elif kind == "payment":
        yields = hub.payment(it, read("request", bytes.fromhex(context["request"])), now)
    elif kind in ("receipt", "decline"):
        hub.signed(bytes.fromhex(context["payee"]), it)
        yields.pop("declined", None)
    elif kind == "redemption":
        hub.redemption(it, now)
        yields = dict(id=it.token.id(hub.hub_id), root=it.token.root.id(hub.hub_id), account=it.account, nonce=it.nonce,
                      lower=it.token.last["lower"], length=it.token.last["length"])
    elif kind == "hubReceipt":
        hub.genuine(it)
    elif kind == "revocations":
        hub.genuine(it)
        yields = dict(sequence=it["sequence"], time=it["time"], count=len(it["prefixes"]), shortHash=sha256(it.body)[:4])
    elif kind == "fraudProof":
        hub.fraud_proof(it)
        yields = dict(parent=it.parent, culprit=it.key)
    return {name: text_of(value) for name, value in yields.items()}

# ---- Vectors: As a signer

def scalar_of(name: str) -> int:
    """HKDF-SHA256 (RFC 5869), one block."""
    secret = hmac.digest(b"", b"satchel test keys, worth nothing", "sha256")
    for last in range(256):
        scalar = int.from_bytes(hmac.digest(secret, name.encode() + bytes([last, 1]), "sha256"), "big")
        if 0 < scalar < ORDER:
            return scalar
    raise Differs(name)

def public_of(scalar: int) -> bytes:
    point = ec.derive_private_key(scalar, ec.SECP256R1()).public_key()
    return point.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.CompressedPoint)

def sign(scalar: int, data: bytes) -> bytes:
    r, s = decode_dss_signature(ec.derive_private_key(scalar, ec.SECP256R1()).sign(data, ec.ECDSA(hashes.SHA256())))
    return r.to_bytes(32, "big") + min(s, ORDER - s).to_bytes(32, "big")

PEOPLE = ["alice", "bob", "carol", "dave", "erin", "frank", "grace", "mallory"]
HUB_KEYS = {"announcement": "root", "certificate": "certify", "root": "issue", "hubReceipt": "receipt", "revocations": "revoke"}

class Signer:
    """Makes the records of positive vectors again, with keys that follow from their names."""

    def __init__(self, hub: Verifier) -> None:
        self.hub, self.hub_id = hub, hub.hub_id
        self.names = {public_of(scalar_of(name)): name for name in PEOPLE}

    def by_name(self, it: Signed, name: str, parent: bytes = b"") -> Signed:
        body = cbor(list(it.values.values()))
        same(body, it.body, f"another body of a {it.kind}")
        it = replace(it, body=body, sig=b"")
        return replace(it, sig=sign(scalar_of(name), it.input(self.hub_id, parent)))

    def by_key(self, it: Signed, key: bytes, parent: bytes = b"") -> Signed:
        return self.by_name(it, self.names[key], parent)

    def by_hub(self, it: Signed) -> Signed:
        return self.by_name(it, f"hub {HUB_KEYS[it.kind]}")

    def token(self, it: Token) -> Token:
        transfers = [self.by_key(transfer, spender, parent) for parent, spender, _, transfer in it.steps(self.hub_id)]
        return Token(self.by_hub(it.root), transfers, [self.by_hub(certificate) for certificate in it.certificates])

    def record(self, it: Any, context: dict[str, str]) -> Any:
        """The record with fresh signatures everywhere."""
        if isinstance(it, Payment):
            return replace(it, tokens=[self.token(token) for token in it.tokens],
                           announcements=[self.by_hub(a) for a in it.announcements],
                           revocations=it.revocations and self.by_hub(it.revocations))
        if isinstance(it, Redemption):
            return replace(it, token=self.token(it.token))
        if isinstance(it, FraudProof):
            a, b = (self.by_key(transfer, it.key, it.parent) for transfer in (it.a, it.b))
            return replace(it, a=a, b=b, culprit=self.by_hub(it.culprit))
        if isinstance(it, Request):
            return replace(it, certificate=self.by_hub(it.certificate))
        if it.kind == "transfer":
            return self.by_key(it, bytes.fromhex(context["signer"]), bytes.fromhex(context["parent"]))
        if it.kind in ("receipt", "decline"):
            return self.by_key(it, bytes.fromhex(context["payee"]))
        return self.by_hub(it)

    @staticmethod
    def body_from(it: Signed, expect: dict[str, str]) -> bytes:
        """The body from the strings of `expect`, without anything that the reader has read but the kinds of values."""

        def value(name: str, like: Any) -> Any:
            if name not in expect:
                return like  # "declined", and the prefixes of a list
            if isinstance(like, list):
                return [bytes.fromhex(part) for part in expect[name].split(",")]
            return bytes.fromhex(expect[name]) if isinstance(like, bytes) else type(like)(expect[name])

        return cbor([value(name, like) for name, like in it.values.items()])

    def check(self, vector: dict[str, Any]) -> None:
        kind, data, context, expect = (vector[name] for name in ("kind", "bytes", "context", "expect"))
        if kind == "text":
            text = f"OW1{expect['kind']}:{base45(bytes.fromhex(expect['record']))}"
            return same(text, bytes.fromhex(data).decode(), "text")
        it = read(kind, bytes.fromhex(data))
        same(cbor(it.form()).hex(), data, "encoded again")
        if isinstance(it, Signed):
            same(self.body_from(it, expect), it.body, "body from expect")
        again = cbor(self.record(it, context).form())
        same(again != bytes.fromhex(data), True, "signatures are not fresh")
        found = outcome(self.hub, kind, again, context)
        if kind == "request":  # its hash covers the certificate's signature, which is new here
            found["hash"] = request_hash(self.hub_id, cbor(it.form())).hex()
        same(found, expect, "with fresh signatures: " + difference(found, expect))

# ---- Examples of the pages, and the keys of the file

def examples(vectors: dict[str, Any], hub: Verifier) -> Iterator[tuple[str, bool]]:
    for key in vectors["keys"]:
        scalar = scalar_of(key["name"])
        yield f"key {key['name']}", (f"{scalar:064x}", public_of(scalar).hex()) == (key["scalar"], key["key"])
    yield "hub id", hub.hub_id.hex() == vectors["hubId"]
    yield "numbers of vectors", (len(vectors["positive"]), len(vectors["negative"])) == (39, 84)
    by_name = {v["name"]: v for v in vectors["positive"]}
    data = {name: bytes.fromhex(v["bytes"]) for name, v in by_name.items()}
    label = lambda text: sha256(text.encode())[:16].hex()
    yield "labels", [by_name[n]["expect"][m] for n, m in [
        ("root", "serial"), ("request", "nonce"), ("redemption of a root", "nonce"),
        ("redemption of a coin at five hops", "nonce"), ("redemption of a root", "account"), ("transfer 1", "requestHash"),
    ]] == [label(text) for text in ("serial", "nonce", "redemption", "deep", "account", "earlier request 1")]
    news = read("payment", data["payment with news of the hub"]).announcements
    yield "hub issue 2", public_of(scalar_of("hub issue 2")) in [a["key"] for a in news]
    yield "ids", [by_name[name]["expect"][member] for name, member in [
        ("root", "id"), ("transfer 1", "id"), ("request", "hash")]] == [
        "f4151bb84a3796c67dcfc76fd49a7145811bfe3ad5285ca0083d9a32a2ea5d34",
        "cf67e67ed9dfe3a5fc0a17372e8d88a8976d21d4eca3c9ac782091b5d4c151f6", "172c84b1319387deb1ea3a8d198a03be"]
    redemption = read("redemption", data["redemption of a root"])
    yield "sync hash", sync_hash(hub.hub_id, redemption.account, redemption.nonce).hex() == "7dcffa835607a5a5dbd9eaf9779ea6bd"
    prefix = [sha256(public_of(scalar_of(name)))[:8] for name in ("mallory", "erin")]
    yield "revocation list", read("revocations", data["revocation list"])["prefixes"] == sorted(prefix) == [
        bytes.fromhex("4ca0d860bf1cfbcc"), bytes.fromhex("6e0b265bc121243e")]
    yield "sizes", [len(data[name]) - 34 * (name == "decline") for name in (  # the decline has two ids
        "request", "payment at 1 hops", "payment at 3 hops", "payment at 5 hops", "receipt", "decline",
        "fraud proof against a certified key", "redemption of a root")] == [168, 279, 717, 1156, 110, 114, 418, 315]

# ---- Vectors: As a verifier

def difference(found: dict[str, str], expect: dict[str, str]) -> str:
    names = [n for n in sorted({*found, *expect}) if found.get(n) != expect.get(n)]
    return "; ".join(f"{n} is {found.get(n)} and should be {expect.get(n)}" for n in names)

def verified(hub: Verifier, vector: dict[str, Any]) -> None:
    try:
        found = outcome(hub, vector["kind"], bytes.fromhex(vector["bytes"]), vector["context"])
    except Refusal as refusal:
        return same(str(refusal), vector.get("refusal"), f"refused: {refusal} instead of {vector.get('refusal')}")
    same("refusal" in vector, False, f"accepted instead of {vector.get('refusal')}")
    same(found, vector["expect"], difference(found, vector["expect"]))

def main() -> int:
    default = Path(__file__).resolve().parents[1] / "TokensTests" / "Vectors"
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else default
    vectors = json.loads((folder / "tokens.json").read_text("utf-8"))
    hub = Verifier(bytes.fromhex(vectors["hubRootKey"]))
    for announcement in vectors["announcements"]:
        hub.add(read("announcement", bytes.fromhex(announcement)))
    signer = Signer(hub)
    checks: list[tuple[str, Callable[[], None]]] = []
    for vector in vectors["positive"] + vectors["negative"]:
        checks.append((f"verifier: {vector['name']}", lambda vector=vector: verified(hub, vector)))
    for vector in vectors["positive"]:
        checks.append((f"signer: {vector['name']}", lambda vector=vector: signer.check(vector)))
    for name, good in examples(vectors, hub):
        checks.append((f"page: {name}", lambda good=good: same(good, True, "differs")))
    failed = 0
    for name, check in checks:
        try:
            check()
        except Exception as fault:  # any fault of this program is a difference too
            failed += 1
            print(f"{name}: {fault if isinstance(fault, (Differs, Refusal)) else repr(fault)}")
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0

if __name__ == "__main__":
    sys.exit(main())
