# SPDX-License-Identifier: MIT
"""A BaluHost server, version 1.38.0, as its clients see it: the routes that Satchel calls, with their known faults.

Written from observed answers; nothing of the server's own code is here. The faults that a client must live with:
a folder that does not exist is an empty list; deleting what is not there succeeds; moving what is not there is
forbidden; the last part of an upload's path counts as a file's name when it has a dot; an upload into a folder that
was never made by `folder` is refused, and makes the folder; an upload replaces what is there without a word; sessions
of chunks die with the server; each status from 500 on says `Internal server error`; dates have four forms; a camera's
settings belong to every user; `logout` ends all devices.

Lines on the input arrange what a test needs, and are each answered with one line:

    code                    a pairing code as in its picture
    expire                  access tokens that were given so far are over
    restart                 what lies in memory alone is forgotten: sessions of chunks
    limit PART COUNT        the next COUNT requests whose address holds PART are told to wait
    lose PART               the next request whose path holds PART is executed, and its answer breaks off
    reset PART              the same, but nothing of the answer is sent: a client may repeat the request by itself
    unsum PATH              the server no longer knows the checksum of a file
    write PATH TEXT         another client writes a file
    quota BYTES             bytes that may be stored
    requests                how many requests were answered so far
"""
import base64
import email.parser
import email.policy
import hashlib
import hmac
import http.server
import json
import os
import secrets
import shutil
import socket
import ssl
import struct
import sys
import threading
import time
import urllib.parse
import uuid
from datetime import datetime, timezone

from peer import announce

USERS = {"alice": "Seven-purple-kettles1", "bob": "Eight-purple-kettles1"}
SECOND_FACTOR = {"bob": "246810"}
ACCESS_SECONDS, REFRESH_DAYS, REGISTRATION_SECONDS = 900, 90, 300
HIDDEN = "Internal server error"


class Refused(Exception):
    def __init__(self, status: int, detail: object, headers: dict | None = None):
        super().__init__(detail)
        self.status, self.body, self.headers = status, {"detail": detail}, headers or {}
        if status >= 500:
            self.body = {"detail": HIDDEN}


class Lost(Exception):
    """The answer does not reach the client; the argument says whether its beginning does."""


def part(data: object) -> bytes:
    return base64.urlsafe_b64encode(json.dumps(data).encode()).rstrip(b"=")


