#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A phrase is made and checked; bitcoins arrive from a chain on this machine, and some are sent to a shop there."""
import json
import re
import urllib.request

from persons import Chain, Place

SHOP = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"  # BIP 173's own example, on this network


def esplora(chain, path):
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"{chain.url}api/{path}") as answer:
        return json.load(answer)


def make_phrase(screen):
    """Makes a phrase and proves that it was written down."""
    screen.go("Coins")
    screen.press("Create phrase")
    screen.find("push button", "I have written them down")
    words = dict(re.fullmatch(r"(\d+)\. (\w+)", label.name).groups() for label in screen.all("label", part=". ")
                 if re.fullmatch(r"\d+\. \w+", label.name))
    assert len(words) == 12, words
    screen.shot("coins-phrase")
    screen.press("I have written them down")
    screen.find("text", part="Word ")
    for field in screen.all("text", part="Word "):
        field.queryEditableText().setTextContents(words[re.search(r"\d+", field.name)[0]])
    assert not screen.nameless(), screen.text()
    screen.shot("coins-check")
    screen.press("Continue")
    screen.find(part="No accounts yet")


def look_again(screen):
    """Leaves the account and opens it again: what it shows is asked for anew."""
    screen.press("Back")
    screen.press(part="Savings")
    screen.find("push button", "Receive")


def main():
    with Place() as place:
        chain = Chain(place, "bitcoin_node.py")
        alice = place.person("alice")
        make_phrase(alice.make_wallet())
        alice.close()
        # The app offers the chains that have a price; one of a test, and its server, come from the command line.
        alice.command("coins", "add", "bitcoin-regtest", "--name", "Savings")
        alice.command("coins", "servers", "add", "bitcoin-regtest", "esplora", chain.url + "api")
        chain.ask("generate", 101)

        screen = alice.unlock()
        screen.go("Coins")
        screen.find(part="Savings")
        screen.shot("coins")
        screen.press("Advanced")
        for name, shot in [("Coin settings", "coins-settings"), ("Sign for another wallet", "coins-sign")]:
            screen.press(name)
            screen.find("push button", "Back")
            assert not screen.nameless(), screen.text()
            screen.shot(shot)
            screen.press("Back")
            screen.gone("push button", "Back")
        screen.press(part="Savings")
        screen.press("Receive")
        address = screen.find("label", part="bcrt1").name
        screen.find(part="QR code of the address")
        assert not screen.nameless(), screen.text()
        screen.shot("coins-receive")
        chain.ask("fund", [[address, 1_000_000]])
        screen.press("Close")
        screen.gone("push button", "Close")
        look_again(screen)
        screen.find("label", part="0.01")
        screen.find("label", part="Received")

        screen.press("Send")
        screen.type("Address, contact or link", SHOP)
        screen.type("Amount", "0.004")
        assert not screen.nameless(), screen.text()
        screen.shot("coins-send")
        screen.press("Review")
        screen.find(part="Review before signing")
        screen.find("label", part="0.004")
        assert not chain.ask("getrawmempool"), "something was sent before it was looked over"
        for warning in screen.all("check box", part="I understand"):
            warning.queryAction().doAction(0)
        screen.shot("coins-review")
        screen.press("Sign and send")
        screen.find(part="Sent to the network")
        screen.shot("coins-sent")
        waiting = chain.ask("getrawmempool")
        assert len(waiting) == 1, waiting
        screen.find(part=waiting[0])
        paid = [output["value"] for output in esplora(chain, f"tx/{waiting[0]}")["vout"]
                if output.get("scriptpubkey_address") == SHOP]
        assert paid == [400_000], paid
        chain.ask("generate", 1)
        assert esplora(chain, f"tx/{waiting[0]}/status")["confirmed"]
        screen.press("Close")
        look_again(screen)
        screen.find("label", part="Sent · Confirmed")
        screen.find("label", part="0.005")
        screen.shot("coins-account")


main()
print("bitcoins came from a chain and went to a shop on it")
