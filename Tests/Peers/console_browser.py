# SPDX-License-Identifier: MIT
"""Presses the buttons of a hub's console in headless Chromium, and takes its pictures: console_browser.py LINK [FOLDER].

Chromium reports what a page's policy has forbidden; a console that needs anything of it is wrong.
"""
import pathlib
import sys
import urllib.parse

from selenium import webdriver
from selenium.webdriver.common.by import By

link = sys.argv[1]
pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
origin = "{0.scheme}://{0.netloc}".format(urllib.parse.urlsplit(link))

options = webdriver.ChromeOptions()
for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1000,720"):
    options.add_argument(word)
options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
browser = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))


def scheme(name: str) -> None:
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": name}]})


def picture(name: str) -> None:
    if pictures:
        for look in ("light", "dark"):
            scheme(look)
            browser.save_screenshot(str(pictures / f"{name}-{look}.png"))
        scheme("light")


def text() -> str:
    return browser.find_element(By.TAG_NAME, "main").text


def follow(name: str) -> None:
    browser.find_element(By.LINK_TEXT, name).click()


try:
    browser.get(link)
    assert browser.current_url == origin + "/", browser.current_url
    assert "The hub is ready." in text(), text()
    cookie = browser.get_cookies()[0]
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict", cookie
    picture("overview")
    follow("Accounts")
    browser.find_element(By.ID, "search").send_keys("ali")
    browser.find_element(By.CSS_SELECTOR, "form[role=search] button").click()
    assert "alice" in text() and "bob" not in text(), text()
    follow("alice")
    browser.find_element(By.ID, "reason").send_keys("a stolen phone")
    browser.find_element(By.XPATH, "//button[text()='Lock the account']").click()
    assert "locked: a stolen phone" in text(), text()
    picture("account")
    browser.find_element(By.XPATH, "//button[text()='Unlock the account']").click()
    assert "locked" not in text(), text()
    follow("Accounts")
    picture("accounts")
    follow("Cases")
    assert "Fraud cases" in text(), text()
    follow("Audit")
    assert "The books are sound" in text(), text()
    picture("audit")
    follow("Join")
    image = browser.find_element(By.CSS_SELECTOR, ".code img")
    assert browser.execute_script("return arguments[0].complete && arguments[0].naturalWidth > 0", image)
    picture("join")
    # Every control has a name, every page a language and one heading: what a screen reader needs first.
    for path in ("/", "/accounts", "/account?name=alice", "/cases", "/audit", "/join"):
        browser.get(origin + path)
        assert browser.find_element(By.TAG_NAME, "html").get_attribute("lang") == "en"
        assert len(browser.find_elements(By.TAG_NAME, "h1")) == 1, path
        for control in browser.find_elements(By.CSS_SELECTOR, "input:not([type=hidden]), button, a"):
            assert control.accessible_name, (path, control.get_attribute("outerHTML"))
    browser.get(origin + "/")
    browser.find_element(By.XPATH, "//button[text()='Leave']").click()
    browser.get(origin + "/")
    assert "closed to you" in browser.page_source
    wrong = [entry for entry in browser.get_log("browser")
             if "favicon" not in entry["message"] and "403" not in entry["message"]]
    assert not wrong, wrong
    print("The console works in", browser.capabilities["browserName"], browser.capabilities["browserVersion"])
finally:
    browser.quit()
