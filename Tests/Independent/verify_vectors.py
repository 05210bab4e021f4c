#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks Satchel's golden token vectors again, from the protocol's text and with no code of the Swift module.

Usage: verify_vectors.py [tokens.json]
Exit code 0: every positive yields what it says and every negative is refused for its reason. 1: a difference, printed.
Needs: PyPI `cryptography`.
"""
import hashlib
import json
import pathlib
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
DAY = 86_400
LAST_SECOND = 253_402_300_799
LARGEST_AMOUNT = (1 << 63) - 1
DEFAULT_NOW = 1_795_180_000

# The limit policy with number 1.
POLICY = 1
MAX_COINS, MAX_HOPS, MAX_PAYLOAD = 8, 5, 4096
PER_PAYMENT, PER_ROOT = 50_000, 50_000
STALE, FUTURE = 300, DAY

ISSUE, CERTIFY, RECEIPT, REVOKE, CHANNEL = range(5)
# Enough of ISO 4217 for the vectors.
KNOWN_UNITS = {392, 840, 978}


class Refused(Exception):
    """A refusal with the code that the vectors name."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


def need(condition, code):
    if not condition:
        raise Refused(code)


# ---------------------------------------------------------------- CBOR, RFC 8949 section 4.2.1


class Reader:
    """Unsigned integers, byte strings, texts, arrays and null; nothing else, and only in shortest form."""

    def __init__(self, data, most):
        need(len(data) <= most, "tooLarge")
        self.data, self.at = data, 0

    def head(self, major):
        need(self.at < len(self.data), "malformed")
        first = self.data[self.at]
        need(first >> 5 == major, "malformed")
        self.at += 1
        low = first & 31
        if low < 24:
            return low
        need(low <= 27, "malformed")
        width = 1 << (low - 24)
        need(self.at + width <= len(self.data), "malformed")
        value = int.from_bytes(self.data[self.at : self.at + width], "big")
        self.at += width
        need(value >= (24 if width == 1 else 1 << (4 * width)), "notCanonical")
        return value

    def take(self, count):
        need(self.at + count <= len(self.data), "malformed")
        piece = self.data[self.at : self.at + count]
        self.at += count
        return piece

    def uint(self, most=(1 << 64) - 1):
        value = self.head(0)
        need(value <= most, "tooLarge")
        return value

    def time(self):
        return self.uint(LAST_SECOND)

    def bytes(self, exactly=None, most=None):
        count = self.head(2)
        need(exactly is None or count == exactly, "malformed")
        need(most is None or count <= most, "tooLarge")
        return self.take(count)

    def text(self, most):
        count = self.head(3)
        need(count <= most, "tooLarge")
        try:
            return self.take(count).decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("malformed") from None

    def array(self, exactly=None, most=None):
        count = self.head(4)
        need(exactly is None or count == exactly, "malformed")
        need(most is None or count <= most, "tooLarge")
        # Every element takes at least a byte.
        need(count <= len(self.data) - self.at, "malformed")
        return count

    def null(self):
        need(self.at < len(self.data), "malformed")
        if self.data[self.at] != 0xF6:
            return False
        self.at += 1
        return True

    def point(self):
        """33 bytes of a compressed key; whether they name a point shows when a signature is checked."""
        key = self.bytes(exactly=33)
        need(key[0] in (2, 3), "malformed")
        return key

    def signature(self):
        raw = self.bytes(exactly=64)
        r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
        need(0 < r < ORDER and 0 < s <= ORDER // 2, "badSignature")
        return raw

    def end(self):
        need(self.at == len(self.data), "malformed")


def version(number, expected=1):
    need(number <= expected, "newerVersion")
    need(number >= expected, "oldVersion")


# ---------------------------------------------------------------- Signatures and ids


def prefixed(hub, context, *parts):
    context = context.encode()
    return bytes([len(context)]) + context + hub + b"".join(parts)


def digest(hub, context, *parts):
    return hashlib.sha256(prefixed(hub, context, *parts)).digest()


def is_signed(key, signature, message):
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    try:
        public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, key)
        public.verify(utils.encode_dss_signature(r, s), message, ec.ECDSA(hashes.SHA256()))
        return True
    except (InvalidSignature, ValueError):
        return False


# ---------------------------------------------------------------- Records


