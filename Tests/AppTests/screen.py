# SPDX-License-Identifier: MIT
"""Sees and uses the app only as a screen reader does: over the accessibility bus, from another process."""
import os
import re
import subprocess
import time

import pyatspi
from gi.repository import Atspi, GLib

from words import Words

TIMEOUT = 15  # seconds until something must have appeared
# A machine that builds at the same time may take longer than the bus's usual 0.8 seconds for an answer.
Atspi.set_timeout(TIMEOUT * 1000, TIMEOUT * 1000)


class Screen:
    """One running app, found by its process."""

    def __init__(self, pid, shots=None, size="390x844", words=None):
        self.pid = pid
        self.words = words or Words("en")
        self.shots = shots
        self.size = size
        # What somebody wrote, in whatever language: a note, the owner of an account, a word of a phrase.
        self.own = ["ask at the desk", "The hub", "This address is"]

    def root(self):
        end = time.monotonic() + TIMEOUT
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
        names = self.words.names(name) if name is not None else ()
        parts = self.words.parts(part) if part is not None else ()
        found = []
        for node, _ in self.everything():
            try:
                if role and node.getRoleName() != role:
                    continue
                # Amounts keep together by a space that breaks no line; scenarios are typed with the usual one.
                said = (node.name or "").replace("\u00a0", " ")
                if role == "page tab":
                    said = re.sub(r", \d+$", "", said)  # its number
                if name is not None and said not in names:
                    continue
                if part is not None and not any(piece in said for piece in parts):
                    continue
                found.append(node)
            except GLib.GError:  # gone between two questions
                continue
        return found

    def find(self, role=None, name=None, part=None, timeout=TIMEOUT):
        end = time.monotonic() + timeout
        while True:
            found = self.all(role, name, part)
            if found:
                return found[0]
            if time.monotonic() > end:
                raise AssertionError(f"there is no {role or 'thing'} named {name or part!r}; there are:\n{self.text()}")
            time.sleep(0.1)

    def gone(self, role=None, name=None, part=None):
        end = time.monotonic() + TIMEOUT
        while self.all(role, name, part):
            if time.monotonic() > end:
                raise AssertionError(f"{role or 'thing'} {name or part!r} is still there")
            time.sleep(0.1)

    def press(self, name=None, role="push button", part=None):
        node = self.find(role, name, part)
        end = time.monotonic() + TIMEOUT
        while not node.getState().contains(pyatspi.STATE_SENSITIVE):
            if time.monotonic() > end:
                raise AssertionError(f"{role} {name or part!r} cannot be used")
            time.sleep(0.1)
            node = self.find(role, name, part)
        action = node.queryAction()
        assert action.nActions > 0, f"{role} {name or part!r} cannot be pressed"
        action.doAction(0)

    def press_last(self, name, role="push button", *, once):
        """The last of several with the same words, once something can be seen that no page before shows: a page that is on
        its way leaves the buttons of the page before in place."""
        self.find(part=once)
        self.until(
            lambda: [node.getState().contains(pyatspi.STATE_SENSITIVE) for node in self.all(role, name)][-1:] == [True],
            f"{role} {name!r} cannot be used")
        self.all(role, name)[-1].queryAction().doAction(0)

    def type(self, name, text, role="text"):
        self.find(role, name).queryEditableText().setTextContents(text)

    def choose_file(self, path):
        """Names a file in the chooser that lies on top, and takes it."""
        self.type("Name or path", str(path))
        self.press(next(name for name in ("Open", "Save", "Use this folder") if self.all("push button", name)))
        self.gone("text", "Name or path")

    def until(self, holds, otherwise):
        """Waits until something is so."""
        end = time.monotonic() + TIMEOUT
        while not holds():
            assert time.monotonic() < end, otherwise
            time.sleep(0.1)

    def choose(self, name, option):
        """Opens a list of choices, and takes one with the mouse: GTK's own rows have no action of theirs."""
        self.find("combo box", name).getChildAtIndex(0).queryAction().doAction(0)
        self.until(lambda: self.choice(option), f"{name!r} does not offer {option!r}")
        self.click(self.choice(option))

    def choice(self, option):
        """The row of an open list that says this; None while there is none."""
        for row in self.all("list item"):
            try:
                if any(child.name == option for child in self.below(row)) and row.queryComponent().getSize()[0] > 0:
                    return row
            except GLib.GError:  # gone between two questions
                continue
        return None

    def below(self, node):
        for child in node:
            if child is not None:
                yield child
                yield from self.below(child)

    def click(self, node):
        """Clicks into the middle of something that can be seen, as a mouse does."""
        box = node.queryComponent().getExtents(pyatspi.WINDOW_COORDS)
        # Without a window manager each window stands in the top left corner.
        x, y = box.x + box.width // 2, box.y + box.height // 2
        subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], check=True)

    def scroll_to(self, name, role="push button"):
        """Turns the wheel until something far down a page is there: what is far out of sight is not drawn."""
        for _ in range(60):
            if self.all(role, name):
                return
            self.mouse(("mousemove", 195, 500), ("click", 5))
        self.find(role, name)

    @staticmethod
    def mouse(*words):
        """Moves and presses as a mouse does, in the window's points: `xdotool`'s words, in steps that a hand makes."""
        for group in words:
            subprocess.run(["xdotool", *map(str, group)], check=True)
            time.sleep(0.05)

    def drag(self, start, *places):
        """Draws from one place of the window over others to the last."""
        self.mouse(("mousemove", *start), ("mousedown", 1), *(("mousemove", *place) for place in places), ("mouseup", 1))

    def place_of(self, role, name=None, part=None):
        """Where something is in the window, and how large."""
        box = self.find(role, name, part).queryComponent().getExtents(pyatspi.WINDOW_COORDS)
        return box.x, box.y, box.width, box.height

    def go(self, name):
        """To one of the app's places."""
        self.find("page tab", name).queryAction().doAction(0)

    def colour(self, x, y):
        """Red, green and blue of a point of the window, 0 to 255."""
        said = subprocess.run(
            ["import", "-window", "root", "-crop", f"1x1+{x}+{y}", "-depth", "8", "rgb:-"], capture_output=True, check=True)
        return tuple(said.stdout[:3])

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

    # Words that every English sentence is made of and that neither German nor Japanese has.
    ENGLISH = set("""the of is are this that these with for from your you and or by at on it its has have been can cannot
        no to what who there again which be other only after before with without when while than their them they does do
        did into yet first next back nothing somebody anybody every each""".split())
    # What a language writes otherwise: decimals with a point, dates by machine.
    MACHINE = {
        "de": [r"(?<![\d.,])(0\.\d+|\d+\.(\d{1,2}|\d{4,}))(?= ([A-Z]{3}|%)\b)", r"\b\d{4}-\d{2}-\d{2}\b"],
        "ja": [r"\b\d{4}-\d{2}-\d{2}\b"],
        "fr": [r"(?<![\d.,])(0\.\d+|\d+\.(\d{1,2}|\d{4,}))(?= ([A-Z]{3}|%)\b)", r"\b\d{4}-\d{2}-\d{2}\b"],
    }

    def foreign(self):
        """What can be seen in English, or as machines write it, while the app speaks another language."""
        language = self.words.language
        if language == "en":
            return []
        found = []
        for node, _ in self.everything():
            try:
                said = (node.name or "").replace("\u00a0", " ")
            except GLib.GError:  # gone between two questions
                continue
            # Somebody's own words, and addresses of machines, are what they are.
            is_digits = " " not in said and len(said) > 40
            if is_digits or any(own in said for own in self.own) or re.fullmatch(r"\d+\. \w+", said) or "://" in said or said[:1] == "/":
                continue
            english = self.ENGLISH & set(re.findall(r"(?<![\w-])[a-z]+(?![\w-])", said.lower()))
            if english or any(re.search(pattern, said) for pattern in self.MACHINE[language]):
                found.append(said)
        return found

    def shot(self, name, settle=0.6):
        """Keeps a picture of the window among those that a person looks at; nothing in it is of another language."""
        foreign = self.foreign()
        assert not foreign, f"{name}: not in the language of the screen: {foreign}"
        if self.shots:
            self.keep(os.path.join(self.shots, f"{name}.png"), settle)

    def windows(self):
        """The X server's numbers of the app's windows."""
        return subprocess.run(
            ["xdotool", "search", "--all", "--onlyvisible", "--pid", str(self.pid), "Satchel"], capture_output=True,
            text=True, check=False).stdout.split()

    def keep(self, picture, settle=0.6):
        """Keeps a picture of the window, above all others."""
        for window in self.windows():
            subprocess.run(["xdotool", "windowraise", window], check=True)
        time.sleep(settle)
        # Without a window manager each window stands in the top left corner.
        subprocess.run(["import", "-window", "root", "-crop", f"{self.size}+0+0", "+repage", str(picture)], check=True)

    def cut(self):
        """What reaches beyond the left or the right edge of the window, or has no room at all."""
        wide = int(self.size.split("x")[0])
        found = []
        for node, _ in self.everything():
            try:
                role, name = node.getRoleName(), node.name
                if role not in ("label", "push button", "text", "password text", "page tab", "combo box", "image"):
                    continue
                box = node.queryComponent().getExtents(pyatspi.WINDOW_COORDS)
                if name and box.width and (box.x < -1 or box.x + box.width > wide + 1):
                    found.append(f"{role} {name!r} at {box.x},{box.y} {box.width}x{box.height}")
            except (GLib.GError, NotImplementedError):  # gone between two questions
                continue
        return found

    def text(self):
        lines = []
        for node, depth in self.everything():
            try:
                lines.append(f"{'  ' * depth}[{node.getRoleName()}] {node.name!r}")
            except GLib.GError:  # gone between two questions
                continue
        return "\n".join(lines)

    def nameless(self):
        """What can be pressed or typed into and says nothing to who cannot see it, or only what class of GTK it is."""
        roles = {"push button", "toggle button", "check box", "text", "password text", "page tab", "combo box"}
        found = []
        for node, _ in self.everything():
            try:
                role, name = node.getRoleName(), node.name
                if role in roles and not name or role in roles | {"label"} and re.fullmatch(r"(Gtk|Adw|Canvas)[A-Z]\w+", name):
                    found.append(f"{role} {name}".strip())
            except GLib.GError:  # gone between two questions
                continue
        return found
