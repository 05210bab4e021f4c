#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A hub moves: its new address is shown beside the old one and asked about; links wait meanwhile and open one by one."""
import socket

from persons import Hub, Place


def looked_at(screen, shot):
    """Everything that can be used has words; a picture is kept."""
    assert not screen.nameless(), f"{shot}: without a name: {screen.nameless()}\n{screen.text()}"
    screen.shot(shot)


def asked(screen, old, new):
    """Both addresses are shown, each with what it is."""
    screen.find("label", "Use another address?")
    for words, address in [("Current address", old), ("New address", new)]:
        screen.find("label", words)
        screen.find("label", address)


def closed_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def main():
    with Place() as place:
        hub = Hub(place)
        alice = place.person("alice")
        alice.enter(hub)
        screen = alice.unlock()
        screen.gone(part="Syncing")

        # A link with an address where no hub can prove itself: asked about, and refused when it is tried.
        wrong = f"http://127.0.0.1:{closed_port()}"
        alice.follow(hub.link_at(wrong))
        asked(screen, hub.url, wrong)
        looked_at(screen, "address-asked")

        # The page stays while links come, and says that they wait.
        assert not screen.all(part="Another link is waiting"), "a link waits that never came"
        alice.follow("satchel://pay?to=bob&amount=5")
        screen.find("label", part="Another link is waiting")
        alice.follow("satchel://open/receive")
        alice.follow("satchel://open/activity")
        asked(screen, hub.url, wrong)
        looked_at(screen, "address-links-wait")
        screen.press("Use new address")
        screen.find("label", part="did not prove that it is your hub")
        asked(screen, hub.url, wrong)
        looked_at(screen, "address-refused")

        # The first of them opens when the page is closed, and the next one when that is.
        screen.press("Keep current address")
        screen.gone("label", "Use another address?")
        screen.find("text", "Recipient")
        assert screen.text_of("Recipient") == "bob", screen.text()
        screen.find("label", part="Another link is waiting")
        looked_at(screen, "address-first-link")
        screen.press("Close")
        screen.find("push button", "Create request")
        screen.press("Close")
        screen.gone("push button", "Close")
        screen.find("label", part="No activity yet")
        looked_at(screen, "address-last-link")

        # More than eight are refused, and the page is still there.
        alice.follow(hub.link_at(wrong))
        asked(screen, hub.url, wrong)
        for number in range(9):
            alice.follow(f"satchel://pay?to=bob&amount={number + 1}")
        screen.find("label", part="Too many links are waiting")
        asked(screen, hub.url, wrong)
        looked_at(screen, "address-too-many")
        screen.gone("label", part="Too many links are waiting")
        alice.close()

        # A3: what is wrong with a link is said for a while, and never over the lock.
        screen = alice.unlock()
        alice.follow("satchel://nothing/at/all")
        screen.find("label", part="Satchel can't use this link")
        screen.press("Lock")
        screen.find("password text", "Passphrase")
        assert not screen.all("label", part="Satchel can't use this link"), screen.text()
        alice.close()

        # The hub goes to an address where it proves itself.
        hub.stop()
        hub.serve("--tls")
        moved = hub.url.replace("http:", "https:")
        screen = alice.unlock()
        alice.follow(hub.link_at(moved, "--tls"))
        asked(screen, hub.url, moved)
        screen.press("Use new address")
        screen.find("label", part=f"You have joined the hub at {moved}")
        looked_at(screen, "address-used")
        screen.press("Done")
        screen.gone("push button", "Done")
        screen.go("Settings")
        screen.find("label", moved)
        looked_at(screen, "address-settings")

        # The same by hand, where the hub is not any more.
        screen.press("Change address")
        screen.type("Hub link", hub.link)
        screen.press("Join")
        asked(screen, moved, hub.url)
        screen.press("Keep current address")
        screen.gone("label", "Use another address?")
        screen.find("label", moved)
        alice.close()


main()
print("a hub moved to the address that it proved, and links waited meanwhile")
