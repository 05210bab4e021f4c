# SPDX-License-Identifier: MIT
"""Sees and uses the app only as a screen reader does: over the accessibility bus, from another process."""
import os
import subprocess
import time

import pyatspi
from gi.repository import Atspi, GLib

PATIENCE = 15  # seconds until something must have appeared
# A machine that builds at the same time may take longer than the bus's usual 0.8 seconds for an answer.
Atspi.set_timeout(PATIENCE * 1000, PATIENCE * 1000)


class Screen:
    """One running app, found by its process."""

    def __init__(self, pid, shots=None, size="390x844"):
        self.pid = pid
        self.shots = shots
        self.size = size

    def root(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            desktop = pyatspi.Registry.getDesktop(0)
            try:
                for app in desktop:
                    if app is not None and app.get_process_id() == self.pid:
                        return app
            except GLib.GError:  # one app left while another was asked
                pass
            # An app that was asked before it was ready is remembered as empty; forget that.
            desktop.clear_cache()
            time.sleep(0.2)
        raise AssertionError("the app is not on the accessibility bus")

    def everything(self):
        """What can be seen now, with its depth; what is hidden is left out with all below it."""

        def walk(node, depth):
            yield node, depth
            try:
                # What was seen while a screen was being made is remembered, and nobody here listens to what it became.
                node.clear_cache()
                children = [node.getChildAtIndex(index) for index in range(node.childCount)]
                children = [child for child in children if child and child.getState().contains(pyatspi.STATE_VISIBLE)]
            except GLib.GError:  # gone between two questions
                return
            for child in children:
                yield from walk(child, depth + 1)

        return list(walk(self.root(), 0))

    def all(self, role=None, name=None, part=None):
        found = []
        for node, _ in self.everything():
            try:
                if role and node.getRoleName() != role:
                    continue
                if name is not None and node.name != name:
                    continue
                if part is not None and part not in (node.name or ""):
                    continue
                found.append(node)
            except GLib.GError:  # gone between two questions
                continue
        return found

    def find(self, role=None, name=None, part=None, patience=PATIENCE):
        end = time.monotonic() + patience
        while True:
            found = self.all(role, name, part)
            if found:
                return found[0]
            if time.monotonic() > end:
                raise AssertionError(f"there is no {role or 'thing'} named {name or part!r}; there are:\n{self.text()}")
            time.sleep(0.1)

    def gone(self, role=None, name=None, part=None):
        end = time.monotonic() + PATIENCE
        while self.all(role, name, part):
            if time.monotonic() > end:
                raise AssertionError(f"{role or 'thing'} {name or part!r} is still there")
            time.sleep(0.1)

    def press(self, name=None, role="push button", part=None):
        node = self.find(role, name, part)
        end = time.monotonic() + PATIENCE
        while not node.getState().contains(pyatspi.STATE_SENSITIVE):
            if time.monotonic() > end:
                raise AssertionError(f"{role} {name or part!r} cannot be used")
            time.sleep(0.1)
            node = self.find(role, name, part)
        action = node.queryAction()
        assert action.nActions > 0, f"{role} {name or part!r} cannot be pressed"
        action.doAction(0)

    def press_last(self, name, role="push button"):
        """The last of several with the same words: what lies on top comes last."""
        self.all(role, name)[-1].queryAction().doAction(0)

    def type(self, name, text, role="text"):
        self.find(role, name).queryEditableText().setTextContents(text)

    def choose_file(self, path):
        """Names a file in the chooser that lies on top, and takes it."""
        self.type("Name or path", str(path))
        self.press(next(name for name in ("Open", "Save", "Use this folder") if self.all("push button", name)))
        self.gone("text", "Name or path")

    def text_of(self, name, role="text"):
        text = self.find(role, name).queryText()
        return text.getText(0, text.characterCount)

    def is_usable(self, name, role="push button"):
        return self.find(role, name).getState().contains(pyatspi.STATE_SENSITIVE)

    def keys(self, *names):
        """Sends keys as the keyboard would."""
        for name in names:
            subprocess.run(["xdotool", "key", "--clearmodifiers", name], check=True)
            time.sleep(0.1)

    def shot(self, name, settle=0.6):
        """Keeps a picture of the window."""
        if self.shots:
            found = subprocess.run(
                ["xdotool", "search", "--all", "--onlyvisible", "--pid", str(self.pid), "Satchel"], capture_output=True,
                text=True, check=False).stdout.split()
            for window in found:
                subprocess.run(["xdotool", "windowraise", window], check=True)
            time.sleep(settle)
            # Without a window manager each window stands in the top left corner.
            picture = os.path.join(self.shots, f"{name}.png")
            subprocess.run(["import", "-window", "root", "-crop", f"{self.size}+0+0", "+repage", picture], check=True)

    def text(self):
        lines = []
        for node, depth in self.everything():
            try:
                lines.append(f"{'  ' * depth}[{node.getRoleName()}] {node.name!r}")
            except GLib.GError:  # gone between two questions
                continue
        return "\n".join(lines)

    def nameless(self):
        """What can be pressed or typed into and says nothing to who cannot see it."""
        roles = {"push button", "toggle button", "check box", "text", "password text", "page tab", "combo box"}
        found = []
        for node, _ in self.everything():
            try:
                if node.getRoleName() in roles and not node.name:
                    found.append(node.getRoleName())
            except GLib.GError:  # gone between two questions
                continue
        return found
