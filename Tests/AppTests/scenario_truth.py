#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What screens say is true now: hidden amounts are hidden everywhere at once, a payment of coins is in the list as soon as
it is signed, and a request to pay is seen on the wallet's home."""
import re

from persons import Chain, Hub, Place

SHOP = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"  # BIP 173's own example, on this network
AMOUNT = re.compile(r"\d[.,]\d{2}")


def amounts(screen):
    """The amounts that can be read now."""
    return [label.name for label in screen.all("label") if AMOUNT.search(label.name)]


def hidden(screen):
    screen.until(lambda: not amounts(screen), f"amounts can be read: {amounts(screen)}")


def coins(place, alice):
    """A payment leaves, and its row and the lower balance are there before any server was asked again."""
    chain = Chain(place, "bitcoin_node.py")
    alice.command("coins", "new")
    alice.command("coins", "add", "bitcoin-regtest", "--name", "Savings")
    alice.command("coins", "servers", "add", "bitcoin-regtest", "esplora", chain.url + "api")
    chain.ask("generate", 101)
    screen = alice.unlock()
    screen.go("Coins")
    screen.press(part="Savings")
    screen.press("Receive")
    address = screen.find("label", part="bcrt1").name
    chain.ask("fund", [[address, 1_000_000]])
    screen.press("Close")
    screen.find("label", part="0.01")
    screen.press("Send")
    screen.type("Address, contact or link", SHOP)
    screen.type("Amount", "0.004")
    screen.press("Review")
    screen.find(part="Review before signing")
    for warning in screen.all("check box", part="I understand"):
        warning.queryAction().doAction(0)
    place.stop(chain.process)
    place.running = [process for process in place.running if process is not chain.process]
    screen.press("Sign and send")
    screen.find("push button", "Close")
    screen.press("Close")
    screen.find("label", part="Sent · Pending")
    screen.find("label", part="0.005")
    screen.shot("truth-coins")
    return screen


def main():
    with Place() as place:
        hub = Hub(place)
        alice, bob = place.person("alice"), place.person("bob")
        for person in (alice, bob):
            person.enter(hub)
        hub.top_up("alice", "100")
        alice.command("sync")
        screen = coins(place, alice)

        # A request arrives while the app is open, and is paid from the row that tells of it.
        screen.go("Wallet")
        bob.command("requests", "new", "7.50", "--from", "alice")
        screen.find("push button", part="1 request to pay")
        screen.shot("truth-request")
        screen.press(part="1 request to pay")
        screen.press(part="7.50 USD")
        screen.press("Pay")
        screen.find(part="Paid")
        screen.press("Close")
        screen.gone("push button", part="1 request to pay")

        # Amounts are hidden at once, on every place.
        screen.find(part="92.50")
        screen.press("Hide amounts")
        hidden(screen)
        screen.shot("truth-hidden")
        for name in ("Activity", "Coins"):
            screen.go(name)
            screen.find(part="•••")
            hidden(screen)
        # The account's page is still open there; then the list of accounts.
        screen.find(part="Sent")
        screen.press("Back")
        screen.find("push button", part="Savings")
        hidden(screen)


main()
print("hidden amounts, coins on their way and requests to pay are seen as they are")
