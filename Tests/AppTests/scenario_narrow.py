#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""In a window 320 points wide, with letters twice as large and from right to left, nothing is cut and all can be used."""
import time

from persons import PASSPHRASE, Place

LINKS = ["wallet", "activity", "cards", "coins", "settings", "scan", "receive", "contacts", "requests", "files"]
SIZE = "320x640"
faults = []


def look(screen, name):
    time.sleep(0.5)
    screen.shot(f"narrow-{name}")
    faults.extend(f"{name}: cut off: {cut}" for cut in screen.cut())
    faults.extend(f"{name}: without a name: {role}" for role in screen.nameless())


def main():
    with Place() as place:
        alice = place.person("alice")
        alice.prefer("light", "en", 200)
        screen = alice.open(size=SIZE)
        look(screen, "welcome")
        alice.close()
        alice.make_wallet()
        alice.close()
        # GTK asks its own translation which way a language runs; ours stays as it was chosen.
        for way, language, variables in [("left", "de", {}), ("right", "ja", {"LANGUAGE": "ar"})]:
            alice.prefer("light", language, 200)
            screen = alice.open(size=SIZE, **variables)
            look(screen, f"{way}-locked")
            screen.find("password text").queryEditableText().setTextContents(PASSPHRASE)
            time.sleep(0.3)
            screen.all("push button")[-1].queryAction().doAction(0)
            screen.find("page tab")
            for link in LINKS:
                alice.follow(f"satchel://open/{link}")
                look(screen, f"{way}-{link}")
                if link in ("scan", "receive", "contacts", "requests", "files"):
                    screen.keys("Escape")
            alice.close()
    assert not faults, "\n".join(faults)


main()
print("every place was seen in a narrow window")
