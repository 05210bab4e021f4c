# SPDX-License-Identifier: MIT
"""Somebody who presses whatever there is, as fast as the bus goes, while the hub comes and goes and the window changes."""
import collections
import random
import signal
import subprocess
import time

from gi.repository import GLib

from bus import Bus
from persons import PASSPHRASE, PASSWORD, complaints
from words import Words

SIZES = ["390x844", "1123x727", "320x640", "701x600", "699x844", "1000x420", "844x390"]
KEYS = ["Escape", "Return", "Tab", "shift+Tab", "space", "alt+Left", "F5", "Menu", "Down", "Up", "Page_Down", "ctrl+f"]
TEXTS = ["", "0", "1", "5.50", "-3", "99999999999999999999", "bob", "alice", "Grocer", "4006381333931", "x" * 300, "🙂 é 中文",
         "satchel://pay?to=bob&amount=1", "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "twelve words of no phrase"]
LINKS = ["open/wallet", "open/activity", "open/cards", "open/coins", "open/settings", "open/scan", "open/receive", "open/contacts",
         "open/requests", "open/splits", "open/recurring", "open/exchange", "open/bank", "open/files", "pay?to=bob&amount=1", "nothing/at/all"]
BAR_HEIGHT = 60
LANGUAGES = [Words(language) for language in ("en", "de", "ja", "fr")]


def named(*english):
    """These words in all languages of the app: the monkey may have chosen another."""
    return {name for words in LANGUAGES for word in english for name in words.names(word)}


# A file chooser stays in the folders of the scenario.
FORBIDDEN = named("Parent folder", "Replace", "Close window", "Minimize window")
# Without a network of its own nothing is asked of the world's servers.
WORLDLY = named("Accept")


class Monkey:
    """What it does follows from its seed as far as the app is as quick as the last time."""

    def __init__(self, place, person, screen, hub, seed, is_isolated):
        self.place, self.person, self.hub, self.seed = place, person, hub, seed
        self.chance = random.Random(seed)
        self.avoided = FORBIDDEN if is_isolated else FORBIDDEN | WORLDLY
        self.bus = Bus(person.process.pid)
        self.done = 0
        self.kinds = collections.Counter()
        self.pressed = collections.Counter()
        self.last = collections.deque(maxlen=40)
        self.things = []
        self.window = screen.windows()[0]
        self.size = (390, 844)
        self.back_at = None  # when a hub that was stopped or frozen comes back, in events
        self.is_frozen = False
        self.log = place.folder / f"{person.name}.log"
        self.read = 0
        self.begin = time.monotonic()

    def run(self, events=None, seconds=None):
        """Until there were so many events, or so much time has passed."""
        try:
            while (events is None or self.done < events) and (seconds is None or time.monotonic() < self.begin + seconds):
                self.step()
                if self.done % 25 == 0:
                    self.check()
            self.hub_returns()
            self.check()
        except BaseException:
            print(f"monkey: seed {self.seed}, after {self.done} events: {dict(self.kinds)}\nthe last of them:")
            print("\n".join(self.last))
            raise

    def check(self):
        """It runs, answers, and complains of nothing."""
        code = self.person.process.poll()
        assert code is None, f"the app ended with {code}"
        with open(self.log, "rb") as file:
            file.seek(self.read)
            said = file.read()
        self.read += len(said)
        found = complaints(said.decode(errors="replace"))
        assert not found, "the app printed complaints:\n" + "\n".join(found)

    def step(self):
        kinds = {
            self.press: 42, self.pair: 18, self.type: 12, self.click: 10, self.key: 8, self.resize: 4, self.trouble_hub: 2,
            self.link: 1, self.wait: 3,
        }
        kind = self.chance.choices(list(kinds), list(kinds.values()))[0]
        if self.back_at is not None and self.done >= self.back_at:
            kind = self.hub_returns
        try:
            # A list that is a few presses old holds things that are gone: those are the presses that nobody foresees.
            if not self.things or self.chance.random() < 0.4:
                self.things = [thing for thing in self.bus.things() if thing.sensitive and thing.name not in self.avoided]
            kind()
        except GLib.GError as error:
            # Something went between two questions; that the app is gone or hangs is another thing.
            assert "UnknownMethod" in str(error) or "UnknownObject" in str(error) or "Failed" in str(error), error
        self.kinds[kind.__name__] += 1
        self.done += 1

    def note(self, text):
        self.last.append(f"{self.done:6} {time.monotonic() - self.begin:7.2f} s  {text}")

    def pressable(self):
        roles = {"push button", "toggle button", "check box", "page tab", "list item"}
        found = [thing for thing in self.things if thing.role in roles and thing.actions]
        # What lies deep in the app is reached by what stands late: the tabs are five of a few.
        return [thing for thing in found if thing.role != "page tab" or self.chance.random() < 0.3]

    def press(self):
        if found := self.pressable():
            thing = self.chance.choice(found)
            self.note(f"press {thing.role} {thing.name!r}")
            self.pressed[thing.name] += 1
            self.bus.press(thing)

    def pair(self):
        if found := self.pressable():
            things = [self.chance.choice(found) for _ in range(self.chance.choice([2, 2, 2, 3]))]
            self.note("press at once " + ", ".join(f"{thing.role} {thing.name!r}" for thing in things))
            self.bus.press(*things)

    def type(self):
        secrets = [thing for thing in self.things if thing.role == "password text"]
        fields = [thing for thing in self.things if thing.editable and thing.role != "password text"]
        if secrets and self.chance.random() < 0.7:
            secret = self.chance.choice([PASSPHRASE, PASSPHRASE, PASSWORD, "wrong"])
            self.note(f"type {secret!r} into {len(secrets)} secret fields")
            for field in secrets:
                self.bus.type(field, secret)
        elif fields:
            field = self.chance.choice(fields)
            text = self.chance.choice([*TEXTS, self.hub.link])
            self.note(f"type {text[:40]!r} into {field.name!r}")
            self.bus.type(field, text)

    def click(self):
        """Somewhere, once or twice, with the mouse; or a row is drawn aside."""
        # Below the bar: a button in it closes the window, and the app with it.
        x, y = self.chance.randrange(self.size[0]), self.chance.randrange(BAR_HEIGHT, self.size[1])
        words = ["mousemove", x, y, "click", "1"]
        how = self.chance.random()
        if how < 0.3:
            words += ["click", "1"]
        elif how < 0.4:
            words = ["mousemove", x, y, "click", "3"]
        elif how < 0.55:
            words = ["mousemove", x, y, "mousedown", "1"]
            for part in range(1, 6):
                words += ["mousemove", max(0, x - part * 40), y]
            words += ["mouseup", "1"]
        elif how < 0.65:
            words = ["mousemove", x, y, *["click", self.chance.choice(["4", "5"])] * 4]
        self.note("mouse " + " ".join(map(str, words)))
        subprocess.run(["xdotool", *map(str, words)], check=True)

    def key(self):
        names = [self.chance.choice(KEYS) for _ in range(self.chance.choice([1, 1, 2, 3]))]
        self.note(f"keys {names}")
        for name in names:
            # A key presses what has the focus, and the focus may have come to the button that closes the window.
            if name in ("space", "Return"):
                time.sleep(0.05)  # until the key before has moved the focus
                if any(thing.focused and thing.name in self.avoided for thing in self.bus.things()):
                    continue
            subprocess.run(["xdotool", "key", "--clearmodifiers", name], check=True)

    def resize(self):
        size = self.chance.choice(SIZES)
        self.note(f"window of {size}")
        self.size = tuple(map(int, size.split("x")))
        subprocess.run(["xdotool", "windowsize", self.window, *map(str, self.size)], check=True)

    def link(self):
        link = "satchel://" + self.chance.choice(LINKS)
        self.note(f"link {link}")
        self.person.follow(link)

    def wait(self):
        """Until slides and sheets have come to rest, or nearly."""
        seconds = self.chance.choice([0.05, 0.2, 0.5])
        self.note(f"wait {seconds} s")
        time.sleep(seconds)

    def trouble_hub(self):
        if self.back_at is not None:
            return
        self.back_at = self.done + self.chance.randrange(10, 60)
        self.is_frozen = self.chance.random() < 0.6
        self.note("hub " + ("frozen" if self.is_frozen else "stopped"))
        if self.is_frozen:
            self.hub.process.send_signal(signal.SIGSTOP)
        else:
            self.hub.process.kill()
            self.hub.process.wait()
            self.place.running.remove(self.hub.process)

    def hub_returns(self):
        if self.back_at is None:
            return
        self.back_at = None
        self.note("hub is back")
        if self.is_frozen:
            self.hub.process.send_signal(signal.SIGCONT)
        else:
            self.hub.serve()
