# SPDX-License-Identifier: MIT
"""Hooks of schemathesis: who calls, with what proof, and what only this hub can know.

A member with money, a merchant and an operator with a second factor share the routes; what ends sessions or changes
passwords is called by an account of its own each time. What a schema cannot say (names of this hub's accounts, ids that
exist, live codes) is filled in for the first two calls that fit it and for every tenth; the others go as they were made.
"""
import atexit
import base64
import collections
import datetime
import hashlib
import hmac
import itertools
import json
import os
import subprocess
import time
import urllib.parse

import cbor2
import requests
import schemathesis

HUB = os.environ["SATCHEL_API_URL"]
PASSWORD = "four words are enough"
IBAN = "DE89370400440532013000"
NUMBERS = itertools.count(1)


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def new_name(kind: str) -> str:
    return f"{kind}{os.getpid()}x{next(NUMBERS)}"


def operate(*words: str) -> None:
    """Runs a command of the hub's operator while it serves."""
    program = [os.environ["SATCHEL_API_HUB"], *words, "--directory", os.environ["SATCHEL_API_FOLDER"]]
    done = subprocess.run(program, capture_output=True, text=True)
    assert done.returncode == 0, f"{words}: {done.stderr}"


# Accounts


def one_time_code(secret: str) -> str:
    """RFC 6238 with SHA-1, six digits and half minutes."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    code = hmac.new(key, (int(time.time()) // 30).to_bytes(8, "big"), hashlib.sha1).digest()
    start = code[-1] & 15
    return f"{(int.from_bytes(code[start : start + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"


class Account(requests.auth.AuthBase):
    """One account of the hub; logs in again when its session has ended, for calls may end it."""

    def __init__(self, kind: str) -> None:
        self.name = new_name(kind)
        self.credentials = {"username": self.name, "password": PASSWORD}
        self.recovery_codes: list[str] = []
        self.take(self.post("/v1/auth/register", self.credentials, signed=False))

    def take(self, answer: requests.Response) -> None:
        answer.raise_for_status()
        self.session = answer.json()
        self.key = decoded(self.session["signingKey"])

    def log_in(self) -> dict:
        """A further session, which nobody else uses."""
        answer = self.post("/v1/auth/login", self.credentials, signed=False)
        if self.recovery_codes and answer.status_code == 401:
            answer = self.post("/v1/auth/login/second-factor", self.challenge(answer), signed=False)
        answer.raise_for_status()
        return answer.json()

    def challenge(self, answer: requests.Response | None = None) -> dict:
        answer = answer or self.post("/v1/auth/login", self.credentials, signed=False)
        return {"challenge": answer.json()["details"]["challenge"], "code": self.recovery_codes.pop()}

    def enrol(self) -> str:
        return self.ask("/v1/auth/second-factor/enrol", {"password": PASSWORD})["secret"]

    def turn_on_second_factor(self) -> None:
        code = {"code": one_time_code(self.enrol())}
        self.recovery_codes = self.ask("/v1/auth/second-factor/confirm", code)["codes"]

    def post(self, path: str, body: dict, signed: bool = True) -> requests.Response:
        return requests.post(HUB + path, json=body, auth=self if signed else None, timeout=30)

    def ask(self, path: str, body: dict) -> dict:
        answer = self.post(path, body)
        assert answer.status_code == 200, f"{path}: {answer.text}"
        return answer.json()

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        if time.time() > self.session["accessExpires"] - 60:
            self.session = self.log_in()
            self.key = decoded(self.session["signingKey"])
        parts = urllib.parse.urlsplit(request.url)
        query = [list(pair) for pair in urllib.parse.parse_qsl(parts.query, keep_blank_values=True)]
        body = request.body or b""
        body = body.encode() if isinstance(body, str) else body
        seconds = int(time.time())
        said = cbor2.dumps([request.method, parts.path, query, hashlib.sha256(body).digest(), seconds])
        code = encoded(hmac.new(self.key, said, hashlib.sha256).digest())
        request.headers["Authorization"] = f"Bearer {self.session['accessToken']}"
        request.headers["Satchel-Signature"] = f"{seconds}.{code}"
        return request


def fresh() -> Account:
    return Account("fresh")


def fresh_with_second_factor() -> Account:
    account = fresh()
    account.turn_on_second_factor()
    return account


MEMBER, MERCHANT, OPERATOR = Account("member"), Account("merchant"), Account("operator")
# Who may be locked; and whose sessions may end, also by an id that schemathesis has found in an answer.
SUBJECT, SPARE = Account("subject"), Account("spare")
operate("topup", "--yes", MEMBER.name, "100000")
operate("topup", "--yes", MERCHANT.name, "1000")
operate("merchant", MERCHANT.name, "--name", "Corner Shop")
operate("currency", "add", "EUR")
operate("currency", "rate", "EUR/USD", "1.0850", "--spread", "0.5")
operate("bank", "account", IBAN, "--name", "Hub Inc.", "--for", "USD")
operate("user", "role", OPERATOR.name, "operator")
OPERATOR.turn_on_second_factor()
OPERATOR.take(OPERATOR.post("/v1/auth/login/second-factor", OPERATOR.challenge(), signed=False))


SPARED = ("/v1/auth/", "/v1/devices")


def caller(path: str, method: str) -> Account:
    if path.startswith("/v1/admin/"):
        return OPERATOR
    if path.startswith(SPARED):
        return SPARE
    # Who blocks the merchant is asked for no money by it any more.
    if path == "/v1/contacts/block":
        return SUBJECT
    # Whoever asks for money is not whoever has it.
    asks = path in ("/v1/requests", "/v1/splits") and method == "POST"
    return MERCHANT if path.startswith("/v1/merchant/") or asks else MEMBER


# What a schema cannot say


def uuid7() -> str:
    bits = int(time.time() * 1000) << 80 | 7 << 76 | int.from_bytes(os.urandom(9), "big") >> 2 & ((1 << 76) - 1)
    text = f"{bits & ~(3 << 62) | 2 << 62:032x}"
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def usd(value: str = "1.00") -> dict:
    return {"value": value, "currency": "USD"}


def today() -> str:
    return datetime.datetime.now(datetime.timezone.utc).date().isoformat()


PRIME = 2**256 - 2**224 + 2**192 + 2**96 - 1
BASE = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)


def points():
    """The multiples of P-256's base point, compressed: keys that differ, which is all that is asked of them."""
    (x, y), slope = BASE, 3 * (BASE[0] ** 2 - 1) * pow(2 * BASE[1], -1, PRIME)
    while True:
        x, y, left = (slope**2 - x - BASE[0]) % PRIME, y, x
        y = (slope * (left - x) - y) % PRIME
        yield encoded(bytes([2 + y % 2]) + x.to_bytes(32, "big"))
        slope = (y - BASE[1]) * pow(x - BASE[0], -1, PRIME)


