# SPDX-License-Identifier: MIT
"""A light behind the screen, in a mount namespace that programs enter, and a logind that changes it. Needs root.

    unshare --mount python3 backlight.py FOLDER

FOLDER becomes /sys/class/backlight with the light `panel`; FOLDER/ready is there as soon as logind answers. All of it ends
with this process. https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.login1.html
"""
import os
import pathlib
import signal
import subprocess
import sys

from system_bus import SystemBus

SET = 'open(f"/sys/class/{args[0]}/{args[1]}/brightness", "w").write(f"{args[2]}\\n")'


def main():
    folder = pathlib.Path(sys.argv[1])
    (folder / "panel").mkdir(parents=True)
    (folder / "panel/max_brightness").write_text("1000\n")
    (folder / "panel/brightness").write_text("300\n")
    subprocess.run(["mount", "-t", "tmpfs", "class", "/sys/class"], check=True)
    os.mkdir("/sys/class/backlight")
    subprocess.run(["mount", "--bind", folder, "/sys/class/backlight"], check=True)
    bus = SystemBus()
    import dbus

    logind = bus.service("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
    logind.AddObject(
        "/org/freedesktop/login1/session/auto", "org.freedesktop.login1.Session", dbus.Dictionary({}, signature="sv"),
        dbus.Array([("SetBrightness", "ssu", "", SET)], signature="(ssss)"))
    (folder / "ready").touch()
    signal.pause()


main()
