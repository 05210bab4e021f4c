# SPDX-License-Identifier: MIT
"""A hub and apps of several persons on this machine, each with folders of its own, started and stopped by a scenario."""
import base64
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

from screen import TIMEOUT, Screen
from words import Words

PASSPHRASE = "green lamp paper river"
PASSWORD = "four words are enough"
# How the app looks and which language it speaks in this run, such as `dark-de`.
LOOK, LANGUAGE = os.environ.get("SATCHEL_SCENARIO_LOOK", "light-en").split("-")


def programs():
    """Where the programs are, and where pictures go, as the command line says it."""
    if len(sys.argv) < 2:
        sys.exit(f"usage: {sys.argv[0]} BUILD [PICTURES]")
    pictures = sys.argv[2] if len(sys.argv) > 2 else None
    if pictures:
        os.makedirs(pictures, exist_ok=True)
    return pathlib.Path(sys.argv[1]).resolve(), pictures


# What GTK 4.8 says of its own timer, and of a widget that it draws once before its first layout; it puts both right by itself.
HARMLESS = ("unexpected blinking selection", "without a current allocation")


def complaints(text):
    """The lines in which a library warns of something that it does not put right by itself."""
    return [line for line in text.splitlines()
            if re.search("-(WARNING|CRITICAL)", line) and not any(known in line for known in HARMLESS)]


def networkless():
    """Goes on in a network of its own that has loopback alone, where the system lets us; answers whether it is so."""
    if os.environ.get("SATCHEL_SCENARIO_ALONE"):
        return True
    alone = ["unshare", "--net", *([] if os.geteuid() == 0 else ["--map-root-user"]), "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    if subprocess.run([*alone, "true"], capture_output=True, check=False).returncode != 0:
        return False
    os.environ["SATCHEL_SCENARIO_ALONE"] = "1"
    sys.stdout.flush()
    os.execvp(alone[0], [*alone, sys.executable, *sys.argv])


class Place:
    """A folder with everything that a scenario starts; all of it goes at the end."""

    def __init__(self):
        self.build, self.pictures = programs()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="satchel-app-"))
        self.running = []

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind and self.pictures:
            subprocess.run(["import", "-window", "root", f"{self.pictures}/failure.png"], check=False)
        for process in self.running:
            process.terminate()
        for process in self.running:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
        said = [path.read_text(errors="replace") for path in self.folder.glob("*.log")]
        shutil.rmtree(self.folder)
        # A warning or a critical of any library is a fault of ours.
        found = [line for text in said for line in complaints(text)]
        if not kind and found:
            sys.exit("the app printed complaints:\n" + "\n".join(found))
        if kind:
            print("\n".join(said))

    def start(self, name, *words, **variables):
        log = open(self.folder / f"{name}.log", "ab")
        process = subprocess.Popen(
            [str(word) for word in words], stdout=log, stderr=log, stdin=subprocess.DEVNULL,
            env={**os.environ, **variables})
        self.running.append(process)
        return process

    def stop(self, process):
        process.terminate()
        process.wait(TIMEOUT)
        self.running.remove(process)

    def person(self, name):
        return Person(self, name)


class Chain:
    """A chain of Tests/Peers on this machine, in a folder of its own; it ends with its input."""

    def __init__(self, place, program):
        root = pathlib.Path(__file__).resolve().parents[2]
        python = os.environ.get("SATCHEL_PYTHON", str(root / ".build/python/bin/python3"))
        folder = place.folder / program
        folder.mkdir()
        self.process = subprocess.Popen(
            [python, str(root / "Tests/Peers" / program), str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=open(folder / "complaints", "wb"), text=True)
        place.running.append(self.process)
        ready = self.process.stdout.readline().split()
        assert ready[:1] == ["ready"], (folder / "complaints").read_text()
        self.url = f"http://127.0.0.1:{ready[1]}/"

    def ask(self, method, *parameters):
        """What the node answers to one call. JSON-RPC 2.0"""
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}).encode()
        request = urllib.request.Request(
            self.url, body,
            {"Content-Type": "application/json", "Authorization": "Basic " + base64.b64encode(b"peer:peer").decode()})
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=TIMEOUT) as answer:
            said = json.load(answer)
        assert said.get("error") is None, said["error"]
        return said["result"]