POINTS = points()


def request_order(payer: Account) -> dict:
    return {"id": uuid7(), "payer": payer.name, "amount": usd()}


def money_request(payer: Account) -> str:
    return MERCHANT.ask("/v1/requests", request_order(payer))["id"]


def split_order() -> dict:
    # Of a new person each time: nobody is asked for more than so much at once.
    shares = [{"person": MERCHANT.name, "weight": 1}, {"person": fresh().name, "weight": 2}]
    return {"id": uuid7(), "total": usd("3.00"), "shares": shares}


def standing_order() -> dict:
    rhythm = {"unit": "monthly"}
    return {"id": uuid7(), "recipient": MERCHANT.name, "amount": usd(), "rhythm": rhythm, "first": today()}


def send_order() -> dict:
    return {"id": uuid7(), "recipient": MERCHANT.name, "amount": usd(), "note": "tea"}


def payout_order() -> dict:
    return {"id": uuid7(), "iban": "GB82WEST12345698765432", "name": "Alice", "amount": usd()}


def quote_order() -> dict:
    return {"from": "USD", "to": "EUR", "amount": usd("10.00")}


def webhook_order() -> dict:
    # An address inside: taken as it stands, and never called.
    return {"id": uuid7(), "url": "https://127.0.0.1:9/paid"}


def listener() -> tuple[str, str]:
    # One key for all calls, and its hash: the same one again changes nothing.
    key = b"a key that hears the events only"
    return encoded(key), encoded(hashlib.sha256(key).digest())


def known_listener() -> dict:
    MEMBER.ask("/v1/devices/listeners", {"hash": listener()[1], "name": "notifications"})
    return {"key": listener()[0]}


def pairing() -> tuple[str, str]:
    # One token for all calls, and its hash: the same one again changes nothing.
    token = b"a pairing's code"
    return encoded(token), encoded(hashlib.sha256(token).digest())


