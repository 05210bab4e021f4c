#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Money that comes from somebody else shows by itself, and the desktop tells of it while nobody looks at the window: without
amounts until they are asked for, in the words that both kinds of desktop understand."""
import json
import pathlib
import subprocess

from persons import LANGUAGE, LOOK, Hub, Place

HERE = pathlib.Path(__file__).resolve().parent
APP = "org.satchel.Satchel"


class Desktop:
    """What shows notices, and what it was told."""

    def __init__(self, place, name):
        self.place, self.name = place, name
        self.file = place.folder / f"{name}.told"
        self.process = place.start(name, "/usr/bin/python3", HERE / "desktop.py", name, self.file)

    def calls(self, *methods):
        if not self.file.exists():
            return []
        calls = [json.loads(line) for line in self.file.read_text().splitlines()]
        return [call for call in calls if call[0] in methods]

    def notices(self):
        """The program, the title and the body of each."""
        return [
            (call[7]["desktop-entry"], call[4], call[5]) if call[0] == "Notify"
            else (call[1], call[3]["title"], call[3].get("body", ""))
            for call in self.calls("Notify", "AddNotification")]

    def taken_back(self):
        return len(self.calls("CloseNotification", "RemoveNotification"))

    def stop(self):
        self.place.stop(self.process)


def away(screen):
    """The keyboard goes elsewhere, as it does when another window comes to the front; here to the display's own window, which
    passes it to whatever the pointer is on."""
    root = subprocess.run(
        ["xdotool", "search", "--maxdepth", "0", ".*"], capture_output=True, text=True, check=True).stdout.split()[0]
    screen.mouse(("mousemove", 900, 700), ("windowfocus", root))


def back(screen):
    screen.mouse(("windowfocus", screen.windows()[0]))


class Giver:
    """Somebody who sends alice money, and knows how much it was."""

    def __init__(self, person):
        self.person = person
        self.cents = 0

    def send(self, cents):
        self.person.command("send", "--yes", "alice", f"{cents // 100}.{cents % 100:02}")
        self.cents += cents

    def shows(self, screen):
        """All of it is on the screen, though nobody there asked the hub."""
        screen.find(part=f"{self.cents // 100}.{self.cents % 100:02} USD")


def evening(place, alice, bob, name):
    """An app on one kind of desktop."""
    desktop = Desktop(place, name)
    screen = alice.unlock()
    screen.until(desktop.file.exists, "the desktop does not begin")
    away(screen)

    # The app begins to listen some time after it was opened; what was sent before is on the screen, and no news.
    def heard():
        bob.send(125)
        return desktop.notices()

    screen.until(heard, "the desktop was told nothing")
    bob.shows(screen)
    titles = set(screen.words.names("You have received money."))
    for count in range(2, 40):
        titles |= screen.words.names(f"You have received {count} payments.")
    for program, title, body in desktop.notices():
        assert (program, body) == (APP, "") and title in titles, (program, title, body)

    # Somebody looks: what was shown is taken back, and what they see they need not be told.
    back(screen)
    screen.until(desktop.taken_back, "the notice stays")
    count = len(desktop.notices())
    bob.send(200)
    bob.shows(screen)
    assert len(desktop.notices()) == count, desktop.notices()

    screen.go("Settings")
    screen.find("combo box", "Notifications")
    screen.shot("notices")
    screen.choose("Notifications", screen.words.word("With amounts"))
    away(screen)
    bob.send(350)
    screen.until(lambda: len(desktop.notices()) > count, "the desktop was told nothing")
    _, title, body = desktop.notices()[-1]
    assert title in screen.words.names("You have received money."), title
    assert body.replace("\u00a0", " ") in screen.words.names("3.50 USD from bob"), body
    alice.close()
    desktop.stop()


def main():
    with Place() as place:
        hub = Hub(place)
        alice, bob = place.person("alice"), place.person("bob")
        for person in (alice, bob):
            person.enter(hub)
        hub.top_up("bob", "900")
        giver = Giver(bob)
        for name in ("org.freedesktop.Notifications", "org.gtk.Notifications"):
            alice.prefer(LOOK, LANGUAGE, 100)
            evening(place, alice, giver, name)


main()
print("what came was seen at once, and the desktop told of it without amounts until they were asked for")
