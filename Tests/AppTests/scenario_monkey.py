#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A1: a monkey finds no crash, no hang and no complaint, and the money is as the books say afterwards.

SATCHEL_MONKEY_SEED names a run that is to be seen again, SATCHEL_MONKEY_EVENTS (2,000) and SATCHEL_MONKEY_SECONDS how long one is.
"""
import os
import random
import sys
import time

from persons import Hub, Place, networkless
from monkey import Monkey


def main():
    is_isolated = networkless()
    # The long run draws a seed of its own; the short one does the same things each time, as far as the timing allows.
    drawn = random.SystemRandom().randrange(1 << 32) if os.environ.get("SATCHEL_MONKEY_SECONDS") else 1
    seed = int(os.environ.get("SATCHEL_MONKEY_SEED") or drawn)
    seconds = os.environ.get("SATCHEL_MONKEY_SECONDS")
    events = None if seconds else int(os.environ.get("SATCHEL_MONKEY_EVENTS") or 2_000)
    print(f"monkey: SATCHEL_MONKEY_SEED={seed}", flush=True)
    with Place() as place:
        hub = Hub(place)
        bob = place.person("bob")
        bob.enter(hub)
        alice = place.person("alice")
        alice.enter(hub)
        hub.top_up("alice", "500")
        alice.command("sync")
        alice.command("buy", "50")
        alice.command("contacts", "add", "bob")
        alice.command("cards", "add", "--store", "Grocer", "--number", "4006381333931")
        screen = alice.unlock()
        monkey = Monkey(place, alice, screen, hub, seed, is_isolated)
        monkey.run(events, float(seconds) if seconds else None)
        took = time.monotonic() - monkey.begin
        print(monkey.pressed.most_common(60))
        print(f"monkey: {dict(monkey.kinds)}, slowest answer {monkey.bus.slowest:.2f} s")
        alice.close()
        hub.run("audit", "--directory", hub.folder)
        print(f"a monkey did {monkey.done} things in {took:.0f} s (seed {seed}), and nothing broke")


main()