def paired() -> Account:
    MEMBER.ask("/v1/devices/pairings", {"hash": pairing()[1]})
    return MEMBER


def claim(secret: bytes) -> dict:
    # A code of its own for each call: the same one with another secret would end the pairing.
    token = os.urandom(16)
    MEMBER.ask("/v1/devices/pairings", {"hash": encoded(hashlib.sha256(token).digest())})
    return {
        "token": encoded(token),
        "secret": {"hash": encoded(hashlib.sha256(secret).digest()), "name": "phone"},
    }


def claimed() -> dict:
    secret = os.urandom(32)
    MEMBER.ask("/v1/auth/pairing/claim", claim(secret))
    return {"secret": encoded(secret)}


def named() -> dict:
    return {"id": uuid7()}


def kept() -> dict:
    MEMBER.ask("/v1/contacts", {**named(), **other()})
    return other()


def other() -> dict:
    return {"username": MERCHANT.name}


def sent() -> str:
    return MEMBER.ask("/v1/transactions/send", send_order())["transaction"]["id"]


def split() -> str:
    return MERCHANT.ask("/v1/splits", split_order())["id"]


def standing() -> str:
    return MEMBER.ask("/v1/recurring", standing_order())["id"]


def paused() -> str:
    made = standing()
    MEMBER.ask(f"/v1/recurring/{made}/pause", named())
    return made


EMPTY = hashlib.sha256(b"").hexdigest()


def file_id() -> str:
    return os.urandom(16).hex()


def space() -> str:
    """The member's own space, whose root has the same id."""
    spaces = requests.get(f"{HUB}/v1/files/spaces", auth=MEMBER, timeout=30).json()["spaces"]
    return spaces[0]["id"]


def place() -> dict:
    return {"parent": space(), "name": new_name("file")}


def folder_order() -> dict:
    return {"id": uuid7(), "item": file_id(), **place()}


def link_order() -> dict:
    return {"id": uuid7(), "item": file_id(), **place(), "content": EMPTY}


def linked() -> str:
    return MEMBER.ask("/v1/files/link", link_order())["id"]


def share_order() -> dict:
    return {"id": uuid7(), "link": os.urandom(32).hex(), "item": linked(), "expires": int(time.time()) + 3_600}


def share_link() -> str:
    return MEMBER.ask("/v1/files/links", share_order())["link"]


def trashed() -> str:
    return MEMBER.ask("/v1/files/trash", {"id": uuid7(), "item": linked()})["id"]


def shared() -> str:
    return MEMBER.ask("/v1/files/spaces", {"id": uuid7(), "space": file_id(), "name": "shared"})["id"]


# An account may own only so many.
SHARED: list[str] = []


def shared_once() -> str:
    if not SHARED:
        SHARED.append(shared())
    return SHARED[0]


def with_code(account: Account) -> tuple:
    return account, {"code": account.recovery_codes.pop()}, None


def changing_password(account: Account) -> tuple:
    return account, {"password": PASSWORD, "replacement": PASSWORD + " today"}, None


def revoking(account: Account) -> tuple:
    devices = requests.get(f"{HUB}/v1/devices", auth=account, timeout=30).json()["devices"]
    return account, {"id": devices[0]["id"]}, None


def asked(payer: Account) -> tuple:
    return payer, {}, money_request(payer)


def confirming(account: Account) -> tuple:
    return account, {"code": one_time_code(account.enrol())}, None


