#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A desktop that shows what programs tell, under either of the two names that desktops have, or the service that makes a
phone vibrate: desktop.py NAME FILE.

Each call is a line of JSON in FILE, which is there as soon as the name is. https://specifications.freedesktop.org/notification-spec/,
https://source.puri.sm/Librem5/feedbackd
"""
import json
import sys

from gi.repository import Gio, GLib

INTERFACES = {
    "org.freedesktop.Notifications": ("/org/freedesktop/Notifications", """
        <method name="Notify">
          <arg type="s"/><arg type="u"/><arg type="s"/><arg type="s"/><arg type="s"/><arg type="as"/><arg type="a{sv}"/>
          <arg type="i"/><arg type="u" direction="out"/>
        </method>
        <method name="CloseNotification"><arg type="u"/></method>
        <method name="GetCapabilities"><arg type="as" direction="out"/></method>
        <method name="GetServerInformation">
          <arg type="s" direction="out"/><arg type="s" direction="out"/><arg type="s" direction="out"/>
          <arg type="s" direction="out"/>
        </method>
        <signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>"""),
    "org.gtk.Notifications": ("/org/gtk/Notifications", """
        <method name="AddNotification"><arg type="s"/><arg type="s"/><arg type="a{sv}"/></method>
        <method name="RemoveNotification"><arg type="s"/><arg type="s"/></method>"""),
    "org.sigxcpu.Feedback": ("/org/sigxcpu/Feedback", """
        <method name="TriggerFeedback">
          <arg type="s"/><arg type="s"/><arg type="a{sv}"/><arg type="i"/><arg type="u" direction="out"/>
        </method>"""),
}
ANSWERS = {
    "GetCapabilities": GLib.Variant("(as)", (["body", "actions"],)),
    "GetServerInformation": GLib.Variant("(ssss)", ("desktop", "satchel", "1", "1.2")),
}


def main():
    name, place = sys.argv[1:]
    path, members = INTERFACES[name]
    numbers = iter(range(1, 1_000_000))

    def called(_bus, _sender, _path, _interface, method, words, call):
        answer = ANSWERS.get(method)
        if method == "TriggerFeedback":
            answer = GLib.Variant("(u)", (next(numbers),))
        if method == "Notify":
            # A number that is replaced stays.
            answer = GLib.Variant("(u)", (words.unpack()[1] or next(numbers),))
        with open(place, "a", encoding="utf-8") as file:
            file.write(json.dumps([method, *words.unpack()], default=str) + "\n")
        call.return_value(answer)

    def owned(_bus, _name):
        open(place, "a", encoding="utf-8").close()

    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    node = Gio.DBusNodeInfo.new_for_xml(f'<node><interface name="{name}">{members}</interface></node>')
    bus.register_object(path, node.interfaces[0], called, None, None)
    Gio.bus_own_name_on_connection(bus, name, Gio.BusNameOwnerFlags.NONE, owned, None)
    GLib.MainLoop().run()


main()
