#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A hub that answers nobody holds up neither cards nor the lock, and what happened there meanwhile shows by itself later, with
digits that roll; a wallet on a read-only disk says why it does not open."""
import os
import signal
import subprocess

from persons import PASSPHRASE, Hub, Place

LONGER = 60  # seconds: half a minute lies between two syncs
SLOWLY = "60"  # times as long as usual: what moves for a moment is then seen on any machine. https://docs.gtk.org/gtk4/running.html
READ_ONLY = ["unshare", "--mount", "sh", "-c", 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"']


def follows(screen, part):
    """Waits for what comes without anybody asking."""
    screen.find(part=part, timeout=LONGER)


def rolls(screen, total):
    """The digits of the balance have moved to it: more is seen of them than how they were and how they are."""
    x, y, width, height = screen.place_of("label", part=total)
    seen = set()

    def look():
        area = f"{width}x{height}+{x}+{y}"
        seen.add(subprocess.run(
            ["import", "-silent", "-window", "root", "-crop", area, "-depth", "8", "rgb:-"], capture_output=True,
            check=True).stdout)
        return len(seen) > 2

    screen.until(look, "the digits did not roll")


def slow_hub(place):
    hub = Hub(place)
    alice = place.person("alice")
    alice.enter(hub)
    hub.top_up("alice", "20")
    screen = alice.unlock(GTK_SLOWDOWN=SLOWLY)
    follows(screen, "20.00 USD")
    screen.find(part="Connected")

    # As slow as can be: it takes connections, and answers nothing.
    hub.process.send_signal(signal.SIGSTOP)
    try:
        screen.press("Sync")
        screen.go("Cards")
        screen.press("Add a card")
        screen.type("Store", "Grocer")
        screen.type("Number", "4006381333931")
        screen.press("Save")
        screen.find("push button", part="Grocer")
        screen.go("Wallet")
        screen.shot("slow-hub")
        screen.press("Lock")
        screen.type("Passphrase", PASSPHRASE, "password text")
        screen.press("Unlock")
        screen.find("page tab", "Wallet")
    finally:
        hub.process.send_signal(signal.SIGCONT)
    hub.top_up("alice", "5")
    follows(screen, "25.00 USD")
    rolls(screen, "25.00 USD")
    alice.close()
    hub.stop()


def read_only(place):
    if os.geteuid() != 0 or subprocess.run(["unshare", "--mount", "true"], check=False).returncode != 0:
        print("left out: only root mounts a folder read-only for one program")
        return
    bob = place.person("bob")
    bob.make_wallet()
    bob.close()
    folder = str(bob.folder / "wallet")
    screen = bob.open(through=[*READ_ONLY, folder])
    screen.type("Passphrase", PASSPHRASE, "password text")
    screen.press("Unlock")
    # A wallet that cannot be written can be looked at.
    screen.find("page tab", "Wallet")
    screen.shot("read-only")
    bob.close()


def main():
    with Place() as place:
        read_only(place)
        slow_hub(place)


main()
print("a slow hub held nobody up, and a wallet on a read-only disk can be looked at")