class Server:
    def __init__(self, folder: str, chunk: int):
        self.folder, self.chunk = folder, chunk
        self.lock = threading.RLock()
        self.key = secrets.token_bytes(32)
        self.port = 0
        self.scheme = "http"
        self.owners: dict[str, str] = {}  # folders and files with a row of metadata
        self.sums: dict[str, str | None] = {}
        self.numbers: dict[str, int] = {}
        self.registrations: dict[str, list] = {}
        self.refresh: dict[str, bool] = {}
        self.devices: dict[str, dict] = {}
        self.cameras: dict[str, dict] = {}
        self.synced: dict[int, dict] = {}
        self.peers = 0
        self.sessions: dict[str, dict] = {}
        self.pending: dict[str, str] = {}
        self.born = 0.0
        self.quota = 5 << 30
        self.limits: list[list] = []
        self.losing: list[tuple[str, str]] = []
        self.requests = 0
        for name in ["Shared", *USERS]:
            os.makedirs(os.path.join(folder, name), exist_ok=True)
            self.owners[name] = name

    # Tokens

    def token(self, user: str, kind: str, seconds: int, **more: object) -> str:
        now = time.time()
        claims = {"sub": str(self.number(user)), "username": user, "role": "user", "type": kind, "iat": now}
        claims |= {"exp": now + seconds} | more
        text = part({"alg": "HS256", "typ": "JWT"}) + b"." + part(claims)
        mark = base64.urlsafe_b64encode(hmac.digest(self.key, text, "sha256")).rstrip(b"=")
        return (text + b"." + mark).decode()

    def claims(self, token: str, kind: str) -> dict | None:
        try:
            head, claims, mark = token.split(".")
            right = base64.urlsafe_b64encode(hmac.digest(self.key, f"{head}.{claims}".encode(), "sha256"))
            if right.rstrip(b"=") != mark.encode():
                return None
            found = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
        except (ValueError, TypeError):
            return None
        return found if found["type"] == kind and found["exp"] > time.time() else None

    def number(self, user: str) -> int:
        return list(USERS).index(user) + 2

    def user(self, headers: object) -> str:
        words = (headers["Authorization"] or "").split(" ")
        if len(words) != 2 or words[0] != "Bearer":
            raise Refused(401, "No authentication token provided", {"WWW-Authenticate": "Bearer"})
        claims = self.claims(words[1], "access")
        if not claims or claims["iat"] < self.born:
            raise Refused(401, "Could not validate credentials")
        return claims["username"]

    def account(self, user: str) -> dict:
        return {
            "username": user, "email": None, "id": self.number(user), "role": "user", "is_active": True,
            "smb_enabled": False, "created_at": "2026-11-20T13:10:45", "updated_at": None,
        }

    def granted(self, user: str) -> dict:
        token = self.token(user, "access", ACCESS_SECONDS)
        return {"access_token": token, "token_type": "bearer", "user": self.account(user)}

    def registration(self, user: str, name: str) -> dict:
        token = "reg_" + secrets.token_urlsafe(32)
        self.registrations[token] = [user, time.time() + REGISTRATION_SECONDS, False, name]
        end = datetime.fromtimestamp(time.time() + REGISTRATION_SECONDS, timezone.utc).isoformat()
        return {"token": token, "server": f"{self.scheme}://127.0.0.1:{self.port}", "expires_at": end}

    def pairing_code(self) -> str:
        return json.dumps(self.registration("alice", "iOS Device") | {"device_token_validity_days": 90})

    def authentication(self, route: str, body: dict, headers: object) -> dict:
        match route:
            case "login":
                user, password = needed(body, "username"), needed(body, "password")
                if USERS.get(user) != password:
                    raise Refused(401, "Invalid credentials")
                if user not in SECOND_FACTOR:
                    return self.granted(user)
                pending = self.token(user, "2fa_pending", 300)
                return {"requires_2fa": True, "pending_token": pending, "token_type": "2fa_pending"}
            case "verify-2fa":
                claims = self.claims(needed(body, "pending_token"), "2fa_pending")
                if not claims:
                    raise Refused(401, "Invalid or expired 2FA token")
                if SECOND_FACTOR[claims["username"]] != needed(body, "code"):
                    raise Refused(401, "Invalid 2FA code")
                return self.granted(claims["username"])
            case "refresh":
                claims = self.claims(needed(body, "refresh_token"), "refresh")
                if not claims:
                    raise Refused(401, "Invalid refresh token")
                if not self.refresh.get(claims["jti"]):
                    raise Refused(401, "Refresh token has been revoked")
                return self.granted(claims["username"])
            case "logout":
                self.user(headers)
                self.refresh = dict.fromkeys(self.refresh, False)
                return {"message": "Logged out"}
            case "me":
                return self.account(self.user(headers))
        raise Refused(404, "Not Found")

    # Devices

    def mobile(self, verb: str, parts: list[str], query: dict, body: dict, headers: object) -> object:
        if parts == ["register"]:
            return self.register(body)
        user = self.user(headers)
        match verb, parts:
            case "POST", ["token", "generate"]:
                if not 30 <= int(query.get("token_validity_days", "90")) <= 180:
                    raise Refused(400, "token_validity_days must be between 30 and 180")
                made = self.registration(user, query.get("device_name", "iOS Device"))
                return {
                    "token": made["token"], "server_url": made["server"], "expires_at": made["expires_at"],
                    "qr_code": "", "vpn_config": None, "device_token_validity_days": 90, "vpn_fallback": False,
                }
            case "GET", ["devices"]:
                return [device for device in self.devices.values() if device["username"] == user]
            case "DELETE", ["devices", device]:
                if device not in self.devices:
                    raise Refused(404, "Device not found")
                if self.devices[device]["username"] != user:
                    raise Refused(403, "Not authorized")
                del self.devices[device]  # its refresh token lives on
                return None
            case "GET" | "PUT", ["camera", "settings", device]:
                if device not in self.cameras:
                    raise Refused(404, "Device not found")
                if verb == "PUT":  # whatever is missing falls back, and no quality is refused
                    self.cameras[device] = CAMERA | {key: body[key] for key in CAMERA if key in body}
                return self.cameras[device]
            case "GET" | "POST", ["sync", "folders", device]:
                if verb == "GET":
                    return [folder for folder in self.synced.values() if folder["device_id"] == device]
                number = len(self.synced) + 1
                self.synced[number] = {
                    "id": number, "device_id": device, "local_path": needed(body, "local_path"),
                    "remote_path": needed(body, "remote_path"), "sync_type": body.get("sync_type", "bidirectional"),
                    "auto_sync": body.get("auto_sync", True), "last_sync": None, "status": "idle",
                    "created_at": "2026-11-20T13:11:36.156250",
                }
                return self.synced[number]
        raise Refused(404, "Not Found")

    def register(self, body: dict) -> dict:
        token = needed(body, "token")
        info = body.get("deviceInfo", body.get("device_info"))
        if not isinstance(info, dict):
            raise missing("deviceInfo")
        for key in ["deviceName", "deviceType", "deviceModel", "osVersion", "appVersion"]:
            needed(info, key, "deviceInfo")
        found = self.registrations.get(token)
        if not found:
            raise Refused(401, "Invalid registration token")
        if found[2]:
            raise Refused(401, "Registration token already used")
        if found[1] < time.time():
            raise Refused(401, "Registration token expired")
        found[2] = True
        user, device, jti = found[0], str(uuid.uuid4()), secrets.token_hex(8)
        days = min(180, max(30, int(body.get("tokenValidityDays") or REFRESH_DAYS)))
        self.refresh[jti] = True
        self.cameras[device] = dict(CAMERA)
        self.devices[device] = {
            "id": device, "user_id": self.number(user), "username": user, "device_name": found[3],
            "device_type": info["deviceType"], "device_model": info["deviceModel"], "is_active": True,
            "last_seen": "2026-11-20T13:11:36.171Z", "created_at": "2026-11-20T13:11:36.156250",
        }
        return self.granted(user) | {
            "refresh_token": self.token(user, "refresh", days * 86_400, jti=jti), "device": self.devices[device],
        }

    # Files

    def place(self, path: str, user: str) -> str:
        parts = path.split("/")
        if ".." in parts:
            raise Refused(400, "Invalid path")
        if parts[0] not in [user, "Shared"]:
            raise Refused(403, "Access denied")
        return os.path.join(self.folder, *parts)

    def listing(self, path: str, user: str) -> dict:
        path = path.strip("/")
        if path == "":
            names = [name for name in ["Shared", user] if os.path.isdir(os.path.join(self.folder, name))]
            return {"files": [self.item(name, user) for name in names]}
        place = self.place(path, user)
        if not os.path.isdir(place):
            return {"files": []}
        self.owners.setdefault(path, user)
        return {"files": [self.item(f"{path}/{name}", user) for name in os.listdir(place)]}

    def item(self, path: str, user: str) -> dict:
        place = os.path.join(self.folder, path)
        status, folder = os.stat(place), os.path.isdir(place)
        number = self.numbers.setdefault(path, len(self.numbers) + 1)
        moment = datetime.fromtimestamp(status.st_mtime, timezone.utc)
        form = [moment.isoformat(), moment.isoformat().replace("+00:00", "Z"),
                moment.strftime("%Y-%m-%dT%H:%M:%S"), moment.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"][number % 4]
        if not folder and path not in self.sums:
            with open(place, "rb") as file:
                self.sums[path] = hashlib.file_digest(file, "sha256").hexdigest()
        return {
            "name": os.path.basename(path), "path": path, "type": "directory" if folder else "file",
            "size": weight(place) if folder else status.st_size, "modified_at": form,
            "owner_id": str(self.number(user)), "owner_name": user, "mime_type": None, "file_id": number,
            "checksum": None if folder else self.sums[path], "sync_info": None,
            "can_read": True, "can_write": True, "can_delete": True,
        }

    def keep(self, folder: str, name: str, data: bytes, user: str) -> str:
        """Puts a file into a folder; the row of the folder's metadata decides, not the folder."""
        last = folder.rsplit("/", 1)[-1]
        if "." in last:  # a file's whole path
            folder, name = folder.rpartition("/")[0], last
        place = self.place(folder, user)
        known = folder in self.owners
        os.makedirs(place, exist_ok=True)
        if not known:
            raise Refused(403, "Operation not permitted")
        if weight(self.folder) + len(data) > self.quota:
            raise Refused(507, "Quota exceeded")
        with open(os.path.join(place, name), "wb") as file:
            file.write(data)
        path = f"{folder}/{name}"
        self.owners[path], self.sums[path] = user, hashlib.sha256(data).hexdigest()
        return path

    def forget(self, path: str) -> None:
        for rows in (self.owners, self.sums, self.numbers):
            for key in [key for key in rows if key == path or key.startswith(path + "/")]:
                del rows[key]

    def make(self, path: str, user: str) -> dict:
        place = self.place(path, user)
        if os.path.exists(place):
            raise Refused(400, "Folder already exists")
        os.makedirs(place)
        self.owners[path] = user
        return {"message": "Folder created"}

    def move(self, source: str, target: str, user: str) -> dict:
        old, new = self.place(source, user), self.place(target, user)
        if not os.path.exists(old) or source == user:
            raise Refused(403, "Operation not permitted")
        if os.path.isdir(new):
            new, target = os.path.join(new, os.path.basename(old)), f"{target}/{os.path.basename(old)}"
        if not os.path.isdir(os.path.dirname(new)) or os.path.isdir(new):
            raise Refused(400, "Invalid target")
        self.forget(target)
        os.replace(old, new)
        for rows in (self.owners, self.sums, self.numbers):
            for key in [key for key in rows if key == source or key.startswith(source + "/")]:
                rows[target + key[len(source):]] = rows.pop(key)
        return {"message": "Moved"}

    def delete(self, path: str, user: str) -> dict:
        place = self.place(path, user)
        if path in [user, "Shared"]:
            raise Refused(403, "Operation not permitted")
        if os.path.isdir(place):
            shutil.rmtree(place)
        elif os.path.exists(place):
            os.unlink(place)
        self.forget(path)
        return {"message": "Deleted"}

    def upload(self, body: bytes, headers: object, query: dict, user: str) -> dict:
        head = f"Content-Type: {headers['Content-Type']}\r\n\r\n".encode()
        form = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + body)
        path, files = query.get("path", ""), []
        for field in form.iter_parts():
            name = field.get_param("name", header="Content-Disposition")
            if name == "path":
                path = field.get_payload(decode=True).decode()
            elif name in ["file", "files"]:
                files.append((field.get_filename(), field.get_payload(decode=True)))
        if not files:
            return {"message": "Files uploaded", "uploaded": 0, "upload_ids": []}
        for name, data in files:
            self.keep(path, name, data, user)
        return {"message": "Files uploaded", "uploaded": len(files), "upload_ids": [secrets.token_hex(8)]}

    def chunked(self, parts: list[str], query: dict, body: bytes, user: str) -> dict:
        if parts == ["init"]:
            asked = json.loads(body)
            name, size, folder = needed(asked, "filename"), needed(asked, "total_size"), needed(asked, "target_path")
            self.place(folder, user)
            session = str(uuid.uuid4())
            self.sessions[session] = {"name": name, "size": size, "folder": folder, "bytes": b"", "next": 0}
            return {"upload_id": session, "chunk_size": self.chunk}
        session = self.sessions.get(parts[0])
        if not session:
            raise Refused(404, "Upload session not found")
        if parts[1:] == ["chunk"]:
            if int(query.get("chunk_index", "-1")) != session["next"]:
                raise Refused(400, "Unexpected chunk index")
            session["next"] += 1
            session["bytes"] += body
            return {"received_bytes": len(session["bytes"])}
        if parts[1:] == ["complete"]:
            if len(session["bytes"]) != session["size"]:
                raise Refused(400, "Size mismatch")
            path = self.keep(session["folder"], session["name"], session["bytes"], user)
            del self.sessions[parts[0]]
            return {"path": path, "size": session["size"]}
        raise Refused(404, "Not Found")

    def files(self, verb: str, parts: list[str], query: dict, body: bytes, headers: object) -> object:
        user = self.user(headers)
        match verb, parts:
            case "GET", ["list"]:
                return self.listing(query.get("path", ""), user)
            case "POST", ["upload"]:
                return self.upload(body, headers, query, user)
            case "POST", ["upload", "chunked", *rest]:
                return self.chunked(rest, query, body, user)
            case "GET", ["storage", "available"]:
                used = weight(self.folder)
                return {"available_bytes": self.quota - used, "used_bytes": used, "quota_bytes": self.quota}
            case ("DELETE" | "POST"), ["delete"]:
                return self.delete(needed(decoded(body), "path"), user)
            case "DELETE", [*rest] if rest:
                return self.delete("/".join(rest), user)
        asked = decoded(body)
        match verb, parts:
            case "POST", ["folder"]:
                return self.make(f"{asked.get('path') or ''}/{needed(asked, 'name')}".strip("/"), user)
            case "POST", ["mkdir"]:
                return self.make(needed(asked, "path"), user)
            case "PUT", ["move"]:
                return self.move(needed(asked, "source_path"), needed(asked, "target_path"), user)
            case "PUT", ["rename"]:
                old = needed(asked, "old_path")
                return self.move(old, f"{old.rpartition('/')[0]}/{needed(asked, 'new_name')}", user)
            case "POST", ["check-exists"]:
                there = {item["name"]: item for item in self.listing(needed(asked, "target_path"), user)["files"]}
                return {"duplicates": [
                    {"filename": name, "size_bytes": there[name]["size"], "modified_at": there[name]["modified_at"],
                     "checksum": there[name]["checksum"]} for name in needed(asked, "filenames") if name in there]}
        raise Refused(405, "Method Not Allowed")

    def vpn(self, body: dict, user: str) -> dict:
        name, host = needed(body, "device_name"), needed(body, "server_public_endpoint")
        host = host.split("://")[-1].split(":")[0]
        self.peers += 1
        own, server, shared = (base64.b64encode(secrets.token_bytes(32)).decode() for _ in range(3))
        text = (f"[Interface]\nPrivateKey = {own}\nAddress = 10.8.0.{self.peers + 1}/32\nDNS = 1.1.1.1\n\n[Peer]\n"
                f"PublicKey = {server}\nPresharedKey = {shared}\nEndpoint = {host}:51820\n"
                "AllowedIPs = 10.8.0.0/24, 192.168.178.0/24\nPersistentKeepalive = 25\n")
        return {
            "client_id": self.peers, "device_name": name, "assigned_ip": f"10.8.0.{self.peers + 1}",
            "client_public_key": base64.b64encode(secrets.token_bytes(32)).decode(), "server_public_key": server,
            "server_endpoint": f"{host}:51820", "config_content": text,
            "config_base64": base64.b64encode(text.encode()).decode(),
        }

    def answer(self, verb: str, path: str, query: dict, body: bytes, headers: object) -> object:
        match [part for part in path.split("/") if part]:
            case ["api", "health"]:
                return {"status": "ok", "version": "1.38.0", "api_version": "1", "min_api_version": "1"}
            case ["api", "auth", route]:
                return self.authentication(route, decoded(body), headers)
            case ["api", "mobile", *rest]:
                return self.mobile(verb, rest, query, decoded(body), headers)
            case ["api", "vpn", "generate-config"]:
                return self.vpn(decoded(body), self.user(headers))
            case ["api", "files", *rest]:
                return self.files(verb, rest, query, body, headers)
        raise Refused(404, "Not Found")

    # What tests arrange

    def arrange(self, line: str) -> str:
        words = line.split()
        with self.lock:
            match words:
                case ["code"]:
                    return self.pairing_code()
                case ["expire"]:
                    self.born = time.time()
                case ["restart"]:
                    self.sessions = {}
                case ["limit", part, count]:
                    self.limits.append([part, int(count)])
                case ["lose" | "reset" as how, part]:
                    self.losing.append((part, how))
                case ["unsum", path]:
                    self.sums[path] = None
                case ["write", path, text]:
                    self.keep(path.rpartition("/")[0], path.rpartition("/")[2], text.encode(), path.split("/")[0])
                case ["quota", count]:
                    self.quota = int(count)
                case ["requests"]:
                    return str(self.requests)
                case _:
                    return "unknown"
        return "done"


