#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Without a camera the app says so and offers a picture; a second start hands its link to the window that is there."""
from persons import Place


def main():
    with Place() as place:
        alice = place.person("alice")
        screen = alice.make_wallet()

        # No camera here: a sentence, and a picture instead.
        screen.press("Scan")
        screen.find("label", part="Choose a picture instead")
        screen.find("push button", "Use camera")
        nameless = screen.nameless()
        assert not nameless, f"without a name: {nameless}"
        screen.shot("scan-without-camera")

        # A second start of the same wallet hands its link over and ends.
        screen.press("Close")
        screen.gone(part="Choose a picture instead")
        alice.follow("satchel://open/receive")
        screen.find("push button", "Create request")
        alice.close()


main()
print("the app did without a camera, and ran once")
