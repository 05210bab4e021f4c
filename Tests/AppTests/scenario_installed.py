#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The app is installed in a folder; the desktop finds who opens a satchel: link, starts it, and gets its icon."""
import os
import pathlib
import subprocess
import tempfile

from persons import Place

ROOT = pathlib.Path(__file__).resolve().parents[2]
APP = "org.satchel.Satchel"


def install(build, machine):
    subprocess.run(
        [str(ROOT / "Scripts/install"), str(build), str(machine), "/usr"], check=True,
        env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"})
    entry = machine / f"usr/share/applications/{APP}.desktop"
    # The entry names programs where they are on a machine; here that is below a folder.
    entry.write_text(entry.read_text().replace("=/usr/bin/", f"={machine}/usr/bin/"))
    subprocess.run(["update-desktop-database", str(entry.parent)], check=True)


def icons(window):
    """What the desktop has as the window's icon: the points of each size, as alpha, red, green and blue."""
    said = subprocess.run(
        ["xprop", "-id", window, "-notype", "32c", "_NET_WM_ICON"], capture_output=True, text=True, check=True).stdout
    numbers = [int(word) for word in said.partition("=")[2].replace(",", " ").split()]
    found = {}
    while numbers:
        width, height = numbers[:2]
        found[width] = numbers[2:2 + width * height]
        numbers = numbers[2 + width * height:]
    return found


def drawn(picture):
    """The same of a file."""
    bytes_ = subprocess.run(
        ["convert", str(picture), "-depth", "8", "rgba:-"], capture_output=True, check=True).stdout
    points = [bytes_[index:index + 4] for index in range(0, len(bytes_), 4)]
    return [alpha << 24 | red << 16 | green << 8 | blue for red, green, blue, alpha in points]


def differ(one, other):
    """How far two points are from each other, where both can be seen."""
    parts = [[point >> shift & 255 for shift in (24, 16, 8, 0)] for point in (one, other)]
    return 0 if parts[0][0] < 250 else max(abs(a - b) for a, b in zip(*parts))


def main():
    with tempfile.TemporaryDirectory(prefix="satchel-installed-") as folder, Place() as place:
        machine = pathlib.Path(folder)
        install(place.build, machine)
        share = machine / "usr/share"
        # Before anything of GLib looks at them.
        os.environ["XDG_DATA_DIRS"] = f"{share}:/usr/share"
        from gi.repository import Gio
        chosen = Gio.AppInfo.get_default_for_uri_scheme("satchel")
        assert chosen is not None and chosen.get_id() == f"{APP}.desktop", "nobody opens satchel: links"
        assert chosen.get_icon().to_string() == APP
        command = chosen.get_commandline().replace("%u", "satchel://open/cards").split()

        place.build = machine / "usr/bin"
        assert command[0] == str(place.build / "satchel-app")
        alice = place.person("alice")
        screen = alice.make_wallet(*command[1:])
        # The link waited until there was a wallet.
        screen.find(part="No cards yet")
        installed = icons(screen.windows()[0])
        assert installed, "the window has no icon"
        for size, points in installed.items():
            picture = share / f"icons/hicolor/{size}x{size}/apps/{APP}.png"
            wanted = drawn(picture)
            assert max(map(differ, wanted, points)) < 8, f"the icon of {size} points is another one"
        print("icons of", sorted(installed))


main()
print("the app was found by its link, and shows its icon")