class Announcement:
    def __init__(self, reader):
        reader.array(exactly=2)
        self.body, self.signature = reader.bytes(most=512), reader.signature()
        r = Reader(self.body, 512)
        r.array(exactly=8)
        self.sequence, self.kid, self.key = r.uint(), r.bytes(exactly=4), r.point()
        self.purpose = r.uint()
        need(self.purpose <= CHANNEL, "newerVersion")
        self.use_from, self.use_until, self.accept_until = r.time(), r.time(), r.time()
        self.max_root = r.uint(LARGEST_AMOUNT)
        r.end()
        need(self.use_from <= self.use_until <= self.accept_until, "malformed")


class AnnouncementSet:
    def __init__(self, root_key):
        self.root_key = root_key
        self.hub = hashlib.sha256(root_key).digest()
        self.known = {}

    def copy(self):
        announced = AnnouncementSet(self.root_key)
        announced.known = dict(self.known)
        return announced

    def add(self, announcement):
        message = prefixed(self.hub, "ow1/ann", announcement.body)
        need(is_signed(self.root_key, announcement.signature, message), "badSignature")
        old = self.known.get(announcement.kid)
        need(old is None or old.body == announcement.body, "keyConflict")
        self.known.setdefault(announcement.kid, announcement)

    def find(self, kid, purpose, when):
        found = self.known.get(kid)
        need(found is not None, "unknownKey")
        need(found.purpose == purpose and found.use_from <= when <= found.use_until, "keyNotValid")
        return found

    def check(self, kid, purpose, when, signature, context, *parts):
        found = self.find(kid, purpose, when)
        need(is_signed(found.key, signature, prefixed(self.hub, context, *parts)), "badSignature")
        return found


class Certificate:
    """Items after the array head; the key comes from the record or from the parent."""

    def __init__(self, reader, key):
        self.key = key
        self.body, self.kid, self.signature = reader.bytes(most=512), reader.bytes(exactly=4), reader.signature()
        r = Reader(self.body, 512)
        count = r.array(most=5)
        need(count >= 4, "malformed")
        self.start, self.until, self.kind = r.time(), r.time(), r.uint()
        need(self.kind <= 1, "newerVersion")
        self.cap = r.uint(LARGEST_AMOUNT)
        self.name = r.text(64) if count == 5 else ""
        r.end()

    @staticmethod
    def full(reader):
        reader.array(exactly=4)
        return Certificate(reader, reader.point())

    def verify(self, announced):
        return announced.check(self.kid, CERTIFY, self.start, self.signature, "ow1/cert", self.key, self.body)


class Root:
    def __init__(self, reader):
        self.body, self.kid, self.signature = reader.bytes(most=512), reader.bytes(exactly=4), reader.signature()
        r = Reader(self.body, 512)
        r.array(exactly=7)
        self.serial, self.amount, self.unit = r.bytes(exactly=16), r.uint(LARGEST_AMOUNT), r.uint(0xFFFF)
        self.policy, self.owner, self.issued, self.accept_until = r.uint(), r.point(), r.time(), r.time()
        r.end()
        need(self.amount > 0, "zeroLength")

    @staticmethod
    def whole(reader):
        reader.array(exactly=3)
        return Root(reader)

    def id(self, hub):
        return digest(hub, "ow1/root", self.body)

    def verify(self, announced):
        return announced.check(self.kid, ISSUE, self.issued, self.signature, "ow1/root", self.body)


class Transfer:
    def __init__(self, body, signature):
        self.body, self.signature = body, signature
        r = Reader(body, 512)
        r.array(exactly=5)
        self.lower, self.length = r.uint(), r.uint()
        need(self.length > 0, "zeroLength")
        need(self.lower + self.length < 1 << 64, "overflow")
        self.to, self.request, self.time = r.point(), r.bytes(exactly=16), r.time()
        r.end()

    @staticmethod
    def whole(reader):
        reader.array(exactly=2)
        return Transfer(reader.bytes(most=512), reader.signature())

    @property
    def upper(self):
        return self.lower + self.length

    def id(self, hub, parent):
        return digest(hub, "ow1/xfer", parent, self.body)

    def is_signed(self, hub, parent, owner):
        return is_signed(owner, self.signature, prefixed(hub, "ow1/xfer", parent, self.body))


