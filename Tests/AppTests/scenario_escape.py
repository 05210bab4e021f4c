#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Escape closes what lies on top, and that alone: a menu, a list of choices, a question, a sheet."""
import pyatspi
from gi.repository import GLib

from bus import Bus
from persons import Place


class Hand:
    """A person with a keyboard."""

    def __init__(self, screen):
        self.screen = screen

    def escapes(self, role, name):
        """One Escape, and what was on top is gone."""
        self.screen.find(role, name)
        self.screen.keys("Escape")
        self.screen.gone(role, name)

    def has(self, role, name):
        assert self.screen.all(role, name), f"Escape closed the {role} {name!r} as well:\n{self.screen.text()}"

    def has_keyboard(self):
        """Something in what lies on top has the keyboard; what lies below is hidden from the bus."""
        self.screen.until(self.focused, f"nothing on top has the keyboard:\n{self.screen.text()}")

    def focused(self):
        for node, _ in self.screen.everything():
            try:
                if node.getState().contains(pyatspi.STATE_FOCUSED):
                    return True
            except GLib.GError:  # gone between two questions
                continue
        return False


def cards(hand, bus):
    screen = hand.screen
    screen.go("Cards")
    for _ in range(2):
        screen.press("Sort and filter")
        hand.escapes("menu item", "By store")
        hand.has("page tab", "Cards")
        # A sheet that a menu opened, and one after it: the menu had the keyboard before.
        screen.press("Sort and filter")
        screen.press("Earlier versions", "menu item")
        screen.gone("page tab", "Cards")
        hand.escapes("push button", "Close")
        screen.press("Add a card")
        screen.find("push button", "Save")
        hand.has_keyboard()
        hand.escapes("push button", "Save")
        screen.find("page tab", "Cards")
        # A menu that stands open while a sheet comes.
        screen.press("Sort and filter")
        screen.find("menu item", "By store")
        screen.press("Add a card")
        hand.escapes("push button", "Save")
        screen.gone("menu item", "By store")
        # All at once: the menu comes in the same moment as the sheet, and the keyboard was left in it.
        for names in [("Sort and filter", "Add a card"), ("Add a card", "Sort and filter", "Add a card")]:
            buttons = {thing.name: thing for thing in bus.things() if thing.role == "push button"}
            bus.press(*[buttons[screen.words.word(name)] for name in names])
            screen.find("push button", "Save")
            hand.has_keyboard()
            hand.escapes("push button", "Save")
            screen.find("page tab", "Cards")
    # A list of choices in a sheet, and the chooser of files over it.
    screen.press("Add a card")
    screen.find("combo box", "Code type").getChildAtIndex(0).queryAction().doAction(0)
    screen.until(lambda: screen.choice("Aztec"), "the list does not open")
    screen.keys("Escape")
    screen.until(lambda: not screen.choice("Aztec"), "Escape does not close the list")
    hand.has("push button", "Save")
    screen.press("Add photos")
    hand.escapes("text", "Name or path")
    hand.has("push button", "Save")
    hand.escapes("push button", "Save")


def settings(hand):
    screen = hand.screen
    screen.go("Settings")
    screen.press("Erase this wallet")
    hand.escapes("push button", "Cancel")
    screen.find("page tab", "Settings")
    screen.find("combo box", "Language").getChildAtIndex(0).queryAction().doAction(0)
    screen.until(lambda: screen.choice("Deutsch"), "the list does not open")
    screen.keys("Escape")
    screen.until(lambda: not screen.choice("Deutsch"), "Escape does not close the list")


def panels(hand, alice):
    screen = hand.screen
    for place in ["receive", "scan", "contacts"]:
        alice.follow(f"satchel://open/{place}")
        hand.escapes("push button", "Close")
        screen.find("page tab", "Wallet")
    # A chooser over a panel whose button listens to Escape as well.
    alice.follow("satchel://open/scan")
    screen.press("Choose a picture or file")
    hand.escapes("text", "Name or path")
    hand.escapes("push button", "Close")
    screen.find("page tab", "Wallet")


def main():
    with Place() as place:
        alice = place.person("alice")
        screen = alice.make_wallet()
        hand = Hand(screen)
        cards(hand, Bus(alice.process.pid))
        settings(hand)
        panels(hand, alice)
        alice.close()


main()
print("Escape closed what lay on top, each time")
