#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Two wallets are made and join a hub; the hub is switched off; one pays the other by pictures of codes; both lock."""
import shutil

from persons import PASSPHRASE, PASSWORD, Hub, Place


def onboard(person, hub, pictures, *words):
    screen = person.open(*words)
    screen.find("push button", "Create a wallet")
    named(screen)
    if pictures:
        screen.shot("welcome")
    screen.press("Create a wallet")
    screen.type("Passphrase", PASSPHRASE, "password text")
    screen.type("Repeat passphrase", PASSPHRASE, "password text")
    if pictures:
        screen.shot("passphrase")
    screen.press("Continue")
    screen.type("Hub link", hub.link)
    if pictures:
        screen.shot("join")
    screen.press("Join")
    screen.type("Username", person.name)
    screen.type("Password", PASSWORD, "password text")
    named(screen)
    if pictures:
        screen.shot("account")
    screen.press("Open an account")
    screen.find("page tab", "Wallet")
    return screen


def named(screen):
    """Nothing that can be used is without words."""
    nameless = screen.nameless()
    assert not nameless, f"without a name: {nameless}\n{screen.text()}"


def main():
    with Place() as place:
        hub = Hub(place)
        alice, bob = place.person("alice"), place.person("bob")
        # What is put into this folder is what the payer's camera sees.
        sight = place.folder / "sight"
        sight.mkdir()
        payer = onboard(alice, hub, True, "--camera", str(sight))
        hub.top_up("alice", "100")
        payer.press("Sync")
        payer.find(part="100.00")
        payer.press("Take offline")
        payer.type("Amount", "50")
        named(payer)
        payer.shot("take-offline")
        payer.find("push button", "Take offline", timeout=2)
        payer.press_last("Take offline", once="Amount")
        payer.find(part="50.00")
        payer.press("Close")
        payer.find("page tab", "Wallet")
        payer.shot("home")
        named(payer)
        payee = onboard(bob, hub, False)
        payee.press("Sync")
        hub.stop()

        payee.press("Receive")
        payee.type("Amount", "12.50")
        named(payee)
        payee.press("Create request")
        request = place.folder / "request.png"
        payee.press("Other ways")
        payee.press("Save as picture")
        payee.choose_file(request)
        payee.find(part="1 picture saved")
        payee.shot("receive")

        payer.press("Send")
        shutil.copy(request, sight)
        payer.press("Pay by code")
        payer.find(part="12.50")
        named(payer)
        payer.shot("review")
        payer.press("Pay")
        payer.find("label", part="Paid")
        payment = place.folder / "payment.png"
        payer.press("Other ways")
        payer.press("Save as picture")
        payer.choose_file(payment)
        payer.find(part="saved")
        payer.shot("paid")

        for picture in sorted(place.folder.glob("payment*.png")):
            payee.press("Choose a picture or file")
            payee.choose_file(picture)
        payee.find("label", part="Received")
        receipt = place.folder / "receipt.png"
        payee.press("Other ways")
        payee.press("Save as picture")
        payee.choose_file(receipt)
        payee.find(part="saved")
        payee.shot("received")
        payer.press("Choose a picture or file")
        payer.find("text", "Name or path")
        payer.shot("chooser")
        payer.choose_file(receipt)
        payer.find("label", part="12.50 USD delivered")
        payer.shot("confirmed")
        payer.press("Done")
        payer.find(part="37.50")

        payer.press("Lock")
        payer.find("password text", "Passphrase")
        payer.shot("locked")
        payer.type("Passphrase", PASSPHRASE, "password text")
        payer.press("Unlock")
        payer.find(part="37.50")
        payer.shot("home-after")


main()
print("two wallets paid each other without a network")
