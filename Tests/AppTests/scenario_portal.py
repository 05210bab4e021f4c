#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The desktop's own chooser of files is used where its portal is: a file is opened, a picture is saved, a choice is cancelled,
and a dialog whose screen has gone is closed; when the portal goes away, ours comes."""
import json
import pathlib
import sys

from persons import PASSPHRASE, Place

HERE = pathlib.Path(__file__).resolve().parent
CHOOSE = "Choose a picture or file"


def main():
    with Place() as place:
        choice, log = place.folder / "choice", place.folder / "portal.told"
        choice.write_text("")
        portal = place.start("portal", sys.executable, HERE / "portal.py", choice, log)
        alice = place.person("alice")
        alice.make_wallet()
        alice.close()
        screen = alice.open(GTK_USE_PORTAL="1")
        screen.until(log.exists, "the portal does not begin")
        screen.type("Passphrase", PASSPHRASE, "password text")
        screen.press("Unlock")
        screen.find("page tab", "Wallet")
        calls = lambda: [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]

        # A cancelled choice leaves the screen as it was.
        alice.follow("satchel://open/scan")
        screen.press(CHOOSE)
        screen.until(lambda: len(calls()) == 1, "the portal was not asked")
        method, title, options = calls()[0]
        assert method == "OpenFile" and title in screen.words.names("Choose a file"), calls()
        assert options["multiple"] is False, options
        screen.find("push button", CHOOSE)
        assert not screen.all("text", "Name or path"), "our own chooser came as well"

        # A dialog whose screen goes is closed.
        choice.write_text("-")
        screen.press(CHOOSE)
        screen.until(lambda: len(calls()) == 2, "the portal was not asked again")
        screen.keys("Escape")
        screen.gone("push button", CHOOSE)
        screen.until(lambda: calls()[-1] == ["Close"], "the dialog stays")

        # What was chosen is opened.
        alice.follow("satchel://open/scan")
        note = place.folder / "note.txt"
        note.write_text("satchel://open/coins\n")
        choice.write_text(str(note))
        screen.press(CHOOSE)
        screen.gone("push button", CHOOSE)

        # When the portal goes while its dialog is open, ours comes at once, and stays.
        alice.follow("satchel://open/scan")
        choice.write_text("-")
        count = len(calls())
        screen.press(CHOOSE)
        screen.until(lambda: len(calls()) > count, "the portal was not asked")
        place.stop(portal)
        screen.find("text", "Name or path")
        screen.shot("ours")


main()
print("the desktop's chooser was used, and ours when it had gone")
