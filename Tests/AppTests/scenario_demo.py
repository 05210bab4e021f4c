#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A newcomer opens the demo, looks around, locks it and unlocks it with any passphrase; killed, it leaves nothing behind."""
import os
import pathlib
import time

from persons import TIMEOUT, Place
from screen import Screen


def folders(parent):
    return list(parent.glob(f"satchel-demo-{os.getuid()}-*"))


def main():
    with Place() as place:
        home = place.folder / "home"
        home.mkdir(mode=0o700)
        parent = pathlib.Path(os.environ.get("XDG_RUNTIME_DIR", "/tmp"))
        before = folders(parent)
        began = time.monotonic()
        process = place.start(
            "demo", place.build / "satchel-app", "--demo", "--window", "390x844", HOME=str(home), LC_ALL="C.UTF-8")
        while True:
            screen = Screen(process.pid, place.pictures)
            try:
                screen.find(part="nothing here is real")
                break
            except AssertionError:
                assert process.poll() is None, "the demo ended by itself"
                assert time.monotonic() < began + 3 * TIMEOUT, "the demo is not on the screen"
        print(f"the demo was on the screen after {time.monotonic() - began:.1f} s")
        made = [folder for folder in folders(parent) if folder not in before]
        assert len(made) == 1 and made[0].stat().st_mode & 0o777 == 0o700, made
        screen.find("page tab", "Wallet")
        assert screen.find("frame").name == "Satchel demo", screen.text()
        assert not screen.nameless(), screen.text()
        screen.shot("demo-wallet")

        screen.go("Activity")
        screen.find(part="anna-demo")
        screen.shot("demo-activity")
        screen.go("Cards")
        screen.find(part="Bakery")
        screen.shot("demo-cards")

        screen.go("Wallet")
        screen.press("Lock")
        screen.find(part="any passphrase")
        screen.shot("demo-locked")
        screen.type("Passphrase", "whatever", "password text")
        screen.press("Unlock")
        screen.find("page tab", "Wallet")

        # Not even its owner's end by force leaves the hub or its folder.
        process.kill()
        process.wait(TIMEOUT)
        place.running.remove(process)
        end = time.monotonic() + TIMEOUT
        while made[0].exists():
            assert time.monotonic() < end, f"{made[0]} is still there"
            time.sleep(0.1)
        written = [path for path in home.rglob("*") if "satchel" in path.name.lower()]
        assert not written, f"the demo wrote into the user's own folders: {written}"


main()
print("the demo was looked at, locked, opened with any passphrase, and left nothing behind")
