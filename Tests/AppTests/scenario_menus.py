#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Menus and lists of choices go with what they stand over when that leaves the window, and open only where it is seen.

GDK looks for the monitor below such a place. Where it finds none it prints a critical, which ends the app here.
"""
import subprocess
import time

from bus import Bus
from persons import Place
from screen import Screen

LOW = (390, 844)
WIDE = (1123, 844)


class Form:
    """A form that is longer than its window, with buttons that move it and stay where they are."""

    def __init__(self, screen, bus):
        self.screen, self.bus = screen, bus
        self.window = screen.windows()[0]
        self.alone = self.surfaces()

    def is_above(self, role, name):
        """Whether a part of the form is above the window."""
        _, y, _, height = self.screen.place_of(role, name)
        return y + height <= 0

    def press(self, *names):
        """Presses one after the other, with no time in between."""
        things = {thing.name: thing for thing in self.bus.things() if thing.role in ("push button", "toggle button")}
        self.bus.press(*[things[name] for name in names])

    def go_up(self):
        """Puts the keyboard into the first field, wherever it was; the form scrolls there."""
        # Where the form believes the keyboard to be there already, nothing moves: so it is taken away before.
        for name, state in [("Go down", "Down"), ("Go up", "Up")]:
            self.press(name)
            self.screen.find("label", state)
        self.screen.until(lambda: not self.is_above("text", "First"), "the form does not scroll up")

    def roll_down(self):
        """Turns the wheel of the mouse until the first field is above the window, and all of that has arrived."""
        middle = LOW[0] // 2, LOW[1] // 2
        # GTK learns of what is below a pointer by its movements, also where a list of emoji was before.
        self.screen.mouse(("mousemove", 5, 5), ("mousemove", *middle), *[("click", 5)] * 30)
        self.screen.until(lambda: self.is_above("text", "First"), "the form does not scroll down")
        places = [None]

        def rests():
            places.append(self.screen.place_of("text", "First"))
            time.sleep(0.3)
            return places[-1] == places[-2]

        self.screen.until(rests, "the form does not come to rest")

    def open(self, name):
        self.press(name)
        self.screen.until(self.popups, f"{name} opens nothing")

    @staticmethod
    def surfaces():
        """All that the display shows, by the X server's numbers."""
        return set(subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", ".*"], capture_output=True, text=True, check=True).stdout.split())

    def popups(self):
        """The surfaces that stand open over the window."""
        return self.surfaces() - self.alone

    def has_none(self, why):
        self.screen.until(lambda: not self.popups(), why)

    def resize(self, size):
        subprocess.run(["xdotool", "windowsize", self.window, *map(str, size)], check=True)
        self.screen.until(
            lambda: self.screen.find("frame").queryComponent().getSize()[0] == size[0], f"the window is not of {size}")


def goes_with_its_place(form):
    for name in ["Choice", "Actions"]:
        form.go_up()
        form.open(name)
        form.press("Go down")
        form.has_none(f"what {name} opened stays when it is scrolled away")
        # Scrolled, and opened before the next frame; what is pressed out of sight is scrolled to first.
        form.go_up()
        form.press("Go down", name)
        time.sleep(1)
        form.screen.keys("Escape")
        form.has_none("Escape does not close it")
        # Pushed out of the window by what comes above it.
        form.go_up()
        form.open(name)
        form.press("More")
        form.has_none(f"what {name} opened stays when it is pushed away")
        form.press("More")


def goes_with_its_text(form):
    """The menu that GTK itself opens over a text, and its list of emoji."""
    for key in ["Menu", "shift+F10", "ctrl+period"]:
        form.go_up()
        form.screen.keys(key)
        form.screen.until(form.popups, f"{key} opens nothing")
        form.press("Go down")
        form.has_none(f"what {key} opened stays without its text")
        # The text has the keyboard and is not to be seen.
        form.go_up()
        form.roll_down()
        form.screen.keys(key)
        form.screen.until(lambda: not form.is_above("text", "First"), f"{key} does not scroll to its text")
        form.screen.keys(key)
        form.screen.until(form.popups, f"{key} opens nothing")
        form.screen.keys("Escape")
        form.has_none("Escape does not close it")


def goes_with_its_page(form):
    """A window that becomes wide has a bar beside the page instead of below it."""
    form.go_up()
    form.open("Actions")
    form.resize(WIDE)
    form.has_none("a menu stays when its page moves aside")


def main():
    with Place() as place:
        process = place.start("probe", place.build / "satchel-app-probe", "0", "menus", place.folder)
        bus = Bus(process.pid)
        screen = Screen(process.pid, place.pictures)
        screen.find("push button", "Go down")
        form = Form(screen, bus)
        goes_with_its_place(form)
        goes_with_its_text(form)
        goes_with_its_page(form)
        assert process.poll() is None, "the program ended by itself"


main()
print("menus stood open only over what could be seen")
