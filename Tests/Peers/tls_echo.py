# SPDX-License-Identifier: MIT
"""Echoes lines over TLS with a certificate that it has signed itself.

    tls_echo.py FOLDER

A line of input, whatever it says, is answered with the hash of the key's SubjectPublicKeyInfo, as curl pins it.
"""
import base64
import datetime
import hashlib
import os
import socketserver
import ssl
import sys
import threading

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from peer import announce

key = ec.generate_private_key(ec.SECP256R1())
name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
now = datetime.datetime.now(datetime.timezone.utc)
day = datetime.timedelta(days=1)
builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now - day, now + day)
certificate = builder.sign(key, hashes.SHA256())
path = os.path.join(sys.argv[1], "certificate.pem")
with open(path, "wb") as file:
    file.write(certificate.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    file.write(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain))
public = key.public_key().public_bytes(
    serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
)
pin = "sha256//" + base64.b64encode(hashlib.sha256(public).digest()).decode()

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(path)


class Echo(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        for line in self.rfile:
            self.wfile.write(line)


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def get_request(self):
        connection, address = super().get_request()
        return context.wrap_socket(connection, server_side=True), address

    def handle_error(self, *_):
        pass  # clients that do not trust us are what the test is about


server = Server(("127.0.0.1", 0), Echo)
announce(server.server_address[1], lambda line: print(pin, flush=True))
server.serve_forever()