class Person:
    """Somebody with a wallet of their own."""

    def __init__(self, place, name):
        self.place = place
        self.name = name
        self.folder = place.folder / name
        self.folder.mkdir(mode=0o700)
        self.process = None
        self.words = Words(LANGUAGE)
        self.prefer(LOOK, LANGUAGE, 100)

    def open(self, *words, size="390x844", through=(), **variables):
        """Starts the app, perhaps through another program, and answers what is on its screen."""
        for _ in range(3):
            self.process = self.place.start(
                self.name, *through, self.place.build / "satchel-app", "--wallet", self.folder / "wallet", "--window", size,
                *words, HOME=str(self.folder), XDG_STATE_HOME=str(self.folder / "state"),
                XDG_CONFIG_HOME=str(self.folder / "config"), XDG_RUNTIME_DIR=os.environ.get("XDG_RUNTIME_DIR", "/tmp"), **variables)
            time.sleep(0.5)  # the bus takes an app for empty that is asked before its window is there
            screen = Screen(self.process.pid, self.place.pictures, size, self.words)
            try:
                screen.root()
                return screen
            except AssertionError:  # the registry missed it, which happens on a busy machine
                assert self.process.poll() is None, f"the app of {self.name} ended by itself"
                self.close()
        raise AssertionError("the app is not on the accessibility bus")

    def follow(self, link):
        """Opens a link as the desktop would: by a second start, which hands it over and ends."""
        done = subprocess.run(
            [self.place.build / "satchel-app", "--wallet", self.folder / "wallet", link],
            env={**os.environ, "HOME": str(self.folder)}, timeout=TIMEOUT, check=False)
        assert done.returncode == 0 and self.process.poll() is None, f"{link} was not handed over"

    def close(self):
        self.place.stop(self.process)

    def make_wallet(self, *words, through=()):
        """Opens the app and makes a wallet that has no hub."""
        screen = self.open(*words, through=through)
        screen.press("Create a wallet")
        screen.type("Passphrase", PASSPHRASE, "password text")
        screen.type("Repeat passphrase", PASSPHRASE, "password text")
        screen.press("Continue")
        screen.press("Later")
        screen.find("page tab", "Wallet")
        return screen

    def enter(self, hub):
        """Makes a wallet with an account at the hub, on the command line, where it is not what a scenario is about."""
        password = self.folder / "password"
        password.write_text(PASSWORD + "\n")
        password.chmod(0o600)
        self.command("init")
        self.command("join", hub.link)
        self.command("register", self.name, "--password-file", password)

    def unlock(self, *words, size="390x844", **variables):
        """Opens the app on a wallet that is there, with its passphrase."""
        screen = self.open(*words, size=size, **variables)
        screen.type("Passphrase", PASSPHRASE, "password text")
        screen.press("Unlock")
        screen.find("page tab", "Wallet")
        return screen

    def command(self, *words):
        """What `satchel` says about the same wallet; the app must be closed or locked."""
        secret = self.folder / "passphrase"
        secret.write_text(PASSPHRASE + "\n")
        secret.chmod(0o600)
        done = subprocess.run(
            [str(self.place.build / "satchel"), "--wallet", str(self.folder / "wallet"), "--passphrase-file", str(secret),
             *map(str, words)], capture_output=True, text=True, check=False,
            env={**os.environ, "HOME": str(self.folder), "XDG_STATE_HOME": str(self.folder / "state"),
                 "XDG_CONFIG_HOME": str(self.folder / "config")})
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def prefer(self, appearance, language, text_percent):
        """Writes the choices that the app keeps, as its settings would."""
        folder = self.folder / "config" / "satchel"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "app.json").write_text(
            json.dumps({"appearance": appearance, "language": language, "textPercent": text_percent}))


class Hub:
    """A hub on a free port of loopback."""

    def __init__(self, place):
        self.place = place
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = place.folder / "hub"
        secret = place.folder / "hub.passphrase"
        secret.write_text("the root key of the hub\n")
        secret.chmod(0o600)
        self.run("init", "--directory", self.folder, "--currency", "USD", "--url", self.url, "--passphrase-file", secret)
        self.process = None
        self.serve()
        self.link = self.link_at(self.url)

    def link_at(self, url, *words):
        """The link by which people join it at an address."""
        return self.run("link", "--directory", self.folder, "--url", url, *words).strip()

    def run(self, *words):
        done = subprocess.run(
            [str(self.place.build / "satchel-hub"), *map(str, words)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def serve(self, *words):
        self.process = self.place.start(
            "hub", self.place.build / "satchel-hub", "serve", "--directory", self.folder, "--port", self.port, *words)
        wait_for(self.port)

    def stop(self):
        self.place.stop(self.process)

    def top_up(self, account, amount):
        self.run("topup", "--yes", account, amount, "--directory", self.folder)


class FileService:
    """The file service of a hub, which begins again with it at the address that it names."""

    def __init__(self, place, hub):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        hub.stop()
        with open(hub.folder / "hub.toml", "a") as settings:
            settings.write(f'\n[files]\nurl = "http://127.0.0.1:{port}"\n')
        hub.serve("--files-socket", place.folder / "files.sock")
        (place.folder / "contents").mkdir()
        place.start(
            "files", place.build / "satchel-files", "serve", "--directory", place.folder / "contents",
            "--hub-socket", place.folder / "files.sock", "--port", port)
        wait_for(port)


def wait_for(port):
    """Waits until something answers at a port of loopback."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("the server does not answer")