class Coin:
    def __init__(self, reader, hops):
        self.root = Root.whole(reader)
        count = reader.array(most=64)
        need(count <= hops, "tooManyHops")
        self.transfers = [Transfer.whole(reader) for _ in range(count)]
        need(reader.array(most=64) == max(0, count - 1), "uncertified")
        self.certificates = []
        for transfer in self.transfers[:-1]:
            reader.array(exactly=3)
            self.certificates.append(Certificate(reader, transfer.to))

    def last(self):
        return self.transfers[-1]

    def walk(self, announced, spender=lambda key, certificate: None, issuer=lambda announcement: None):
        """Root, certificates, ranges and signatures in the protocol's order; the ids of the root and of each transfer."""
        found = self.root.verify(announced)
        issuer(found)
        need(self.root.amount <= found.max_root, "rootTooLarge")
        ids, owner, lower, upper = [self.root.id(announced.hub)], self.root.owner, 0, self.root.amount
        for index, transfer in enumerate(self.transfers):
            certificate = self.certificates[index - 1] if index else None
            if certificate:
                issuer(announced.find(certificate.kid, CERTIFY, certificate.start))
                certificate.verify(announced)
            spender(owner, certificate)
            need(lower <= transfer.lower and transfer.upper <= upper, "outOfRange")
            need(transfer.is_signed(announced.hub, ids[-1], owner), "badSignature")
            ids.append(transfer.id(announced.hub, ids[-1]))
            owner, lower, upper = transfer.to, transfer.lower, transfer.upper
        return ids


class RevocationList:
    def __init__(self, reader):
        reader.array(exactly=3)
        self.body, self.kid, self.signature = reader.bytes(most=40_960), reader.bytes(exactly=4), reader.signature()
        r = Reader(self.body, 40_960)
        r.array(exactly=3)
        self.sequence, self.time = r.uint(), r.time()
        self.prefixes = [r.bytes(exactly=8) for _ in range(r.array(most=4096))]
        r.end()
        need(all(a < b for a, b in zip(self.prefixes, self.prefixes[1:])), "notCanonical")

    def verify(self, announced):
        announced.check(self.kid, REVOKE, self.time, self.signature, "ow1/revoke", self.body)

    def contains(self, key):
        return hashlib.sha256(key).digest()[:8] in self.prefixes


def whole(data, most, read):
    reader = Reader(data, most)
    record = read(reader)
    reader.end()
    return record


class Request:
    def __init__(self, data):
        self.data = data
        r = Reader(data, 512)
        count = r.array(most=64)
        version(r.uint())
        need(count == 9, "malformed")
        self.hub8, self.unit, self.units = r.bytes(exactly=8), r.uint(0xFFFF), r.uint(LARGEST_AMOUNT)
        self.certificate, self.nonce, self.time = Certificate.full(r), r.bytes(exactly=16), r.time()
        self.sequence, self.revocations = r.uint(), r.bytes(exactly=4)
        r.end()

    def hash(self, hub):
        return digest(hub, "ow1/req", self.data)[:16]


class Payment:
    def __init__(self, data):
        r = Reader(data, MAX_PAYLOAD)
        count = r.array(most=4096)
        need(count > 0, "malformed")
        version(r.uint())
        coins, rest = divmod(count - 1, 3)
        need(coins > 0 and rest < 2, "malformed")
        need(coins <= MAX_COINS, "tooManyCoins")
        self.coins = [Coin(r, MAX_HOPS) for _ in range(coins)]
        need(all(coin.transfers for coin in self.coins), "malformed")
        self.announcements, self.revocations = [], None
        if rest:
            r.array(exactly=2)
            self.announcements = [Announcement(r) for _ in range(r.array(most=16))]
            self.revocations = None if r.null() else RevocationList(r)
        r.end()


# ---------------------------------------------------------------- What each kind of vector yields


def hexes(ids):
    return ",".join(i.hex() for i in ids)


