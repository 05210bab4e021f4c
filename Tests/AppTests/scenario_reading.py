#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Without a camera the app says so and offers a picture; a second start hands its link to the window that is there."""
import os
import subprocess

from persons import PASSPHRASE, Place


def make_wallet(screen):
    screen.press("Create a wallet")
    screen.type("Passphrase", PASSPHRASE, "password text")
    screen.type("Passphrase again", PASSPHRASE, "password text")
    screen.press("Continue")
    screen.press("Later")
    screen.find("page tab", "Wallet")


def main():
    with Place() as place:
        alice = place.person("alice")
        screen = alice.open()
        make_wallet(screen)

        # No camera here: a sentence, and a picture instead.
        screen.press("Scan")
        screen.find("push button", "Stop the camera")
        screen.find("label", part="Choose a picture instead")
        nameless = screen.nameless()
        assert not nameless, f"without a name: {nameless}"
        screen.shot("scan-without-camera")

        # A second start of the same wallet hands its link over and ends.
        second = subprocess.run(
            [place.build / "satchel-app", "--wallet", alice.folder / "wallet", "satchel://cards"],
            env={**os.environ, "HOME": str(alice.folder)}, timeout=30, check=False)
        assert second.returncode == 0
        assert alice.process.poll() is None
        screen.press("Close")
        screen.find("label", "Cards")
        alice.close()


main()
print("the app did without a camera, and ran once")
