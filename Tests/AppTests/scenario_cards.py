#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Cards come from a file of another app; one is shown over the full screen, and another program reads it off that."""
import subprocess

from persons import Place

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


def main():
    with Place() as place:
        alice = place.person("alice")
        screen = alice.make_wallet()
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
        screen.press("Import and export")
        screen.find(part="Export as")
        assert not screen.nameless(), screen.text()
        screen.shot("cards-export")
        screen.press("Close")
        screen.press("Add a card")
        screen.press("Save")
        screen.find(part="Enter the store")
        screen.shot("card-form-faults")


main()
print("a card came from a file, and was read off the screen")
