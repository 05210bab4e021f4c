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
        screen.press("Settings of the coins")
        screen.type("Address of prices", site + "now#/price")
        screen.type("Address of earlier prices", site + "before?days={days}#/prices")
        screen.type("Currency of prices, such as EUR", "EUR")
        screen.press("Save")
        screen.press("Back")
        screen.find(part="Savings")
        for name, shot in [("Another account, or watch one", "coins-add"),
                           ("Account of several people", "coins-shared"),
                           ("Check a signed text", "coins-verify"), ("Look into PSBTs", "coins-psbt")]:
            visit(screen, name, shot)

        screen.press(part="Savings")
        screen.press("Price")
        screen.find("label", "Highest")
        assert not screen.nameless(), screen.text()
        screen.shot("coins-price")
        back(screen, "Sign a text")

        screen.press("Sign a text")
        screen.type("Text", "This address is mine")
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
        screen.press("Show the key")
        screen.find("label", part="wpkh(")
        assert not screen.nameless(), screen.text()
        screen.shot("coins-key")
        back(screen, "Send")
        screen.press("Send")
        screen.press("Pay somebody else too")
        screen.find(part="Payee 2")
        assert not screen.nameless(), screen.text()
        screen.shot("coins-several")
        screen.press("Close")
        screen.gone("push button", "Close")
        back(screen, "Check a signed text")

        screen.press("Check a signed text")
        for field, text in [("Address", address), ("Text", "This address is mine"), ("Signature", signature)]:
            screen.type(field, text)
        screen.press("Check")
        screen.find(part="The owner of this address signed exactly this text")
        screen.type("Text", "This address is yours")
        screen.press("Check")
        screen.find(part="This is not a signature of this address")
        screen.shot("coins-verified")
        back(screen, "Another account, or watch one")

        screen.press("Another account, or watch one")
        screen.type("Name (optional)", "Paper")
        screen.type("Key, descriptor or address", WATCHED)
        screen.press("Watch")
        screen.find("label", part="Paper")
        back(screen, part="Paper")


main()
print("prices were drawn, a text was signed and checked, an account is watched")
