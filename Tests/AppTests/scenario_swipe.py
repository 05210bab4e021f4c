#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A row of a list is moved aside with a pointer, shows its action, and goes by it or by a swipe across the whole row."""
import subprocess
import time

import pyatspi
from persons import Place
from screen import Screen

SIZE = "390x844"


def drag(node, distance):
    """Moves the pointer as a hand does, from the end of a row towards its beginning."""
    box = node.queryComponent().getExtents(pyatspi.WINDOW_COORDS)
    x, y = box.x + box.width - 40, box.y + box.height // 2
    words = ["mousemove", str(x), str(y), "mousedown", "1"]
    for step in range(1, 11):
        words += ["mousemove", str(x - distance * step // 10), str(y), "sleep", "0.02"]
    subprocess.run(["xdotool", *words, "mouseup", "1"], check=True)
    time.sleep(0.5)


def main():
    with Place() as place:
        process = place.start("probe", place.build / "satchel-app-probe", "0", "rows", place.folder)
        time.sleep(1)
        screen = Screen(process.pid, place.pictures, SIZE)
        row = screen.find(role="push button", part="shop 3")
        drag(row, 120)
        screen.shot("swiped")
        screen.press("Hide")
        screen.gone(role="push button", part="shop 3,")
        # Across the whole row its first action runs by itself.
        row = screen.find(role="push button", part="shop 5")
        drag(row, 290)
        screen.gone(role="push button", part="shop 5,")
        # A row that is only pressed still opens.
        screen.press(role="push button", part="shop 7")
        screen.find("label", "Payment 7")


main()
print("rows were moved aside")
