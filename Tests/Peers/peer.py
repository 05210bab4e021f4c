# SPDX-License-Identifier: MIT
"""What every peer of the tests has in common: JSON over HTTP on a port of the system's choice, and an end in time."""
import base64
import http.server
import json
import os
import queue
import re
import sys
import threading
from collections.abc import Callable
from decimal import Decimal


class Refusal(Exception):
    """An error that the caller of a method is meant to see."""

    def __init__(self, code: int, message: str, data: object = None):
        super().__init__(message)
        self.error = {"code": code, "message": message} | ({} if data is None else {"data": data})


def announce(port: int, take: Callable[[str], object] = len) -> None:
    """Tells the parent where to connect, and ends this process when the parent closes our input or dies."""

    def read() -> None:
        for line in sys.stdin:
            take(line)
        os._exit(0)

    print("ready", port, flush=True)
    threading.Thread(target=read, daemon=True).start()


def encoded(value: object) -> bytes:
    """JSON, with each Decimal as a number of eight decimals, the way Bitcoin Core writes amounts."""
    text = json.dumps(value, default=lambda number: f"@{number:.8f}")
    return re.sub(r'"@(-?\d+\.\d{8})"', r"\1", text).encode()


def coins(satoshis: int) -> Decimal:
    return Decimal(satoshis) / 100_000_000


def serve(
    call: Callable[[str, list], object],
    get: Callable[[str, bytes], tuple[int, bytes, str]] | None = None,
    password: str | None = None,
    version: str | None = "2.0",
) -> None:
    """Answers JSON-RPC, and other paths by `get`, one after another on the calling thread, until the input closes."""
    work: queue.Queue[tuple[Callable[[], object], queue.Queue]] = queue.Queue()

    def answer(request: dict) -> dict:
        reply: dict = {"jsonrpc": version} if version else {"error": None, "result": None}
        reply["id"] = request.get("id")
        try:
            reply["result"] = call(request["method"], request.get("params", []))
        except Refusal as refusal:
            reply["error"] = refusal.error
        except Exception as error:
            reply["error"] = {"code": -32603, "message": f"{type(error).__name__}: {error}"}
        return reply

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # otherwise 21 requests a second, with it 534

        def log_message(self, *_: object) -> None:
            pass

        def reply(self, status: int, body: bytes, kind: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def run(self, job: Callable[[], tuple[int, bytes, str]]) -> None:
            done: queue.Queue = queue.Queue()
            work.put((job, done))
            self.reply(*done.get())

        def rpc(self, body: bytes) -> tuple[int, bytes, str]:
            requests = json.loads(body)
            many = isinstance(requests, list)
            replies = [answer(request) for request in requests] if many else answer(requests)
            # Bitcoin Core answers an error with status 500.
            failed = version is None and not many and replies["error"] is not None
            return 500 if failed else 200, encoded(replies), "application/json"

        def do_GET(self) -> None:
            self.run(lambda: get(self.path, b"") if get else (404, b"Not found", "text/plain"))

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if get and self.path != "/":
                return self.run(lambda: get(self.path, body))
            expected = None if password is None else "Basic " + base64.b64encode(password.encode()).decode()
            if expected is not None and self.headers["Authorization"] != expected:
                return self.reply(401, b"", "text/plain")
            self.run(lambda: self.rpc(body))

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    announce(server.server_address[1])
    while True:
        job, done = work.get()
        try:
            done.put(job())
        except Exception as error:
            done.put((500, f"{type(error).__name__}: {error}".encode(), "text/plain"))
