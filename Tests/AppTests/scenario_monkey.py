#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A1: a monkey finds no crash, no hang and no complaint, and the money is as the ledger says afterwards.

SATCHEL_MONKEY_SEED names a run that is to be seen again (1), or is `drawn`. SATCHEL_MONKEY_EVENTS (2,000) and
SATCHEL_MONKEY_SECONDS say how long it is; the first that is reached ends it.
"""
import os
import random
import sys
import time

from persons import Hub, Place, networkless
from monkey import Monkey
from window_manager import stand_in


def main():
    is_isolated = networkless()
    seconds, events = os.environ.get("SATCHEL_MONKEY_SECONDS"), os.environ.get("SATCHEL_MONKEY_EVENTS")
    # The long run draws a seed of its own; the short one does the same things each time, as far as the timing allows.
    seed = os.environ.get("SATCHEL_MONKEY_SEED") or ("drawn" if seconds else "1")
    seed = random.SystemRandom().randrange(1 << 32) if seed == "drawn" else int(seed)
    events = int(events) if events else None if seconds else 2_000
    print(f"monkey: SATCHEL_MONKEY_SEED={seed}", flush=True)
    stand_in()
    with Place() as place:
        hub = Hub(place)
        bob = place.person("bob")
        bob.enter(hub)
        alice = place.person("alice")
        alice.enter(hub)
        hub.top_up("alice", "500")
        alice.command("sync")
        alice.command("take-offline", "50")
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