class Check:
    def __init__(self, announced):
        self.announced = announced
        self.hub = announced.hub

    def announcement(self, data, _):
        a = whole(data, 1024, Announcement)
        self.announced.copy().add(a)
        return {
            "sequence": a.sequence, "keyId": a.kid.hex(), "key": a.key.hex(), "purpose": a.purpose, "useFrom": a.use_from,
            "useUntil": a.use_until, "acceptUntil": a.accept_until, "maxRootAmount": a.max_root,
        }

    def certificate(self, data, _):
        c = whole(data, 1024, Certificate.full)
        c.verify(self.announced)
        return {"key": c.key.hex(), "from": c.start, "until": c.until, "class": c.kind, "cap": c.cap, "name": c.name}

    def root(self, data, _):
        r = whole(data, 1024, Root.whole)
        r.verify(self.announced)
        return {
            "id": r.id(self.hub).hex(), "serial": r.serial.hex(), "amount": r.amount, "unit": r.unit, "policy": r.policy,
            "owner": r.owner.hex(), "issuedAt": r.issued, "acceptUntil": r.accept_until,
        }

    def transfer(self, data, context):
        t = whole(data, 1024, Transfer.whole)
        parent, signer = bytes.fromhex(context["parent"]), bytes.fromhex(context["signer"])
        need(t.is_signed(self.hub, parent, signer), "badSignature")
        return {
            "id": t.id(self.hub, parent).hex(), "lower": t.lower, "length": t.length, "recipient": t.to.hex(),
            "requestHash": t.request.hex(), "time": t.time,
        }

    def request(self, data, context):
        r = Request(data)
        now = self.now(context)
        c = r.certificate
        findings = []
        if r.hub8 != self.hub[:8]:
            findings.append("otherHub")
        if r.unit not in KNOWN_UNITS:
            findings.append("otherUnit")
        if r.units == 0:
            findings.append("wrongAmount")
        if r.units > PER_PAYMENT:
            findings.append("overCap")
        if r.time > now + FUTURE:
            findings.append("fromFuture")
        elif now - r.time > STALE:
            findings.append("stale")
        try:
            c.verify(self.announced)
        except Refused as refused:
            findings.append("unknownKey" if refused.code == "unknownKey" else "badSignature")
        if now > c.until:
            findings.append("certificateExpired")
        if c.start > now + FUTURE:
            findings.append("certificateNotYetValid")
        known = self.list(context)
        if known and known.contains(c.key):
            findings.append("revoked")
        need(not findings, findings[0] if findings else None)
        return {
            "hash": r.hash(self.hub).hex(), "unit": r.unit, "units": r.units, "payee": c.key.hex(), "name": c.name,
            "nonce": r.nonce.hex(), "time": r.time, "announcementSequence": r.sequence, "revocationHash": r.revocations.hex(),
        }

    def payment(self, data, context):
        payment, request, now = Payment(data), Request(bytes.fromhex(context["request"])), self.now(context)
        known = self.list(context)
        held = set(filter(None, context.get("held", "").split(",")))

        # What the payer attached.
        announced, news, fresh = self.announced.copy(), [], None
        for announcement in payment.announcements:
            old = announced.known.get(announcement.kid)
            if not (old and old.body == announcement.body and old.signature == announcement.signature):
                announced.add(announcement)
                news.append(announcement)
        # In the order of the signing key's announcement, then of the list; one from the future is as good as none.
        attached = payment.revocations
        if attached and attached.time > now + FUTURE:
            attached = None
        place = lambda l: (announced.known[l.kid].sequence if l.kid in announced.known else 0, l.sequence)
        if attached and not (known and place(known) >= place(attached)):
            attached.verify(announced)
            fresh = attached
        blacklist = fresh or known

        def spender(key, certificate):
            if certificate:
                need(now <= certificate.until, "certificateExpired")
                need(certificate.start <= now + FUTURE, "certificateNotYetValid")
            need(not (blacklist and blacklist.contains(key)), "revoked")

        def issuer(announcement):
            need(now <= announcement.accept_until, "keyNotValid")

        # Roots and hops.
        leaves = []
        for coin in payment.coins:
            leaves.append(coin.walk(announced, spender, issuer)[-1])
            need(coin.root.unit == request.unit, "otherUnit")
            need(coin.root.policy == POLICY, "otherPolicy")
        # This request.
        for coin in payment.coins:
            need(coin.last().to == request.certificate.key, "wrongPayee")
            need(coin.last().request == request.hash(self.hub), "wrongRequest")
        # The sum, in which no unit counts twice.
        for index, a in enumerate(payment.coins):
            for b in payment.coins[:index]:
                apart = a.last().upper <= b.last().lower or b.last().upper <= a.last().lower
                need(a.root.body != b.root.body or apart, "overlapping")
        total = sum(coin.last().length for coin in payment.coins)
        need(total < 1 << 64, "overflow")
        need(total == request.units, "wrongAmount")
        # Deadlines.
        for coin in payment.coins:
            need(now <= coin.root.accept_until, "expired")
            need(all(t <= now + FUTURE for t in [coin.root.issued] + [t.time for t in coin.transfers]), "fromFuture")
        # Caps.
        need(total <= PER_PAYMENT, "overCap")
        for coin in payment.coins:
            need(coin.root.amount <= PER_ROOT, "overCap")
            for index, transfer in enumerate(coin.transfers):
                cap = min(PER_PAYMENT, coin.certificates[index - 1].cap) if index else PER_PAYMENT
                need((total if transfer is coin.last() else transfer.length) <= cap, "overCap")
        need(not any(leaf.hex() in held for leaf in leaves), "alreadyHeld")

        until = [
            min(
                [coin.root.accept_until, announced.known[coin.root.kid].accept_until]
                + [c.until for c in coin.certificates]
                + [announced.known[c.kid].accept_until for c in coin.certificates]
            )
            for coin in payment.coins
        ]
        return {
            "ids": hexes(leaves), "units": total, "spendableUntil": ",".join(map(str, until)),
            "news": ",".join(str(a.sequence) for a in news), "revocations": fresh.sequence if fresh else "",
        }

    @staticmethod
    def ids(reader):
        count = reader.array(most=MAX_COINS)
        need(count > 0, "malformed")
        return [reader.bytes(exactly=32) for _ in range(count)]

    @staticmethod
    def signed(data):
        def read(reader):
            reader.array(exactly=2)
            return reader.bytes(most=512), reader.signature()

        return whole(data, 1024, read)

    def receipt(self, data, context):
        body, signature = self.signed(data)
        r = Reader(body, 512)
        r.array(exactly=2)
        ids, time = self.ids(r), r.time()
        r.end()
        need(is_signed(bytes.fromhex(context["payee"]), signature, prefixed(self.hub, "ow1/ack", body)), "badSignature")
        return {"ids": hexes(ids), "time": time}

    def decline(self, data, context):
        body, signature = self.signed(data)
        r = Reader(body, 512)
        r.array(exactly=2)
        ids, word = self.ids(r), r.text(8)
        r.end()
        need(word == "declined", "malformed")
        need(is_signed(bytes.fromhex(context["payee"]), signature, prefixed(self.hub, "ow1/decline", body)), "badSignature")
        return {"ids": hexes(ids)}

    def redemption(self, data, context):
        r = Reader(data, MAX_PAYLOAD)
        count = r.array(most=64)
        version(r.uint())
        need(count == 6, "malformed")
        account, nonce, coin = r.bytes(exactly=16), r.bytes(exactly=16), Coin(r, MAX_HOPS + 1)
        r.end()
        need(coin.transfers, "malformed")
        ids = coin.walk(self.announced)
        need(coin.last().to == self.announced.root_key, "wrongPayee")
        need(coin.last().request == digest(self.hub, "ow1/sync", account, nonce)[:16], "wrongAccount")
        need(self.now(context) <= coin.root.accept_until + 7 * DAY, "expired")
        need(coin.root.policy == POLICY, "otherPolicy")
        for index, transfer in enumerate(coin.transfers[:-1]):
            cap = min(PER_PAYMENT, coin.certificates[index - 1].cap) if index else PER_PAYMENT
            need(transfer.length <= cap, "overCap")
        return {
            "id": ids[-1].hex(), "root": ids[0].hex(), "account": account.hex(), "nonce": nonce.hex(),
            "lower": coin.last().lower, "length": coin.last().length,
        }

    def hubReceipt(self, data, _):
        def read(reader):
            reader.array(exactly=3)
            return reader.bytes(most=512), reader.bytes(exactly=4), reader.signature()

        body, kid, signature = whole(data, 1024, read)
        r = Reader(body, 512)
        r.array(exactly=4)
        record, outcome = r.bytes(exactly=32), r.uint()
        need(outcome <= 2, "newerVersion")
        units, time = r.uint(LARGEST_AMOUNT), r.time()
        r.end()
        self.announced.check(kid, RECEIPT, time, signature, "ow1/receipt", body)
        return {"id": record.hex(), "outcome": outcome, "units": units, "time": time}

    def revocations(self, data, _):
        r = whole(data, 40_960, RevocationList)
        r.verify(self.announced)
        return {
            "sequence": r.sequence, "time": r.time, "count": len(r.prefixes),
            "shortHash": hashlib.sha256(r.body).hexdigest()[:8],
        }

    def fraudProof(self, data, _):
        r = Reader(data, 1024)
        r.array(exactly=6)
        parent = r.bytes(exactly=32)
        a = Transfer(r.bytes(most=512), r.signature())
        b = Transfer(r.bytes(most=512), r.signature())
        count = r.array(most=4)
        need(count in (3, 4), "malformed")
        root = Root(r) if count == 3 else None
        certificate = Certificate(r, r.point()) if count == 4 else None
        r.end()
        need(a.body < b.body, "notFraud")
        need(a.lower < b.upper and b.lower < a.upper, "notFraud")
        if root:
            need(root.id(self.hub) == parent, "notFraud")
            root.verify(self.announced)
            culprit = root.owner
        else:
            certificate.verify(self.announced)
            culprit = certificate.key
        need(all(t.is_signed(self.hub, parent, culprit) for t in (a, b)), "badSignature")
        return {"parent": parent.hex(), "culprit": culprit.hex()}

    def text(self, data, _):
        need(len(data) <= 8192, "tooLarge")
        text = data.decode("utf-8")
        head, colon, body = text.partition(":")
        need(colon and head[:2] == "OW" and len(head) > 3 and head[2:-1].isdigit(), "malformed")
        version(int(head[2:-1]))
        need(head[-1] in "QPADF", "newerVersion")
        record = base45(body)
        {
            "Q": Request, "P": Payment, "A": lambda d: self.signed(d), "D": lambda d: self.signed(d),
            "F": lambda d: self.fraudProof(d, None),
        }[head[-1]](record)
        return {"kind": head[-1], "record": record.hex()}

    @staticmethod
    def now(context):
        return int(context.get("now", DEFAULT_NOW))

    @staticmethod
    def list(context):
        return whole(bytes.fromhex(context["revocations"]), 40_960, RevocationList) if "revocations" in context else None


