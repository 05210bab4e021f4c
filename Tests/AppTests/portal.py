#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A desktop's portal that chooses files by itself: portal.py CHOICE LOG. CHOICE is a file with the path to choose; an empty one
cancels, and `-` leaves the dialog open. Each call is a line of JSON in LOG, which is there as soon as the portal is.
https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.FileChooser.html"""
import json
import pathlib
import sys

from gi.repository import Gio, GLib

NAME, PLACE = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
REQUEST = "org.freedesktop.portal.Request"
METHODS = "".join(
    f'<method name="{name}"><arg type="s"/><arg type="s"/><arg type="a{{sv}}"/><arg type="o" direction="out"/></method>'
    for name in ("OpenFile", "SaveFile"))


def node(name, members):
    return Gio.DBusNodeInfo.new_for_xml(f'<node><interface name="{name}">{members}</interface></node>').interfaces[0]


def main():
    choice, log = map(pathlib.Path, sys.argv[1:])
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)

    def note(*words):
        with log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(words) + "\n")

    def closed(_bus, _sender, _path, _interface, method, _words, call):
        note(method)
        call.return_value(None)

    def called(_bus, sender, _path, _interface, method, words, call):
        _, title, options = words.unpack()
        request = f"{PLACE}/request/{sender[1:].replace('.', '_')}/{options['handle_token']}"
        bus.register_object(request, node(REQUEST, '<method name="Close"/>'), closed, None, None)
        path = choice.read_text(encoding="utf-8").strip()
        note(method, title, options)
        call.return_value(GLib.Variant("(o)", (request,)))
        if path == "-":
            return
        found = {"uris": GLib.Variant("as", [pathlib.Path(path).as_uri()])} if path else {}
        bus.emit_signal(sender, request, REQUEST, "Response", GLib.Variant("(ua{sv})", (0 if path else 1, found)))

    bus.register_object(PLACE, node("org.freedesktop.portal.FileChooser", METHODS), called, None, None)
    Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: log.touch(), None)
    GLib.MainLoop().run()


main()