# For each operation: who calls it, its body, and what stands in braces.
PREPARED = {
    "POST /v1/auth/register": lambda: (None, {"username": new_name("new"), "password": PASSWORD}, None),
    "POST /v1/auth/login": lambda: (None, MEMBER.credentials, None),
    "POST /v1/auth/login/second-factor": lambda: (None, fresh_with_second_factor().challenge(), None),
    "POST /v1/auth/refresh": lambda: (None, {"refreshToken": fresh().session["refreshToken"]}, None),
    "POST /v1/auth/logout": lambda: (None, {"refreshToken": fresh().session["refreshToken"]}, None),
    "POST /v1/auth/listen": lambda: (None, known_listener(), None),
    "POST /v1/auth/pairing/claim": lambda: (None, claim(os.urandom(32)), None),
    "POST /v1/auth/pairing/session": lambda: (None, claimed(), None),
    "POST /v1/auth/password": lambda: changing_password(fresh()),
    "POST /v1/auth/second-factor/enrol": lambda: (fresh(), {"password": PASSWORD}, None),
    "POST /v1/auth/second-factor/confirm": lambda: confirming(fresh()),
    "POST /v1/auth/second-factor/disable": lambda: with_code(fresh_with_second_factor()),
    "POST /v1/auth/second-factor/recovery-codes": lambda: with_code(fresh_with_second_factor()),
    "POST /v1/devices/revoke": lambda: revoking(fresh()),
    "POST /v1/wallet/purchase": lambda: (
        MEMBER, {"id": uuid7(), "pieces": [{"amount": usd(), "owner": next(POINTS)}]}, None),
    "POST /v1/transactions/send": lambda: (MEMBER, send_order(), None),
    "GET /v1/transactions/{id}": lambda: (MEMBER, None, sent()),
    "GET /v1/transactions/{id}/proof": lambda: (MEMBER, None, sent()),
    "POST /v1/tokens/redeem": lambda: (MEMBER, {"items": [encoded(os.urandom(40))]}, None),
    "POST /v1/tokens/certificates": lambda: (MEMBER, {"keys": [next(POINTS)]}, None),
    "POST /v1/tokens/status": lambda: (MEMBER, {"records": [encoded(os.urandom(32))]}, None),
    "POST /v1/requests": lambda: (MERCHANT, request_order(fresh()), None),
    "GET /v1/requests/{id}": lambda: (MERCHANT, None, money_request(fresh())),
    "POST /v1/requests/{id}/pay": lambda: (MEMBER, {"id": uuid7(), "amount": usd()}, money_request(MEMBER)),
    "POST /v1/requests/{id}/decline": lambda: asked(fresh()),
    "POST /v1/requests/{id}/cancel": lambda: (MERCHANT, {}, money_request(fresh())),
    "POST /v1/splits": lambda: (MERCHANT, split_order(), None),
    "GET /v1/splits/{id}": lambda: (MERCHANT, None, split()),
    "POST /v1/splits/{id}/cancel": lambda: (MERCHANT, {}, split()),
    "POST /v1/recurring": lambda: (MEMBER, standing_order(), None),
    "GET /v1/recurring/{id}": lambda: (MEMBER, None, standing()),
    "POST /v1/recurring/{id}/pause": lambda: (MEMBER, named(), standing()),
    "POST /v1/recurring/{id}/resume": lambda: (MEMBER, named(), paused()),
    "POST /v1/recurring/{id}/cancel": lambda: (MEMBER, {}, standing()),
    "POST /v1/contacts": lambda: (MEMBER, {**named(), **other(), "favourite": True}, None),
    "POST /v1/contacts/forget": lambda: (MEMBER, {**named(), **kept()}, None),
    "POST /v1/contacts/find": lambda: (MEMBER, other(), None),
    "POST /v1/contacts/block": lambda: (SUBJECT, {**named(), **other()}, None),
    "POST /v1/contacts/unblock": lambda: (SUBJECT, {**named(), **other()}, None),
    "POST /v1/quotes": lambda: (MEMBER, quote_order(), None),
    "POST /v1/conversions": lambda: (
        MEMBER, {"id": uuid7(), "quote": MEMBER.ask("/v1/quotes", quote_order())["quote"]}, None),
    "POST /v1/payouts": lambda: (MEMBER, payout_order(), None),
    "POST /v1/payouts/cancel": lambda: (
        MEMBER, {"id": uuid7(), "payout": MEMBER.ask("/v1/payouts", payout_order())["payout"]["id"]}, None),
    "POST /v1/merchant/webhook": lambda: (MERCHANT, webhook_order(), None),
    # The same password again changes nothing.
    "POST /v1/devices/app-passwords": lambda: (
        MEMBER, {"hash": encoded(hashlib.sha256(b"a program").digest()), "name": "program"}, None),
    "POST /v1/devices/listeners": lambda: (MEMBER, {"hash": listener()[1], "name": "notifications"}, None),
    "POST /v1/devices/pairings": lambda: (MEMBER, {"hash": pairing()[1]}, None),
    "GET /v1/devices/pairings": lambda: (paired(), None, None),
    "POST /v1/devices/pairings/decide": lambda: (paired(), {"hash": pairing()[1]}, None),
    # A hub without a tunnel says so; one with a tunnel gives the same key the same place.
    "POST /v1/devices/tunnel": lambda: (
        MEMBER, {"id": uuid7(), "key": encoded(hashlib.sha256(b"a device").digest())}, None),
    "POST /v1/files/spaces": lambda: (fresh(), {"id": uuid7(), "space": file_id(), "name": "shared"}, None),
    "POST /v1/files/spaces/members": lambda: (
        MEMBER, {**named(), "space": shared_once(), "username": MERCHANT.name, "role": "reader"}, None),
    "GET /v1/files/spaces/{space}/changes": lambda: (MEMBER, None, space()),
    "GET /v1/files/spaces/{space}/trash": lambda: (MEMBER, None, space()),
    "GET /v1/files/items/{item}": lambda: (MEMBER, None, linked()),
    "GET /v1/files/items/{item}/children": lambda: (MEMBER, None, space()),
    "GET /v1/files/items/{item}/versions": lambda: (MEMBER, None, linked()),
    "POST /v1/files/have": lambda: (MEMBER, {"contents": [EMPTY]}, None),
    "POST /v1/files/folder": lambda: (MEMBER, folder_order(), None),
    "POST /v1/files/link": lambda: (MEMBER, link_order(), None),
    "POST /v1/files/replace": lambda: (
        MEMBER, {**named(), "item": linked(), "base": EMPTY, "content": EMPTY}, None),
    "POST /v1/files/move": lambda: (MEMBER, {**named(), "item": linked(), **place()}, None),
    "POST /v1/files/copy": lambda: (MEMBER, {**named(), "item": linked(), "copy": file_id(), **place()}, None),
    "POST /v1/files/trash": lambda: (MEMBER, {**named(), "item": linked()}, None),
    "POST /v1/files/restore": lambda: (MEMBER, {**named(), "item": trashed()}, None),
    "GET /v1/files/links": lambda: (MEMBER, None, None),
    "POST /v1/files/links": lambda: (MEMBER, share_order(), None),
    "POST /v1/files/links/end": lambda: (MEMBER, {"id": uuid7(), "link": share_link()}, None),
    "POST /v1/files/batch": lambda: (MEMBER, {"orders": [{"folder": folder_order()}]}, None),
    "GET /v1/admin/accounts/{name}": lambda: (OPERATOR, None, SUBJECT.name),
    "POST /v1/admin/accounts/{name}/lock": lambda: (OPERATOR, {"id": uuid7(), "reason": "asked for"}, SUBJECT.name),
    "POST /v1/admin/accounts/{name}/unlock": lambda: (OPERATOR, named(), SUBJECT.name),
}
CALLS: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)
FITTING: collections.Counter = collections.Counter()


