#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""While the app is closed a program that can only listen tells the desktop of money: without amounts until they are chosen, in
the app's language, also of what came while the program was stopped, and not while the app tells it itself."""
import json
import pathlib
import signal
import time

import pyatspi
from gi.repository import Gio

from persons import LANGUAGE, Hub, Place
from words import Words

HERE = pathlib.Path(__file__).resolve().parent
DESKTOP = "org.freedesktop.Notifications"
TIMEOUT = 60  # seconds


def wait_for(holds, otherwise):
    end = time.monotonic() + TIMEOUT
    while not holds():
        assert time.monotonic() < end, otherwise
        time.sleep(0.1)


def app_listens():
    """Whether the app says on the bus that it hears the events itself."""
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    daemon = "org.freedesktop.DBus"
    names = bus.call_sync(daemon, "/org/freedesktop/DBus", daemon, "ListNames", None, None, Gio.DBusCallFlags.NONE, -1, None)
    return any(name.startswith("org.satchel.Satchel") and name.endswith(".Listening") for name in names.unpack()[0])


def main():
    with Place() as place:
        hub = Hub(place)
        alice, bob = place.person("alice"), place.person("bob")
        for person in (alice, bob):
            person.enter(hub)
        hub.top_up("bob", "900")
        told = place.folder / "desktop.told"
        place.start("desktop", "/usr/bin/python3", HERE / "desktop.py", DESKTOP, told)
        wait_for(told.exists, "the desktop does not begin")
        alice.command("notify", "on", "--json")

        def notices():
            """The title and the body of each, and the number that it replaces."""
            calls = [json.loads(line) for line in told.read_text(encoding="utf-8").splitlines()]
            return [(call[4], call[5], call[2]) for call in calls if call[0] == "Notify"]

        def listen(name):
            """The program as its unit starts it, once it listens."""
            process = place.start(
                name, place.build / "satchel", "--wallet", alice.folder / "wallet", "notify", "run",
                HOME=str(alice.folder), XDG_CONFIG_HOME=str(alice.folder / "config"),
                XDG_STATE_HOME=str(alice.folder / "state"))
            log = place.folder / f"{name}.log"
            wait_for(lambda: "Waiting for events" in log.read_text(), "it does not listen")
            return process

        words = Words(LANGUAGE)
        one = words.names("You have received money.")
        notifier = listen("notifier")
        bob.command("send", "--yes", "alice", "1.25")
        wait_for(lambda: len(notices()) == 1, "nothing was told")
        title, body, replaced = notices()[0]
        assert title in one and body == "" and replaced == 0, notices()
        bob.command("send", "--yes", "alice", "2.00")
        wait_for(lambda: len(notices()) == 2, "the second payment was not told")
        title, body, replaced = notices()[1]
        assert title in words.names("You have received 2 payments.") and body == "" and replaced == 1, notices()

        # Stopped, as by a machine that is switched off, and started again: what came meanwhile is told. Now with amounts.
        notifier.send_signal(signal.SIGKILL)
        notifier.wait()
        place.running.remove(notifier)
        bob.command("send", "--yes", "alice", "3.50")
        settings = alice.folder / "config" / "satchel" / "app.json"
        settings.write_text(json.dumps({**json.loads(settings.read_text()), "notices": "withAmounts"}))
        notifier = listen("notifier-again")
        wait_for(lambda: len(notices()) == 3, "what came meanwhile was not told")
        title, body, _ = notices()[2]
        assert title in one and body.replace("\u00a0", " ") in words.names("3.50 USD from bob"), notices()

        # While the app listens, it alone tells: here it is looked at, so nothing is told at all.
        screen = alice.unlock()
        wait_for(app_listens, "the app does not say that it listens")
        count = len(notices())
        bob.command("send", "--yes", "alice", "4.00")
        screen.find(part="10.75 USD")
        assert len(notices()) == count, notices()
        screen.go("Settings")
        screen.find("combo box", "Notifications")
        screen.choose("Notifications", words.word("With amounts"))
        toggle = screen.find("check box", "Also while the app is closed")
        assert toggle.getState().contains(pyatspi.STATE_CHECKED), "the app does not show that it is on"
        screen.shot("closed-notices")
        alice.close()
        bob.command("send", "--yes", "alice", "0.50")
        wait_for(lambda: len(notices()) > count, "nothing was told after the app was closed")

        # Off: the program ends, and the hub lists the key no more.
        assert json.loads(alice.command("notify", "off", "--json"))["revoked"] is True
        assert notifier.wait(TIMEOUT) == 3
        place.running.remove(notifier)


main()
print("the desktop was told by a program that can only listen")