CAMERA = {
    "enabled": True, "quality": "original", "wifi_only": True, "delete_after_upload": False, "video_backup": True,
    "max_video_size_mb": 500,
}


def missing(key: str, *above: str) -> Refused:
    error = {"type": "missing", "loc": ["body", *above, key], "msg": "Field required", "input": "{}"}
    return Refused(422, [error])


def needed(body: dict, key: str, *above: str) -> object:
    if key not in body:
        raise missing(key, *above)
    return body[key]


def decoded(body: bytes) -> dict:
    try:
        found = json.loads(body or b"{}")
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise missing("body")
    return found


def weight(place: str) -> int:
    return sum(os.path.getsize(os.path.join(folder, name)) for folder, _, names in os.walk(place) for name in names)


def handler(server: Server) -> type:
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def log_message(self, *_: object) -> None:
            pass

        def handle(self) -> None:
            try:
                super().handle()
            except OSError:  # The client does not trust the certificate, or was killed.
                pass

        def reply(self, status: int, body: bytes, fields: dict) -> None:
            self.send_response(status)
            for name, value in ({"X-API-Version": "1", "X-API-Min-Version": "1"} | fields).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def download(self, path: str) -> None:
            with server.lock:
                place = server.place(path, server.user(self.headers))
                if not os.path.isfile(place):
                    raise Refused(404, "File not found")
                with open(place, "rb") as file:
                    data = file.read()
            name = urllib.parse.quote(os.path.basename(path))
            fields = {
                "Content-Type": "application/octet-stream", "Accept-Ranges": "bytes",
                "ETag": f'"{hashlib.md5(path.encode()).hexdigest()}"',
                "Content-Disposition": f"attachment; filename*=utf-8''{name}",
            }
            asked = (self.headers["Range"] or "").removeprefix("bytes=").split("-")
            if len(asked) != 2:
                return self.reply(200, data, fields)
            first, last = int(asked[0]), min(int(asked[1] or len(data) - 1), len(data) - 1)
            if first > last:
                return self.reply(416, b"", fields | {"Content-Range": f"bytes */{len(data)}"})
            fields["Content-Range"] = f"bytes {first}-{last}/{len(data)}"
            self.reply(206, data[first:last + 1], fields)

        def run(self) -> None:
            address = urllib.parse.urlsplit(self.path)
            path = urllib.parse.unquote(address.path)
            query = dict(urllib.parse.parse_qsl(address.query))
            body = self.rfile.read(int(self.headers["Content-Length"] or 0))
            fields = {"Content-Type": "application/json"}
            try:
                with server.lock:
                    server.requests += 1
                    for limit in server.limits:
                        if limit[0] in self.path and limit[1] > 0:
                            limit[1] -= 1
                            late = {"error": "Too Many Requests", "retry_after": 60}
                            late["detail"] = "Rate limit exceeded. Please try again later."
                            return self.reply(429, json.dumps(late).encode(), fields | {"Retry-After": "60"})
                if self.command == "GET" and path.startswith("/api/files/download/"):
                    return self.download(path.removeprefix("/api/files/download/"))
                with server.lock:
                    found = server.answer(self.command, path, query, body, self.headers)
                    for loss in server.losing:
                        if loss[0] in path:
                            server.losing.remove(loss)
                            raise Lost(loss[1] == "lose")
                if found is None:
                    return self.reply(204, b"", {})
                self.reply(200, json.dumps(found).encode(), fields)
            except Refused as refused:
                self.reply(refused.status, json.dumps(refused.body).encode(), fields | refused.headers)
            except Lost as lost:
                if lost.args[0]:
                    self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
                else:
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.close_connection = True
            except Exception as error:
                print(f"baluhost.py: {type(error).__name__}: {error}", file=sys.stderr)
                self.reply(500, json.dumps({"detail": HIDDEN}).encode(), fields)

        do_GET = do_POST = do_PUT = do_DELETE = run

        def do_HEAD(self) -> None:
            self.send_response(405)
            self.send_header("Content-Length", "0")
            self.end_headers()

    return Handler


def main() -> None:
    server = Server(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 32 << 20)
    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler(server))
    server.port = web.server_address[1]
    if len(sys.argv) > 4:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[3], sys.argv[4])
        # The handshake takes place in the thread of the connection.
        web.socket = context.wrap_socket(web.socket, server_side=True, do_handshake_on_connect=False)
        server.scheme = "https"
    announce(server.port, lambda line: print(server.arrange(line), flush=True))
    web.serve_forever()


if __name__ == "__main__":
    main()