def fits(case) -> bool:
    return case.meta is not None and case.meta.generation.mode.is_positive


@schemathesis.hook
def before_call(context, case, kwargs):
    label, method, path = case.operation.label, case.method.upper(), case.operation.path
    who = None
    if case.operation.definition.raw.get("x-security"):
        who = caller(path, method)
    if fits(case) and label in PREPARED:
        FITTING[label] += 1
        if FITTING[label] < 3 or FITTING[label] % 10 == 0:
            prepared, body, braces = PREPARED[label]()
            who = prepared or who
            if body is not None:
                case.body, case.media_type = body, "application/json"
            if braces is not None:
                case.path_parameters = {name: braces for name in case.path_parameters}
    if who is not None:
        kwargs["auth"] = who
    if path == "/v1/events/poll":
        # Nothing happens to who polls here; waiting for it is tested elsewhere.
        query = dict(case.query or {})
        wait = str(query.get("wait", 50))
        if wait.isdecimal() and wait == str(int(wait)) and 0 <= int(wait) <= 50:
            case.query = {**query, "wait": 0}
    # A stream has no end: its beginning is looked at.
    kwargs.setdefault("timeout", 1 if path == "/v1/events" else 30)


@schemathesis.hook
def after_call(context, case, response):
    if case.method.upper() == case.operation.method.upper():
        CALLS[case.operation.label][response.status_code] += 1
    if response.status_code == 401 and case.operation.path.startswith(SPARED):
        # It logs in again before its next call.
        SPARE.session["accessExpires"] = 0


@atexit.register
def report():
    with open(os.environ["SATCHEL_API_REPORT"], "w") as file:
        json.dump(CALLS, file)
