#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A price is drawn, a text signed and checked, an account watched, one of several people made, a PSBT looked into."""
import base64
import http.server
import json
import threading
import time

from persons import Place

DAY = 86_400
# The account key of BIP 84's own test vector.
WATCHED = ("zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2A"
           "GutZYs")


class Prices(http.server.BaseHTTPRequestHandler):
    """A price of now, and those of some days before."""

    def do_GET(self):
        now = int(time.time())
        points = [[(now - 7 * DAY + step * 3_600) * 1_000, 58_000 + (step * 37 % 101) * 40 + step * 20]
                  for step in range(7 * 24)]
        body = json.dumps({"price": "64123.45", "prices": points}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def back(screen, name=None, part=None):
    """Goes back to the page that has this button."""
    screen.press("Back")
    screen.find("push button", name, part)


def visit(screen, name, shot):
    """Opens a page, looks at it and goes back."""
    screen.press(name)
    screen.find("push button", "Back")
    assert not screen.nameless(), screen.text()
    screen.shot(shot)
    screen.press("Back")
    screen.gone("push button", "Back")


def accept_a_server(screen):
    """A3: one press accepts no server. The network has no account, so the server is never contacted."""
    screen.choose("Network", "Ethereum")
    screen.find("label", "Public servers")
    offers = len(screen.all("push button", "Accept"))
    screen.press("Accept")
    screen.find(part="It learns your addresses")
    screen.shot("coins-accept")
    screen.press_last("Cancel", once="It learns your addresses")
    screen.gone(part="It learns your addresses")
    assert len(screen.all("push button", "Accept")) == offers, "one press accepted a server"
    screen.press("Accept")
    screen.find(part="It learns your addresses")
    screen.press_last("Accept", once="It learns your addresses")
    screen.find("push button", "Remove")
    screen.until(lambda: len(screen.all("push button", "Accept")) == offers - 1, "the server is still offered")


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Prices)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    site = f"http://127.0.0.1:{server.server_port}/"
    with Place() as place:
        alice = place.person("alice")
        alice.make_wallet()
        alice.close()
        alice.command("coins", "new")
        alice.command("coins", "add", "bitcoin", "--name", "Savings")

        screen = alice.unlock()
        screen.go("Coins")
        screen.find(part="Savings")
        screen.press("Coin settings")
        screen.type("Price address", site + "now#/price")
        screen.type("Price history address", site + "before?days={days}#/prices")
        screen.type("Price currency, such as EUR", "EUR")
        screen.press("Save")
        accept_a_server(screen)
        screen.press("Back")
        screen.find(part="Savings")
        screen.press("Advanced")
        for name, shot in [("Add or watch account", "coins-add"),
                           ("Shared (multisig) account", "coins-shared"),
                           ("Verify message", "coins-verify"), ("Inspect PSBTs", "coins-psbt")]:
            visit(screen, name, shot)

        screen.press(part="Savings")
        screen.find("push button", "Receive")
        screen.press("Advanced")
        screen.press("Price")
        screen.find("label", "Highest")
        assert not screen.nameless(), screen.text()
        screen.shot("coins-price")
        back(screen, "Sign message")

        screen.press("Sign message")
        screen.type("Message", "This address is mine")
        screen.press("Review")
        screen.find("label", "This address is mine")
        screen.press("Sign")
        screen.find("label", "Signed")
        assert not screen.nameless(), screen.text()
        screen.shot("coins-message")
        said = [node.name for node in screen.all("label")]
        address = next(text for text in said if text.startswith("bc1q"))
        signature = next(text for text in said if len(text) > 60 and text.strip() and base64.b64decode(text))
        back(screen, "About this account")
        screen.press("About this account")
        screen.press("Show key")
        screen.find("label", part="wpkh(")
        assert not screen.nameless(), screen.text()
        screen.shot("coins-key")
        back(screen, "Send")
        screen.press("Send")
        screen.press("Advanced")
        screen.press("Add payee")
        screen.find(part="Payee 2")
        assert not screen.nameless(), screen.text()
        screen.shot("coins-several")
        screen.press("Close")
        screen.gone("push button", "Close")
        back(screen, "Verify message")

        screen.press("Verify message")
        for field, text in [("Address", address), ("Message", "This address is mine"), ("Signature", signature)]:
            screen.type(field, text)
        screen.press("Verify")
        screen.find(part="The owner of this address signed exactly this message")
        screen.type("Message", "This address is yours")
        screen.press("Verify")
        screen.find(part="This address didn't sign this message")
        screen.shot("coins-verified")
        back(screen, "Add or watch account")

        screen.press("Add or watch account")
        screen.type("Name (optional)", "Paper")
        screen.type("Key, descriptor or address", WATCHED)
        screen.press("Watch")
        screen.find("label", part="Paper")
        back(screen, part="Paper")


main()
print("prices were drawn, a text was signed and checked, an account is watched")
