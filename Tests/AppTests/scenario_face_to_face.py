#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Two windows stand side by side, and each one's camera sees the other's window: a payment by code ends without a touch but
the payer's consent, while the hub is off. Then a payment is declined, a till adds up its day, and a code is paid online."""
import subprocess

from film import Film
from persons import Hub, Place

SIZE = "400x840"
WIDTH, HEIGHT = 400, 840


def beside(screen):
    """Moves a window to the right half of the display."""
    for window in screen.windows():
        subprocess.run(["xdotool", "windowmove", "--sync", window, str(WIDTH), "0"], check=True)


def shot(screen, name):
    """Both windows in one picture, which a person looks at."""
    assert not screen.nameless(), screen.text()
    if screen.shots:
        subprocess.run(
            ["import", "-window", "root", "-crop", f"{2 * WIDTH}x{HEIGHT}+0+0", "+repage", f"{screen.shots}/face-{name}.png"],
            check=True)


def main():
    with Place() as place:
        hub = Hub(place)
        alice, bob = place.person("alice"), place.person("bob")
        for person in (alice, bob):
            person.enter(hub)
        hub.top_up("alice", "100")
        alice.command("sync")
        alice.command("take-offline", "50")
        bob.command("sync")
        # The payer stands on the left and looks to the right.
        right = Film(place.folder, "alice", (WIDTH, HEIGHT, WIDTH, 0))
        left = Film(place.folder, "bob", (WIDTH, HEIGHT, 0, 0))
        payee = bob.unlock("--camera", left.pipe, size=SIZE)
        beside(payee)
        payer = alice.unlock("--camera", right.pipe, size=SIZE)
        hub.stop()

        payee.press("Receive")
        payee.type("Amount", "12.50")
        payee.press("Create request")
        payee.find(part="Waiting for the payment")
        payer.press("Send")
        payer.press("Pay by code")
        # From here on nothing is touched but the payer's consent.
        payer.find(part="12.50 USD")
        shot(payer, "review")
        payer.press("Pay")
        # On a fast machine the receipt is there before a test could see that it is missing.
        payer.find("label", part="12.50 USD delivered")
        payee.find("label", part="Received 12.50 USD")
        shot(payer, "done")
        payer.press("Done")
        payee.press("Done")
        payer.find(part="37.50")

        # A payment is declined instead of taken.
        payee.press("Receive")
        payee.type("Amount", "1")
        payee.press("Create request")
        payee.find("check box", "Decline the payment instead").queryAction().doAction(0)
        payer.press("Send")
        payer.press("Pay by code")
        payer.find(part="1.00 USD")
        payer.press("Pay")
        payer.find(part="The payee declined")
        payee.find(part="Declined.")
        shot(payer, "declined")
        payer.press("Done")
        payee.press("Done")

        # A till: digits and one button for each sale.
        payee.press("Receive")
        payee.press("Till")
        payee.find(part="1 sale")
        for key in ("2", "00"):
            payee.press(key)
        payee.find("label", "2.00 USD")
        shot(payee, "till")
        payee.press("Charge")
        payer.press("Send")
        payer.press("Pay by code")
        payer.find(part="2.00 USD")
        payer.press("Pay")
        payer.find("label", part="2.00 USD delivered")
        payee.find("label", part="Received 2.00 USD")
        payee.press("Done")
        payee.find(part="2 sales")
        payee.find(part="14.50 USD")
        shot(payee, "till-day")
        payee.press("Close")
        payer.press("Done")

        # The own code is paid over the hub.
        hub.serve()
        payee.press("Receive")
        payee.press("My code")
        payee.type("Amount (optional)", "3")
        payee.find(part="QR code to show")
        shot(payee, "own-code")
        payer.press("Scan")
        payer.find("text", "Recipient")
        assert payer.text_of("Recipient") == "bob", payer.text()
        payer.press("Review")
        payer.press_last("Send", once="Send 3.00 USD to bob?")
        payer.find(part="Sent 3.00 USD")
        for film in (left, right):
            film.stop()


main()
print("two windows that see each other finished a payment, a refusal, a sale and a transfer")
