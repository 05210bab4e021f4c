#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A wallet is locked, refuses wrong passphrases and opens with the right one; language and look change while it runs."""
import pathlib

from persons import PASSPHRASE, Place

# A clock that is set wrong, by a library that is loaded before all others.
CLOCKS = list(pathlib.Path("/usr/lib").glob("*-linux-gnu/faketime/libfaketime.so.1"))


def brightness(screen):
    """Of the ground at the window's edge, which is of one colour."""
    return sum(screen.colour(2, 400)) / 3


def main():
    with Place() as place:
        alice = place.person("alice")
        screen = alice.make_wallet()
        screen.press("Lock")
        for tries in range(2):
            screen.type("Passphrase", f"{PASSPHRASE} {tries}", "password text")
            screen.press("Unlock")
            screen.find(part="The passphrase is wrong")
            screen.until(lambda: screen.text_of("Passphrase", "password text") == "", "the passphrase is still there")
        screen.find(part="2 failed attempts")
        assert not screen.all("page tab"), "a wrong passphrase opened the wallet"
        assert not screen.nameless(), screen.text()
        screen.shot("locked-wrong")
        screen.type("Passphrase", PASSPHRASE, "password text")
        screen.press("Unlock")
        screen.find("page tab", "Settings")

        screen.go("Settings")
        screen.choose("Language", "Deutsch")
        screen.find("page tab", "Einstellungen")
        screen.gone("page tab", "Settings")
        light = brightness(screen)
        screen.choose("Darstellung", "Dunkel")
        screen.until(lambda: brightness(screen) < 80 < light, "the window is not dark")
        assert not screen.nameless(), screen.text()
        screen.shot("settings-dark-german")
        screen.choose("Sprache", "日本語")
        screen.find("page tab", "設定")
        screen.shot("settings-dark-japanese")
        alice.close()

        # The choices are there at the next start, before the wallet is open.
        screen = alice.open()
        screen.find("push button", "ロック解除")
        assert brightness(screen) < 80, "the lock is not dark"
        screen.shot("locked-dark-japanese")
        alice.close()

        # A3: with such a library Swift loses the words of the command line, and another folder's wallet was offered to be made.
        for shift in ["+400d", "-3d"] if CLOCKS else []:
            screen = alice.open(through=["env", f"LD_PRELOAD={CLOCKS[0]}", f"FAKETIME={shift}"])
            screen.find("push button", "ロック解除")
            alice.close()


main()
print("the lock held, and language and look changed while the app ran")
