#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The hub's files: the log-in, an empty folder, uploads, folders, a download, another name, the trash; then without the
hub, and on the command line the same files."""
from gi.repository import GLib

from persons import PASSPHRASE, PASSWORD, FileService, Hub, Place


def looked_at(screen, shot):
    nameless = screen.nameless()
    assert not nameless, f"{shot}: without a name: {nameless}\n{screen.text()}"
    screen.shot(shot)


def choose(screen, menu, entry):
    """Opens a menu of the bar and takes an entry."""
    screen.find("push button", menu).queryAction().doAction(0)
    screen.press(entry, role="menu item")


def upload(screen, path):
    choose(screen, "Add", "Upload")
    screen.choose_file(path)
    screen.find("push button", part=path.name)


def enter(screen):
    screen.scroll_to("Files")
    screen.press("Files")
    screen.find("push button", "Log in")
    looked_at(screen, "files-log-in")
    assert not screen.is_usable("Log in")
    screen.type("Password", "not the password", "password text")
    screen.press("Log in")
    screen.find(part="Wrong username or password")
    screen.type("Password", PASSWORD, "password text")
    screen.press("Log in")
    screen.find(part="This folder is empty")
    screen.find(part="of 11 GB used")
    looked_at(screen, "files-empty")


def folders(screen, desk):
    upload(screen, desk / "letter.odt")
    upload(screen, desk / "holiday.jpg")
    choose(screen, "Add", "New folder")
    screen.type("Name", "Documents")
    looked_at(screen, "files-new-folder")
    screen.press("Create")
    screen.find("push button", part="Documents")
    screen.gone(part="in progress")
    looked_at(screen, "files")

    screen.press(part="Documents")
    screen.find(part="This folder is empty")
    upload(screen, desk / "plan.txt")
    screen.gone(part="in progress")
    looked_at(screen, "files-folder")
    screen.press("Back")
    screen.find("push button", part="letter.odt")


def one_file(screen, pocket):
    screen.press(part="letter.odt")
    screen.find("push button", "Download")
    screen.press("Download")
    screen.choose_file(pocket)
    screen.find(part="Downloaded")
    assert (pocket / "letter.odt").read_bytes() == b"Dear hub" * 4_000
    looked_at(screen, "files-file")
    screen.press("Rename")
    screen.find("push button", "Save")
    screen.type("Name", "holiday.jpg")
    screen.press("Save")
    screen.find(part="already has something with this name")
    screen.type("Name", "letter to the hub.odt")
    screen.press("Save")
    screen.gone("push button", "Save")
    screen.find(part="letter to the hub.odt")
    screen.press("Back")
    screen.find("push button", part="letter to the hub.odt")


def trash(screen):
    screen.press(part="holiday.jpg")
    screen.find("push button", "Delete")
    screen.press("Delete")
    screen.find(part="holiday.jpg moved to the trash")
    screen.gone("push button", part="holiday.jpg")
    looked_at(screen, "files-deleted")
    screen.press("Undo")
    screen.find("push button", part="holiday.jpg")
    screen.press(part="holiday.jpg")
    screen.press("Delete")
    screen.gone("push button", part="holiday.jpg")
    choose(screen, "More actions", "Trash")
    screen.find(part="Restore: holiday.jpg")
    looked_at(screen, "files-trash")
    screen.press("Restore: holiday.jpg")
    screen.find(part="The trash is empty")
    screen.press("Back")
    screen.find("push button", part="holiday.jpg")
    choose(screen, "More actions", "Transfers")
    screen.find(part="Moved to the trash")
    looked_at(screen, "files-transfers")
    screen.press("Back")
    screen.find("push button", part="holiday.jpg")


def offline(screen, hub, desk):
    hub.stop()
    upload(screen, desk / "late.txt")
    screen.find(part="No connection to the hub")
    screen.find(part="Waiting to upload")
    looked_at(screen, "files-offline")
    screen.press(part="in progress")
    # The file service still answers, and says that it can't ask the hub.
    screen.find(part="The hub is busy")
    looked_at(screen, "files-waiting")
    hub.serve("--files-socket", hub.place.folder / "files.sock")
    try:
        for button in screen.all("push button", "Try again"):
            button.queryAction().doAction(0)
    except GLib.GError:  # the app has tried again by itself between two questions
        pass
    screen.find(part="Uploaded", timeout=60)
    screen.press("Back")
    screen.gone(part="No connection to the hub")


def from_code_to_folder(place, hub, username):
    """Another device: from the picture of the hub's code to an open folder."""
    picture = place.folder / "hub.png"
    hub.link_at(hub.url, "--png", picture)
    tablet = place.person("tablet")
    screen = tablet.open()
    screen.press("Create a wallet")
    screen.type("Passphrase", PASSPHRASE, "password text")
    screen.type("Repeat passphrase", PASSPHRASE, "password text")
    screen.press("Continue")
    screen.press("Scan hub code")
    screen.press("Choose a picture or file")
    screen.choose_file(picture)
    screen.press("I have one")
    screen.type("Username", username)
    screen.type("Password", PASSWORD, "password text")
    screen.press("Log in")
    screen.find("page tab", "Wallet")
    tablet.follow("satchel://open/files")
    screen.find("push button", "Log in")
    screen.type("Password", PASSWORD, "password text")
    screen.press("Log in")
    screen.press(part="Documents")
    screen.find("push button", part="plan.txt")
    tablet.close()


def main():
    with Place() as place:
        hub = Hub(place)
        FileService(place, hub)
        alice = place.person("alice")
        alice.enter(hub)
        desk, pocket = place.folder / "desk", place.folder / "pocket"
        desk.mkdir()
        pocket.mkdir()
        (desk / "letter.odt").write_bytes(b"Dear hub" * 4_000)
        (desk / "holiday.jpg").write_bytes(bytes(1_300_000))
        (desk / "plan.txt").write_text("a plan\n")
        (desk / "late.txt").write_text("late\n")
        screen = alice.unlock()
        screen.own += [path.name for path in desk.iterdir()] + ["letter to the hub.odt", "Documents"]
        enter(screen)
        folders(screen, desk)
        one_file(screen, pocket)
        trash(screen)
        offline(screen, hub, desk)
        screen.press("Close")
        screen.gone("push button", "Close")
        alice.follow("satchel://open/files")
        screen.find("push button", part="late.txt")
        alice.close()
        listed = alice.command("drive", "ls", "/")
        for name in ("Documents", "holiday.jpg", "late.txt", "letter to the hub.odt"):
            assert name in listed, listed
        from_code_to_folder(place, hub, alice.name)
        alice.prefer("light", "en", 200)
        screen = alice.unlock(size="320x640")
        alice.follow("satchel://open/files")
        screen.find("push button", part="late.txt")
        assert not screen.cut(), screen.cut()
        looked_at(screen, "files-narrow")
        alice.close()
        alice.prefer("dark", "en", 100)
        screen = alice.unlock(size="1000x800")
        alice.follow("satchel://open/files")
        screen.find("push button", part="late.txt")
        looked_at(screen, "files-wide")


main()
print("files went to the hub and came back, with and without a connection")
