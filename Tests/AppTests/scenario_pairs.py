#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A1: two presses with no time between them break nothing, on any screen; what is pressed twice happens once.

SATCHEL_PAIRS says how many pairs of each screen are tried, SATCHEL_MONKEY_SEED which.
"""
import os
import random
import subprocess
import time

from bus import Bus
from monkey import FORBIDDEN, WORLDLY, named
from persons import TIMEOUT, Hub, Place, networkless

PLACES = ["wallet", "activity", "cards", "coins", "settings"]
PANELS = ["scan", "receive", "contacts", "requests", "splits", "recurring", "exchange", "bank", "files"]
# These end the wallet, or what the other pairs need; the monkey presses them.
ENDS = named("Erase this wallet", "Lock", "Log out", "Log out everywhere")
PRESSABLE = {"push button", "toggle button", "check box"}


class Presser:
    def __init__(self, alice, screen, is_isolated):
        self.alice, self.screen = alice, screen
        self.last = []
        self.bus = Bus(alice.process.pid)
        self.avoided = FORBIDDEN | ENDS | (set() if is_isolated else WORLDLY)

    def there(self):
        return [thing for thing in self.bus.things()
                if thing.role in PRESSABLE and thing.actions and thing.sensitive and thing.name not in self.avoided]

    def pressed(self, *things):
        """Presses, and waits until what came of it has come: a press by the bus takes a quarter of a second."""
        self.last = [*self.last[-5:], [thing.name for thing in things]]
        self.bus.press(*things)
        time.sleep(0.35)
        assert self.alice.process.poll() is None, f"the app ended after {[thing.name for thing in things]}"

    def home(self, place):
        """Out of everything that lies above, to a place of the app."""
        tabs = lambda: [thing for thing in self.bus.things() if thing.role == "page tab"]
        end = time.monotonic() + TIMEOUT
        while not tabs():
            assert time.monotonic() < end, f"a sheet does not close after {self.last}:\n{self.screen.text()}"
            ways = [thing for thing in self.bus.things() if thing.role == "push button" and thing.name in ("Close", "Cancel")]
            if ways:
                self.pressed(ways[-1])
            else:
                self.screen.keys("Escape")
        self.alice.follow(f"satchel://open/{place}")

        def is_back():
            backs = [thing for thing in self.bus.things() if thing.role == "push button" and thing.name == "Back"]
            if backs:
                self.pressed(backs[-1])
            return not backs
        self.screen.until(is_back, "there is no way back")


def the_pair_of_the_report(presser, size):
    """A row of the history, and at once the summary: by the bus, by the mouse, and one of them twice."""
    subprocess.run(["xdotool", "windowsize", presser.screen.windows()[0], *size.split("x")], check=True)
    for tries in range(3):
        presser.home("activity")
        presser.screen.find("push button", part="Taken offline")
        things = presser.there()
        row = next(thing for thing in things if thing.name.startswith("Taken offline"))
        summary = next(thing for thing in things if thing.name == "Summary")
        presser.pressed(*[(row, summary), (summary, row), (row, row)][tries])
        presser.screen.find("push button", "Back")
    presser.home("activity")
    presser.screen.find("push button", part="Taken offline")
    x, y, wide, high = presser.screen.place_of("push button", part="Taken offline")
    clicks = ["mousemove", x + wide // 2, y + high // 2, "click", 1, "click", 1, "click", 1]
    subprocess.run(["xdotool", *map(str, clicks)], check=True)
    presser.screen.find("push button", "Back")
    presser.home("activity")
    assert not presser.screen.all("push button", "Back"), "three clicks made more than one page"


def main():
    is_isolated = networkless()
    seed = int(os.environ.get("SATCHEL_MONKEY_SEED") or 70)
    pairs = int(os.environ.get("SATCHEL_PAIRS") or 4)
    chance = random.Random(seed)
    with Place() as place:
        hub = Hub(place)
        bob = place.person("bob")
        bob.enter(hub)
        alice = place.person("alice")
        alice.prefer("light", "en", 100)
        alice.enter(hub)
        hub.top_up("alice", "500")
        alice.command("sync")
        alice.command("take-offline", "50")
        alice.command("contacts", "add", "bob")
        alice.command("cards", "add", "--store", "Grocer", "--number", "4006381333931")
        presser = Presser(alice, alice.unlock(size="390x844"), is_isolated)
        for size in ["1000x727", "390x844"]:
            the_pair_of_the_report(presser, size)
        done = 0
        for name in PLACES + PANELS:
            for _ in range(pairs):
                presser.home(name if name in PLACES else "wallet")
                if name in PANELS:
                    alice.follow(f"satchel://open/{name}")
                found = presser.there()
                first = chance.choice(found)
                second = chance.choice([first, *found])
                presser.pressed(first, second)
                done += 1
        presser.home("wallet")
        alice.close()
        print(f"{done} pairs of presses on {len(PLACES + PANELS)} screens broke nothing (seed {seed})")


main()
