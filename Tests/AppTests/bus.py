# SPDX-License-Identifier: MIT
"""The accessibility bus without a library in between: a whole window in one call, and presses that wait for nothing."""
import collections
import time

from gi.repository import Gio, GLib

TIMEOUT = 15_000  # milliseconds that an app may take for an answer; more is a hang
# AtspiStateType and AtspiRole, as numbers on the bus.
FOCUSED, SENSITIVE, VISIBLE = 12, 24, 30
ROLES = {
    7: "check box", 11: "combo box", 29: "label", 32: "list item", 37: "page tab", 40: "password text", 43: "push button",
    61: "text", 62: "toggle button", 79: "entry",
}

ROOT = "/org/a11y/atspi/accessible/root"

Thing = collections.namedtuple("Thing", "path role name actions editable sensitive focused")


def has(item, state):
    """Whether something of the cache is in a state."""
    return bool(item[9][state // 32] >> state % 32 & 1)


class Bus:
    """One app's end of the accessibility bus, found by its process."""

    def __init__(self, pid):
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        address = session.call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, TIMEOUT).unpack()[0]
        flags = Gio.DBusConnectionFlags
        self.connection = Gio.DBusConnection.new_for_address_sync(
            address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
        self.slowest = 0.0  # seconds that the app took for an answer, at most
        self.name = self.find(pid)

    def find(self, pid):
        end = time.monotonic() + TIMEOUT / 1000
        while time.monotonic() < end:
            root = self.ask(
                "org.a11y.atspi.Registry", ROOT, "org.a11y.atspi.Accessible", "GetChildren")[0]
            for name, _ in root:
                try:
                    owner = self.ask(
                        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                        "GetConnectionUnixProcessID", GLib.Variant("(s)", (name,)))[0]
                except GLib.GError:  # gone between two questions
                    continue
                if owner == pid:
                    return name
            time.sleep(0.1)
        raise AssertionError("the app is not on the accessibility bus")

    def ask(self, name, path, interface, method, values=None):
        return self.connection.call_sync(name, path, interface, method, values, None, 0, TIMEOUT).unpack()

    def walk(self):
        """The paths of all that is not hidden, in the order of the tree; an app knows only what somebody has asked for."""
        below, waiting = {}, 0
        context = GLib.MainContext.default()

        def ask(path):
            nonlocal waiting
            waiting += 1
            self.connection.call(
                self.name, path, "org.a11y.atspi.Accessible", "GetChildren", None, None, 0, TIMEOUT, None, answered, path)

        def answered(connection, result, path):
            nonlocal waiting
            waiting -= 1
            below[path] = []
            try:
                below[path] = [child for _, child in connection.call_finish(result).unpack()[0]]
            except GLib.GError as error:
                if "NoReply" in str(error) or "Timeout" in str(error) or path == ROOT:
                    failures.append(error)
            for child in below[path]:
                ask(child)

        failures = []
        ask(ROOT)
        while waiting:
            context.iteration(True)
        if failures:
            raise failures[0]

        def down(path):
            for child in below[path]:
                yield child
                yield from down(child)

        return list(down(ROOT))

    def things(self):
        """What can be seen now, with its role and name."""
        begin = time.monotonic()
        paths = self.walk()
        items = self.ask(self.name, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems")[0]
        self.slowest = max(self.slowest, time.monotonic() - begin)
        known = {item[0][1]: item for item in items}
        found, unseen = [], set()
        for path in paths:
            item = known.get(path)
            if item is None or item[2][1] in unseen or not has(item, VISIBLE):
                unseen.add(path)
                continue
            found.append(Thing(
                path, ROLES.get(item[7], item[7]), item[6].replace("\u00a0", " "), "org.a11y.atspi.Action" in item[5],
                "org.a11y.atspi.EditableText" in item[5], has(item, SENSITIVE), has(item, FOCUSED)))
        return found

    def send(self, path, interface, method, values):
        """Asks for something and does not wait until it is done."""
        self.connection.call(self.name, path, interface, method, values, None, 0, TIMEOUT, None, None)

    def press(self, *things):
        """Presses one after the other, with no time in between."""
        for thing in things:
            self.send(thing.path, "org.a11y.atspi.Action", "DoAction", GLib.Variant("(i)", (0,)))
        self.connection.flush_sync()

    def type(self, thing, text):
        self.send(thing.path, "org.a11y.atspi.EditableText", "SetTextContents", GLib.Variant("(s)", (text,)))
        self.connection.flush_sync()

    def place(self, thing):
        """Where something is in the window, and how large."""
        return self.ask(self.name, thing.path, "org.a11y.atspi.Component", "GetExtents", GLib.Variant("(u)", (1,)))[0]
