#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Every place of a wallet without a hub, in light and dark, in four languages, with larger text and a wide window."""
import time

from persons import PASSPHRASE, Place
from words import Words

PLACES = ["wallet", "activity", "cards", "coins", "settings"]


def tabs(screen):
    return screen.all("page tab")


def tour(screen, name):
    for index, place in enumerate(PLACES):
        tabs(screen)[index].queryAction().doAction(0)
        time.sleep(0.3)
        nameless = screen.nameless()
        assert not nameless, f"{place}: without a name: {nameless}\n{screen.text()}"
        screen.shot(f"{name}-{place}")


def choose(screen, box, option):
    """Opens a list of choices as a person does, and takes one."""
    node = screen.all("combo box")[box]
    node.getChildAtIndex(0).queryAction().doAction(0)
    choice = screen.find("list item", part=option)
    choice.queryAction().doAction(0) if choice.queryAction().nActions else screen.keys("Return")


def main():
    with Place() as place:
        alice = place.person("alice")
        screen = alice.open()
        screen.press("Create a wallet")
        screen.type("Passphrase", PASSPHRASE, "password text")
        screen.type("Repeat passphrase", PASSPHRASE, "password text")
        screen.press("Continue")
        screen.press("Later")
        screen.find("page tab", "Wallet")
        tour(screen, "light")
        alice.close()
        for look, language, text, size in [
            ("dark", "en", 100, "390x844"), ("light", "de", 100, "390x844"), ("light", "ja", 100, "390x844"),
            ("dark", "de", 150, "390x844"), ("light", "en", 100, "320x640"), ("light", "fr", 100, "1000x800"),
        ]:
            alice.prefer(look, language, text)
            screen = alice.open(size=size)
            screen.words = Words(language)
            screen.type("Passphrase", PASSPHRASE, "password text")
            screen.press("Unlock")
            screen.find("page tab")
            tour(screen, f"{look}-{language}-{text}-{size}")
            alice.close()


main()
print("every place was seen in every look")