def base45(text):
    """RFC 9285."""
    letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
    need(all(c in letters for c in text) and len(text) % 3 != 1, "malformed")
    out = bytearray()
    for start in range(0, len(text), 3):
        digits = [letters.index(c) for c in text[start : start + 3]]
        value = sum(d * 45**i for i, d in enumerate(digits))
        width = len(digits) - 1
        need(value < 1 << (8 * width), "malformed")
        out += value.to_bytes(width, "big")
    return bytes(out)


# ---------------------------------------------------------------- The run


def check_keys(file):
    for key in file["keys"]:
        secret = ec.derive_private_key(int(key["scalar"], 16), CURVE)
        public = secret.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.CompressedPoint)
        if public.hex() != key["key"]:
            yield f"key {key['name']}: the scalar belongs to {public.hex()}"


def check_vectors(file, check):
    for vector in file["positive"]:
        try:
            found = getattr(check, vector["kind"])(bytes.fromhex(vector["bytes"]), vector["context"])
        except Refused as refused:
            yield f"{vector['name']}: refused as {refused.code}"
            continue
        found = {name: str(value) for name, value in found.items()}
        if found != vector["expect"]:
            yield f"{vector['name']}: yields {found}, not {vector['expect']}"
    for vector in file["negative"]:
        try:
            getattr(check, vector["kind"])(bytes.fromhex(vector["bytes"]), vector["context"])
            yield f"{vector['name']}: accepted, but {vector['refusal']} is right"
        except Refused as refused:
            if refused.code != vector["refusal"]:
                yield f"{vector['name']}: refused as {refused.code}, not {vector['refusal']}"


def main():
    default = pathlib.Path(__file__).resolve().parent.parent / "TokensTests" / "Vectors" / "tokens.json"
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default
    file = json.loads(path.read_text())
    announced = AnnouncementSet(bytes.fromhex(file["hubRootKey"]))
    differences = [] if announced.hub.hex() == file["hubId"] else ["the hub's id is not the hash of its root key"]
    for announcement in file["announcements"]:
        announced.add(whole(bytes.fromhex(announcement), 1024, Announcement))
    differences += check_keys(file)
    differences += check_vectors(file, Check(announced))
    for difference in differences:
        print(difference)
    positive, negative = len(file["positive"]), len(file["negative"])
    if positive < 30 or negative < 50:
        differences.append("too few vectors")
        print(f"only {positive} positive and {negative} negative vectors: the file is not complete")
    print(f"{positive} positive and {negative} negative vectors, {len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
