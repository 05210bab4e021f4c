# SPDX-License-Identifier: MIT
"""Files of cards by others: zips by Python's zipfile and pyzipper, lists and links by its csv and urllib, passes signed
by OpenSSL through `cryptography`.

A line is a JSON object, and so is its answer; bytes are Base64. It listens nowhere, so it is ready on port 0.

    {"do": "read", "zip": …, "password": …}                     -> {"entries": [[name, bytes], …]} or {"refused": why}
    {"do": "write", "entries": …, "lock": "AES-128"…, "password": …, "method": 8} -> {"zip": …}
    {"do": "records", "list": …}                                -> {"records": [[field, …], …]}
    {"do": "write records", "records": …}                       -> {"list": …}
    {"do": "link", "link": …}                                   -> {"fields": {key: value, …}}
    {"do": "write link", "fields": …}                           -> {"link": …}
    {"do": "sign", "manifest": …, "name": …}                    -> {"signature": …}
"""
import base64
import csv
import datetime
import io
import json
import sys
import urllib.parse
import warnings
import zipfile
import zlib

import pyzipper
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import pkcs7

warnings.simplefilter("ignore")  # two files of one name are what some tests want


def plain(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


def coded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def read(order: dict) -> dict:
    try:
        with pyzipper.AESZipFile(io.BytesIO(plain(order["zip"]))) as archive:
            if order.get("password"):
                archive.setpassword(order["password"].encode())
            bad = archive.testzip()
            entries = [[info.filename, coded(archive.read(info))] for info in archive.infolist()]
            return {"refused": bad} if bad else {"entries": entries}
    except (RuntimeError, zipfile.BadZipFile, pyzipper.BadZipFile) as error:
        return {"refused": str(error)}


def with_old_cipher(zip_bytes: bytes, password: bytes) -> bytes:
    """Locks the one stored file of an archive with PKWARE's cipher, APPNOTE.TXT section 6.1; zipfile only reads it."""
    table = [zlib.crc32(bytes([value]), 0xFFFFFFFF) ^ 0xFFFFFFFF for value in range(256)]

    def step(value: int, byte: int) -> int:
        return value >> 8 ^ table[(value ^ byte) & 0xFF]

    keys = [0x12345678, 0x23456789, 0x34567890]

    def update(byte: int) -> None:
        keys[0] = step(keys[0], byte)
        keys[1] = (keys[1] + (keys[0] & 0xFF)) * 134775813 + 1 & 0xFFFFFFFF
        keys[2] = step(keys[2], keys[1] >> 24)

    for byte in password:
        update(byte)
    with zipfile.ZipFile(io.BytesIO(zip_bytes)) as archive:
        info = archive.infolist()[0]
        start = 30 + len(info.filename.encode())
        content = archive.read(info)
    locked = bytearray()
    for byte in bytes(11) + bytes([info.CRC >> 24]) + content:
        key = keys[2] | 2
        locked.append(byte ^ (key * (key ^ 1) >> 8 & 0xFF))
        update(byte)
    local, rest = bytearray(zip_bytes[:start]), bytearray(zip_bytes[start + len(content):])
    local[6] |= 1
    rest[8] |= 1
    local[18:22] = rest[20:24] = (len(content) + 12).to_bytes(4, "little")
    end = len(rest) - 22
    rest[end + 16:end + 20] = (start + len(locked)).to_bytes(4, "little")
    return bytes(local + locked + rest)


class Pipe(io.RawIOBase):
    """Takes bytes and cannot go back, so that a zip's sizes come behind its files."""

    def __init__(self) -> None:
        self.content = b""

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:
        self.content += bytes(data)
        return len(data)


def streamed(entries: list) -> bytes:
    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", compression=zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            with archive.open(name, "w", force_zip64=True) as file:
                file.write(plain(data))
    return pipe.content


def write(order: dict) -> dict:
    file = io.BytesIO()
    lock = order.get("lock", "")
    packing = order["method"]
    if lock == "streamed":
        return {"zip": coded(streamed(order["entries"]))}
    if lock.startswith("AES"):
        with pyzipper.AESZipFile(file, "w", compression=packing, encryption=pyzipper.WZ_AES) as archive:
            archive.setpassword(order["password"].encode())
            archive.setencryption(pyzipper.WZ_AES, nbits=int(lock[4:]))
            for name, data in order["entries"]:
                archive.writestr(name, plain(data))
    else:
        with zipfile.ZipFile(file, "w", compression=packing) as archive:
            for name, data in order["entries"]:
                archive.writestr(name, plain(data))
    if lock == "PKWARE":
        return {"zip": coded(with_old_cipher(file.getvalue(), order["password"].encode()))}
    return {"zip": coded(file.getvalue())}


def sign(order: dict) -> dict:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, order["name"])])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1)).sign(key, hashes.SHA256())
    )
    options = [pkcs7.PKCS7Options.DetachedSignature, pkcs7.PKCS7Options.Binary]
    builder = pkcs7.PKCS7SignatureBuilder().set_data(plain(order["manifest"]))
    builder = builder.add_signer(certificate, key, hashes.SHA256())
    return {"signature": coded(builder.sign(serialization.Encoding.DER, options))}


def records(order: dict) -> dict:
    text = plain(order["list"]).decode()
    return {"records": list(csv.reader(io.StringIO(text, newline=""), strict=True))}


def write_records(order: dict) -> dict:
    file = io.StringIO(newline="")
    csv.writer(file).writerows(order["records"])
    return {"list": coded(file.getvalue().encode())}


def link(order: dict) -> dict:
    fragment = urllib.parse.unquote(urllib.parse.urlsplit(order["link"]).fragment)
    return {"fields": dict(urllib.parse.parse_qsl(fragment, keep_blank_values=True, strict_parsing=True))}


def write_link(order: dict) -> dict:
    return {"link": "https://catima.app/share#" + urllib.parse.quote(urllib.parse.urlencode(order["fields"]), safe="")}


orders = {
    "read": read, "write": write, "records": records, "write records": write_records, "link": link,
    "write link": write_link, "sign": sign,
}
print("ready", 0, flush=True)
for line in sys.stdin:
    order = json.loads(line)
    print(json.dumps(orders[order["do"]](order)), flush=True)
