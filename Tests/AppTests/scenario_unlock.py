#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A PIN opens the wallet, its wrong tries outlive kill -9, and it goes; a start asks for nothing where that was chosen; no
keyring and a folder that others see are told of, with what helps."""
import ctypes
import json
import os
import pathlib
import platform
import signal

from persons import PASSPHRASE, Place

PIN, WRONG = "271828", "314159"
ADD_KEY = {"x86_64": 248, "aarch64": 217}


def has_keyring():
    """Whether this kernel keeps keys for programs; some containers forbid it."""
    library = ctypes.CDLL(None, use_errno=True)
    number = ADD_KEY.get(platform.machine())
    return number and library.syscall(number, b"user", b"satchel:probe", b"x", ctypes.c_size_t(1), ctypes.c_long(-4)) > 0


def kill(person):
    """As when the machine's memory runs out, or the power of a screen's session."""
    os.kill(person.process.pid, signal.SIGKILL)
    person.process.wait(15)
    person.place.running.remove(person.process)


def security(screen):
    screen.go("Settings")
    screen.press("Security")
    screen.find("password text", "New PIN")


def guess(screen, pin):
    screen.type("PIN", pin, "password text")
    screen.press("Unlock")


def pins(place):
    alice = place.person("alice")
    screen = alice.open()
    screen.press("Create a wallet")
    screen.type("Passphrase", PASSPHRASE, "password text")
    screen.type("Repeat passphrase", PASSPHRASE, "password text")
    screen.type("PIN (optional)", "123456", "password text")
    screen.find(part="This PIN is too easy to guess. Choose another one.")
    screen.type("PIN (optional)", PIN, "password text")
    screen.shot("opening-pin")
    screen.press("Continue")
    screen.press("Later")
    screen.find("page tab", "Wallet")

    kill(alice)
    screen = alice.open()
    guess(screen, WRONG)
    screen.find(part="Wrong PIN.")
    screen.find(part="5 attempts left. After that, only the passphrase unlocks the wallet.")
    assert not screen.nameless(), screen.text()
    screen.shot("locked-pin")
    kill(alice)
    screen = alice.open()
    screen.find(part="5 attempts left. After that, only the passphrase unlocks the wallet.")
    guess(screen, PIN)
    screen.find("page tab", "Wallet")

    security(screen)
    screen.find(part="A PIN unlocks this wallet.")
    screen.shot("security-pin")
    screen.press("Remove PIN")
    screen.gone(part="A PIN unlocks this wallet.")
    screen.find(name="Stay unlocked between starts", role="check box").queryAction().doAction(0)
    screen.go("Wallet")
    # It is looked at every five seconds whether the key is to be kept.
    config = pathlib.Path(alice.folder, "config/satchel/app.json")
    screen.until(lambda: json.loads(config.read_text()).get("staysOpen"), "the choice is not kept")
    screen.until(lambda: is_kept(alice), "the key is not kept")
    kill(alice)
    screen = alice.open()
    screen.find("page tab", "Wallet")
    screen.press("Lock")
    screen.find("password text", "Passphrase")
    assert not is_kept(alice), "a locked wallet's key is still in the keyring"
    alice.close()


def is_kept(person):
    """Whether the keyring has the key of the wallet, as it lists it: /proc/keys, proc_keys(5)."""
    return f"satchel:{person.folder}/wallet" in pathlib.Path("/proc/keys").read_text()


def device(place):
    """What the wallet's home says of a folder that others may look into."""
    carol = place.person("carol")
    screen = carol.make_wallet()
    # A wallet shuts its folder when it opens; somebody opens it again meanwhile.
    os.chmod(carol.folder / "wallet", 0o755)
    screen.find(part="This device doesn't protect the wallet properly.")
    screen.press("Details")
    screen.find(part="chmod 700")
    screen.find(part="Until then:")
    assert not screen.nameless(), screen.text()
    screen.shot("device")
    os.chmod(carol.folder / "wallet", 0o700)
    screen.gone(part="This device doesn't protect the wallet properly.")
    carol.close()


def no_keyring(place):
    bob = place.person("bob")
    screen = bob.make_wallet(through=["/usr/bin/python3", pathlib.Path(__file__).parent / "without_keyring.py"])
    security(screen)
    screen.type("Passphrase", PASSPHRASE, "password text")
    screen.type("New PIN", PIN, "password text")
    screen.type("Repeat new PIN", PIN, "password text")
    screen.press("Set PIN")
    screen.find(
        part="This system can't keep keys for programs, so you need the passphrase every time. In a container, allow the "
        "kernel's keyring (add_key, keyctl).")
    screen.shot("security-no-keyring")
    bob.close()


def main():
    with Place() as place:
        if has_keyring():
            pins(place)
        else:
            print("left out: this kernel keeps no keys for programs, so there is no PIN")
        device(place)
        no_keyring(place)


main()
print("a PIN opened the wallet and its wrong tries were remembered; without a keyring a sentence says what helps")
