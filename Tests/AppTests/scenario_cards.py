#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Cards come from a file of another app and from a camera; they lie as tiles or rows, are found, deleted and exported; one is
shown over the full screen, which is then as bright as it can be, and another program reads it off that."""
import json
import os
import pathlib
import subprocess
import time

import pyatspi
from film import Slides
from persons import LANGUAGE, Place
from screen import TIMEOUT

HERE = pathlib.Path(__file__).resolve().parent
NUMBER = "4006381333931"  # the number in the EAN's own standard
CATIMA = "\r\n".join([
    "_id,store,note,validfrom,expiry,balance,balancetype,cardid,barcodeid,barcodetype,barcodeencoding,headercolor,"
    "starstatus,lastused,archive",
    f"1,Grocer,,,,0,,{NUMBER},,EAN_13,,-45147,1,0,0", "2,Library,ask at the desk,,,0,,A-17-B,,CODE_39,,-16745729,0,0,0",
    ""])


def leave_by_hand(screen):
    """A tap, a finger downwards and Escape close the code as its button does."""
    ways = [
        lambda: screen.mouse(("mousemove", 195, 700), ("click", 1)),
        lambda: screen.drag((195, 300), (195, 340), (195, 400), (195, 460)), lambda: screen.keys("Escape")]
    for leave in ways:
        leave()
        screen.gone("push button", "Close")
        screen.press("Full screen")
        screen.find("push button", "Close")
    screen.press("Close")
    screen.gone("push button", "Close")


def look_at_a_photo(screen, picture):
    """A photo is made larger by a double tap and by keys, and moved by the pointer."""
    screen.press("Edit card")
    screen.press("Add photos")
    screen.choose_file(picture)
    screen.find("image", "Back")
    screen.press("Save")
    screen.gone("push button", "Save")
    screen.press("Front")
    screen.find("push button", "Zoom in")
    assert not screen.is_usable("Whole photo") and not screen.nameless(), screen.text()
    width = screen.place_of("image", "Front")[2]
    double = ("click", "--repeat", 2, "--delay", 60, 1)
    screen.mouse(("mousemove", 195, 420), double)
    screen.until(lambda: screen.is_usable("Whole photo"), "a double tap did nothing")
    screen.until(lambda: screen.place_of("image", "Front")[2] > 1.5 * width, "the photo did not grow")
    before = screen.place_of("image", "Front")
    screen.drag((195, 420), (230, 440), (270, 470), (300, 500))
    screen.until(lambda: screen.place_of("image", "Front")[:2] != before[:2], "the photo did not move")
    screen.shot("photo-larger")
    screen.mouse(("mousemove", 195, 420), double)
    screen.until(lambda: not screen.is_usable("Whole photo"), "a second double tap did nothing")
    screen.keys("plus")
    screen.until(lambda: screen.is_usable("Whole photo"), "the key + did nothing")
    screen.keys("Escape")
    screen.gone("push button", "Zoom in")


class Light:
    """The light behind the screen, where the system lets a scenario play one."""

    def __init__(self, place):
        self.folder = place.folder / "lights"
        tools = ["/usr/lib/python3/dist-packages/dbusmock", "/usr/bin/dbus-daemon"]
        self.is_there = os.geteuid() == 0 and all(map(os.path.exists, tools)) and subprocess.run(
            ["unshare", "--mount", "true"], check=False).returncode == 0
        self.through = []
        if not self.is_there:
            print("left out: the light behind the screen needs root, unshare and python3-dbusmock")
            return
        self.process = place.start(
            "light", "unshare", "--mount", "/usr/bin/python3", HERE.parent / "Peers/backlight.py", self.folder)
        end = time.monotonic() + TIMEOUT
        while not (self.folder / "ready").exists():
            assert time.monotonic() < end and self.process.poll() is None, "there is no light"
            time.sleep(0.05)
        self.through = ["nsenter", f"--mount=/proc/{self.process.pid}/ns/mnt"]

    def is_at(self, screen, brightness):
        if self.is_there:
            file = self.folder / "panel/brightness"
            screen.until(
                lambda: file.read_text().strip() == str(brightness), f"the light is not at {brightness}: {file.read_text()}")

    def turn(self, brightness):
        """As somebody does by a key."""
        if self.is_there:
            (self.folder / "panel/brightness").write_text(f"{brightness}\n")


def shine(screen, light):
    """The screen is bright for as long as the code is there, and then as it was, or as somebody has chosen meanwhile."""
    light.is_at(screen, 300)
    screen.press("Full screen")
    screen.find("push button", "Close")
    light.is_at(screen, 1000)
    light.turn(500)
    screen.press("Close")
    screen.gone("push button", "Close")
    screen.press("Full screen")
    screen.find("push button", "Close")
    light.is_at(screen, 1000)
    screen.press("Close")
    screen.gone("push button", "Close")
    light.is_at(screen, 500)


def crash(screen, person, light):
    """The brightness returns even where the app has ended by force."""
    screen.press(part="Library")
    screen.press("Full screen")
    screen.find("push button", "Close")
    light.is_at(screen, 1000)
    person.process.kill()
    person.process.wait(TIMEOUT)
    light.is_at(screen, 500)


def scan(screen, place, slides):
    """A camera fills in the number and the kind of its code, which is felt; whoever wants QR codes only gets no other."""
    felt = place.folder / "felt"
    place.start("feedback", "/usr/bin/python3", HERE / "desktop.py", "org.sigxcpu.Feedback", felt)
    screen.until(felt.exists, "nothing makes the phone vibrate")
    pictures = {}
    for kind, text in [("ean13", NUMBER), ("qr", "B-18-C")]:
        pictures[kind] = place.folder / f"{kind}.png"
        subprocess.run(
            [str(place.build / "satchel"), "code", "draw", text, "--as", kind, "--png", str(pictures[kind])], check=True,
            capture_output=True)
    screen.press("Add a card")
    screen.find("text", "Store")
    screen.press("Scan code")
    slides.begin()
    screen.find(part="Hold the whole code still")
    only = screen.find("check box", "QR codes only")
    only.queryAction().doAction(0)
    screen.until(lambda: only.getState().contains(pyatspi.STATE_CHECKED), "the choice of QR codes is not taken")
    assert not screen.nameless(), screen.text()
    screen.shot("card-scan")
    for kind in ("ean13", "ean13", "qr"):
        slides.show(pictures[kind])
    screen.gone("check box", "QR codes only")
    slides.end()
    assert screen.text_of("Number") == "B-18-C", screen.text_of("Number")
    screen.press("Scan code")
    slides.begin()
    screen.find("check box", "QR codes only")
    slides.show(pictures["ean13"])
    screen.gone("check box", "QR codes only")
    slides.end()
    assert screen.text_of("Number") == NUMBER, screen.text_of("Number")
    screen.shot("card-scanned")
    screen.until(lambda: len(felt.read_text().splitlines()) == 2, "two scans were not felt")
    told = [json.loads(line) for line in felt.read_text().splitlines()]
    assert [call[2] for call in told] == 2 * ["message-new-instant"], told
    screen.press("Cancel")
    screen.gone("text", "Store")


def lie_as_rows(screen):
    """The same cards as tiles side by side, then as rows as wide as the window, then as tiles again."""
    def width():
        return screen.place_of("push button", part="Library")[2]

    tile = width()
    for name, is_so in [("Show as list", lambda: width() > 1.5 * tile), ("Show as grid", lambda: width() == tile)]:
        screen.press("Sort and filter")
        screen.press(name, "menu item")
        screen.gone("menu item")
        screen.until(is_so, f"{name!r} changed nothing")
        assert not screen.nameless() and not screen.cut(), screen.text()
        screen.shot(name.lower().replace(" ", "-").replace("show-as", "cards-as"))


def search(screen):
    """What is typed leaves only the cards that have it."""
    screen.type("Search", "libr")
    screen.gone("push button", part="Grocer")
    screen.find("push button", part="Library")
    screen.type("Search", "no such card")
    screen.find(part="No results")
    screen.shot("cards-search")
    screen.type("Search", "")
    screen.find("push button", part="Grocer")


def delete(screen):
    """A card's page asks before it deletes, a menu on the tile does not; both can be undone."""
    question = "Delete the card of Library? You can restore it for 30 days."
    screen.press(part="Library")
    screen.find("push button", "Full screen")
    screen.press("Delete")
    screen.find(part=question)
    screen.shot("card-delete")
    screen.press("Cancel")
    screen.gone(part=question)
    screen.press("Delete")
    screen.find(part=question)
    screen.press_last("Delete", once=question)
    screen.gone(part="Library")
    screen.press("Sort and filter")
    screen.press("Undo", "menu item")
    screen.find(part="Undone")
    x, y, width, height = screen.place_of("push button", part="Library")
    screen.mouse(("mousemove", x + width // 2, y + height // 2), ("click", 3))
    screen.press("Delete", "menu item")
    screen.find(part="Card deleted")
    screen.gone(part="Library")
    screen.shot("cards-deleted")
    screen.press("Undo")
    screen.find("push button", part="Library")


def export(screen, place):
    """Both cards are in the file that the desktop was told to keep."""
    file = place.folder / "exported.json"
    screen.press("Import and export")
    screen.find(part="Export as")
    assert not screen.nameless(), screen.text()
    screen.shot("cards-export")
    screen.press(part="Export as")
    screen.choose_file(file)
    screen.find("label", f"Exported 2 cards to {file}")
    screen.shot("cards-exported")
    cards = file.read_text()
    assert NUMBER in cards and "A-17-B" in cards, cards
    screen.press("Close")
    screen.gone("push button", part="Export as")


def main():
    with Place() as place:
        light, slides = Light(place), Slides(place.folder, "camera")
        alice = place.person("alice")
        screen = alice.make_wallet("--camera", slides.pipe, through=light.through)
        exported = place.folder / "catima.csv"
        exported.write_text("2\r\n\r\n_id\r\n\r\n" + CATIMA, newline="")
        photo = place.folder / "photo.png"
        subprocess.run(["convert", "-size", "640x400", "gradient:navy-orange", str(photo)], check=True)
        screen.go("Cards")
        screen.find(part="No cards yet")
        screen.shot("cards-empty")
        screen.press("Import and export")
        screen.press("Import")
        screen.choose_file(exported)
        screen.find(part="2 cards in the file")
        screen.shot("cards-import")
        screen.press("Add cards")
        screen.find(part="2 cards added")
        screen.press("Close")
        screen.find("push button", part="Grocer")
        assert not screen.nameless(), screen.text()
        screen.shot("cards")
        lie_as_rows(screen)
        search(screen)
        delete(screen)
        screen.press(part="Grocer")
        screen.find(part=f"Code of Grocer: {NUMBER}")
        screen.shot("card")
        screen.press("Edit card")
        screen.find("push button", "Add photos")
        screen.shot("card-form")
        screen.press("Add photos")
        screen.choose_file(photo)
        screen.find("image", "Front")
        screen.shot("card-form-photo")
        screen.press("Save")
        screen.gone("push button", "Add photos")
        screen.press("Front")
        screen.find("push button", "Zoom in")
        screen.shot("card-photo")
        screen.press("Close")
        screen.gone("push button", "Zoom in")
        screen.press("Full screen")
        screen.find("push button", "Close")
        picture = place.folder / "screen.png"
        screen.keep(picture)
        read = subprocess.run(
            [str(place.build / "satchel"), "code", "read", str(picture)], capture_output=True, text=True, check=False)
        assert read.returncode == 0 and NUMBER in read.stdout, f"nobody reads the screen: {read.stdout}{read.stderr}"
        screen.shot("card-full")
        leave_by_hand(screen)
        if LANGUAGE == "en":
            shine(screen, light)
        look_at_a_photo(screen, picture)
        screen.press("Earlier versions")
        screen.find("push button", "Restore")
        assert not screen.nameless(), screen.text()
        screen.shot("cards-earlier")
        screen.press("Restore")
        screen.find(part="1 card restored")
        screen.press("Back")
        screen.find("push button", "Full screen")
        screen.press("Back")
        screen.find("push button", "Import and export")
        export(screen, place)
        screen.press("Add a card")
        screen.find("text", "Store")
        screen.press("Save")
        screen.find(part="Enter the store")
        screen.shot("card-form-faults")
        screen.press("Cancel")
        screen.gone("text", "Store")
        scan(screen, place, slides)
        if LANGUAGE == "en":
            crash(screen, alice, light)


main()
print("a card came from a file, and was read off the screen")
