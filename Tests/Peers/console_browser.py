# SPDX-License-Identifier: MIT
"""Presses the buttons of a hub's console in headless Chromium: console_browser.py LINK [FOLDER FOR PICTURES].

With SATCHEL_CONSOLE_LOGIN, the lines of a file, it logs in with a name, a password and a code. It speaks WebDriver to
Debian's chromedriver by itself. Chromium reports what a page's policy has forbidden; a console that needs anything of it
is wrong.
"""
import base64
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import typing
import urllib.error
import urllib.parse
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # W3C WebDriver, section 11


class Refusal(Exception):
    """What the driver would not do."""


def until(look: typing.Callable[[], typing.Any]) -> typing.Any:
    """What the look sees, as soon as it sees what it wants."""
    end = time.monotonic() + 30
    while True:
        try:
            return look()
        except (AssertionError, Refusal):
            if time.monotonic() > end:
                raise
        time.sleep(0.02)


class Browser:
    """One window of Chromium and the driver behind it; ended by leaving the `with`."""

    def __init__(self) -> None:
        # Nothing of this machine's settings, and nothing over a proxy.
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": os.environ["HOME"], "LANG": "C.UTF-8",
                       "TMPDIR": os.environ["HOME"]}
        self.driver = subprocess.Popen(
            ["/usr/bin/chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=environment)
        try:
            for line in self.driver.stdout:
                if found := re.search(r"started successfully on port (\d+)", line):
                    break
            else:
                raise Refusal("chromedriver did not begin")
            self.url = f"http://127.0.0.1:{found[1]}/session"
            words = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-proxy-server",
                     "--disable-background-networking", "--disable-extensions", "--window-size=1000,720"]
            made = self.send("POST", "", {"capabilities": {"alwaysMatch": {
                "browserName": "chrome", "goog:chromeOptions": {"args": words, "binary": "/usr/bin/chromium"},
                "goog:loggingPrefs": {"browser": "ALL"}}}})
            self.name = made["capabilities"]["browserName"] + " " + made["capabilities"]["browserVersion"]
            self.url += "/" + made["sessionId"]
        except BaseException:
            self.driver.kill()
            raise

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.send("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()

    def send(self, method: str, path: str, body: object = None) -> object:
        data = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Refusal(json.load(error)["value"]["message"]) from None

    def get(self, url: str) -> None:
        self.send("POST", "/url", {"url": url})

    @property
    def address(self) -> str:
        return self.send("GET", "/url")

    @property
    def source(self) -> str:
        return self.send("GET", "/source")

    def find(self, how: str, what: str) -> list[str]:
        return [found[ELEMENT] for found in self.send("POST", "/elements", {"using": how, "value": what})]

    def one(self, what: str, how: str = "css selector") -> str:
        def only() -> str:
            found = self.find(how, what)
            assert len(found) == 1, (what, len(found), self.source)
            return found[0]
        return until(only)

    def of(self, element: str, what: str) -> object:
        return self.send("GET", f"/element/{element}/{what}")

    def click(self, what: str, how: str = "css selector") -> None:
        self.send("POST", f"/element/{self.one(what, how)}/click")

    def follow(self, name: str) -> None:
        self.click(name, "link text")

    def press(self, name: str) -> None:
        self.click(f"//button[text()='{name}']", "xpath")

    def type(self, what: str, text: str) -> None:
        self.send("POST", f"/element/{self.one(what)}/value", {"text": text})

    def run(self, script: str, *arguments: object) -> object:
        return self.send("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def shows(self, *words: str, without: str = "\0") -> None:
        """Waits for a page with these words: a click may return before the next page is there."""
        def seen() -> None:
            text = self.run("return document.readyState == 'complete' && document.body.innerText") or ""
            assert all(word in text for word in words) and without not in text, (words, without, text)
        until(seen)

    def scheme(self, name: str) -> None:
        self.send("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {
            "features": [{"name": "prefers-color-scheme", "value": name}]}})

    def complaints(self) -> list[str]:
        """What was logged since the last look."""
        return [entry["message"] for entry in self.send("POST", "/se/log", {"type": "browser"})]

    def picture(self, folder: pathlib.Path | None, name: str) -> None:
        for look in ("light", "dark") if folder else ():
            self.scheme(look)
            (folder / f"{name}-{look}.png").write_bytes(base64.b64decode(self.send("GET", "/screenshot")))
        self.scheme("light")


def enter(browser: Browser, link: str, origin: str, pictures: pathlib.Path | None) -> None:
    """By the link that lets in once, or by the log-in of an operator."""
    browser.get(link)
    if "SATCHEL_CONSOLE_LOGIN" not in os.environ:
        return
    name, password, code = pathlib.Path(os.environ["SATCHEL_CONSOLE_LOGIN"]).read_text().splitlines()
    browser.shows("Log in", "For operators")
    assert browser.address == origin + "/log-in", browser.address
    assert not browser.find("css selector", "nav"), browser.source
    browser.picture(pictures, "log-in")
    for field, text in (("name", name), ("password", "a wrong horse"), ("code", code)):
        browser.type(f"#{field}", text)
    browser.press("Log in")
    browser.shows("The name or the password is wrong.")
    # A refusal has its status, of which Chromium makes a note.
    assert not [line for line in browser.complaints() if "Policy" in line]
    for field, text in (("name", name), ("password", password), ("code", code)):
        browser.type(f"#{field}", text)
    browser.press("Log in")


def main() -> None:
    link = sys.argv[1]
    pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    origin = "{0.scheme}://{0.netloc}".format(urllib.parse.urlsplit(link))
    with Browser() as browser:
        enter(browser, link, origin, pictures)
        # The figures of the hub's own accounts: what was topped up is below zero there.
        browser.shows("Overview", "The hub is ready.", "Outstanding offline tokens", "-10.00")
        assert browser.address == origin + "/", browser.address
        cookie = browser.send("GET", "/cookie")[0]
        assert cookie["httpOnly"] and cookie["sameSite"] == "Strict", cookie
        browser.picture(pictures, "overview")
        browser.follow("Accounts")
        browser.shows("Accounts by name", "alice", "bob")
        browser.type("#search", "ali")
        browser.click("form[role=search] button")
        browser.shows("Accounts by name", "alice", without="bob")
        browser.follow("alice")
        browser.type("#reason", "a stolen phone")
        browser.press("Lock account")
        browser.shows("locked: a stolen phone")
        browser.picture(pictures, "account")
        browser.press("Unlock account")
        browser.shows("Lock account", without="a stolen phone")
        browser.follow("Accounts")
        browser.shows("Accounts by name", "6.00", "2.00 USD", "frozen: a fraud case is open")
        browser.picture(pictures, "accounts")
        browser.follow("Cases")
        browser.shows("Fraud cases", "alice", "open until", "2.00 USD", without="No results.")
        browser.picture(pictures, "cases")
        browser.follow("Audit")
        browser.shows("The audit passed")
        browser.picture(pictures, "audit")
        browser.follow("Ledger")
        browser.shows("Root", "Entries")
        browser.picture(pictures, "ledger")
        browser.type("#id", "00000000-0000-7000-8000-000000000000")
        browser.press("Check proof")
        browser.shows("There is no transaction of that id.")
        browser.follow("Metrics")
        browser.shows("No metrics.")
        browser.follow("Join")
        browser.shows("satchel://join")
        assert browser.run(
            "const image = document.querySelector('.code img'); return image.complete && image.naturalWidth > 0")
        browser.picture(pictures, "join")
        # Every control has a name, every page a language and one heading: what a screen reader needs first.
        for path in ("/", "/accounts", "/account?name=alice", "/cases", "/audit", "/ledger", "/numbers", "/join"):
            browser.get(origin + path)
            assert browser.of(browser.one("html"), "attribute/lang") == "en"
            browser.one("h1")
            for control in browser.find("css selector", "input:not([type=hidden]), button, a"):
                assert browser.of(control, "computedlabel"), (path, browser.of(control, "property/outerHTML"))
            # The style is there: a policy that forbade it would leave the page bare.
            assert browser.run("return document.styleSheets.length && document.styleSheets[0].cssRules.length > 10")
        complaints = browser.complaints()
        assert not complaints, complaints
        # The proof that Chromium would have said so: what does not belong to the page is refused, and logged.
        browser.run("const image = new Image(); image.src = 'http://127.0.0.2:1/a.png'; document.body.append(image);"
                    "document.body.insertAdjacentHTML('beforeend', '<p id=bad style=\"color: red\">text</p>');")
        assert browser.run("return getComputedStyle(document.getElementById('bad')).color") != "rgb(255, 0, 0)"
        refused = [line for line in browser.complaints() if "Content Security Policy" in line]
        assert len(refused) >= 2, refused
        browser.get(origin + "/")
        browser.press("Log out")
        browser.shows("Logged out.")
        browser.get(origin + "/accounts")
        browser.shows(without="alice")
        assert "Log in" in browser.source or "Access denied" in browser.source, browser.source
        print("The console works in", browser.name)


main()
