#!/usr/bin/env python3
"""The page of analysed games in a real browser: headless Chromium, driven by Selenium.

Usage: page_in_browser.py ENGINE [SCREENSHOT]

The engine plays two games of every variant named below, and analyses them. What the page shows, after a click, a key and a
choice of the game, is held against the JSON of the same analysis: board, score, moves and marks. No
error may be logged and nothing may be asked of a network; the page must fit a telephone, be dark where that is wanted, and be
printed. Says `skipped` where there is no Chromium.
"""

import base64
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

VARIANTS = ("czech", "international", "turkish")
SIGNS = {"blunder": "??", "mistake": "?", "inaccuracy": "?!", "only": "!", None: ""}
TELEPHONE = 360       # CSS pixels, the narrowest that are sold
MOST_BYTES = 300_000  # a game of 60 moves
faults = 0


def check(holds, *words):
    """Counts a fault, and says it, unless this holds."""
    global faults
    if not holds:
        faults += 1
        print("fault:", *words)


def run(engine, *words):
    subprocess.run([engine, *map(str, words)], check=True, capture_output=True, timeout=300)


def analysed(engine, folder):
    """The page and the analysed games."""
    for variant in VARIANTS:
        run(engine, "match", variant, "--engine", "medium", "--engine", "random", "--games", 2, "--seed", 1, "--max-plies", 60,
            "--pdn", folder / f"{variant}.pdn", "--quiet")
    games = folder / "games.pdn"
    games.write_text("\n".join((folder / f"{variant}.pdn").read_text() for variant in VARIANTS))
    page, table = folder / "page.html", folder / "page.json"
    run(engine, "analyze", games, "--nodes", 300, "--threads", 2, "-o", folder / "out.pdn", "--html", page, "--json", table)
    return page, [json.loads(line) for line in table.read_text().splitlines()]


def census(fen):
    """White men, white kings, black men, black kings of a FEN."""
    counts = {}
    for side in fen.split(":")[1:]:
        words = [word for word in side[1:].split(",") if word]
        kings = sum(word.startswith("K") for word in words)
        counts[side[0]] = (len(words) - kings, kings)
    return [*counts["W"], *counts["B"]]


class Page:
    """The page as a reader sees it."""

    def __init__(self, driver):
        self.driver = driver

    def find(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def press(self, key):
        self.find("body")[0].send_keys(key)

    def seen(self):
        """The ply, the pieces as census() of a FEN, and the score: kings wear a crown, white men are light."""
        return self.driver.execute_script("""
            const here = document.querySelector('#moves a.here'), score = document.querySelector('#said p b');
            const counts = [0, 0, 0, 0];
            for (const piece of document.querySelectorAll('#board svg > g[transform]')) {
                const black = piece.getAttribute('fill') !== '#fbf7ef';
                const king = piece.querySelector('path') !== null;
                counts[2 * black + king] += 1;
            }
            return [here ? Number(here.hash.slice(1)) : 0, counts, score && score.textContent];""")

    def ply(self):
        return self.seen()[0]

    def width(self):
        return self.driver.execute_script("return document.documentElement.scrollWidth")


def see_game(page, game):
    """A game from its first position to its last."""
    plies, name = game["plies"], f'{game["variant"]}, game {game["game"]}:'
    links = page.find("#moves a")
    check(len(links) == len(plies), name, len(links), "moves, expected", len(plies))
    shown = page.driver.execute_script("return [...document.querySelectorAll('#moves a')].map(link => link.textContent)")
    expected = [re.sub(r"^\d+\.\.\. ?", "", ply["move"]) if i else ply["move"] for i, ply in enumerate(plies)]
    expected = [move + SIGNS[ply["mark"]] for move, ply in zip(expected, plies)]
    check(shown == expected, name, "moves", shown, "expected", expected)
    fens = [game["fen"]] + [ply["fen"] for ply in plies]
    page.press(Keys.HOME)
    for ply, fen in enumerate(fens):
        seen = page.seen()
        check(seen[:2] == [ply, census(fen)], name, "ply and pieces", seen, "expected", ply, fen)
        if ply:
            check(seen[2] == plies[ply - 1]["score"], name, ply, "score", seen[2])
        page.press(Keys.ARROW_RIGHT)
    check(page.ply() == len(plies), name, "a move after the last")
    page.press(Keys.ARROW_LEFT)
    check(page.ply() == len(plies) - 1, name, "the left arrow")
    links = page.find("#moves a")
    links[2].click()
    check(page.ply() == 3, name, "a click on a move")
    before = page.find("#board svg")[0].get_attribute("innerHTML")
    page.press("f")
    turned = page.find("#board svg")[0].get_attribute("innerHTML")
    check(before != turned and page.seen()[1] == census(fens[3]), name, "the board turned")
    page.press("f")
    check(page.find("#board svg")[0].get_attribute("innerHTML") == before, name, "the board turned back")
    page.find("#graph")[0].click()
    check(abs(page.ply() - len(plies) / 2) <= 1, name, "a click in the middle of the graph leads to ply", page.ply())
    for button, ply in (("first", 0), ("on", 1), ("last", len(plies)), ("back", len(plies) - 1)):
        page.find(f"button[data-go={button}]")[0].click()
        check(page.ply() == ply, name, "button", button, "leads to ply", page.ply())
    print(f'{game["variant"]}: {len(plies)} plies')


def see_sizes(page, screenshot):
    """A telephone, a dark room, a printer."""
    driver = page.driver
    page.press(Keys.HOME)
    for _ in range(12):
        page.press(Keys.ARROW_RIGHT)
    driver.set_window_size(1180, 900)
    if screenshot:
        driver.save_screenshot(screenshot)
    light = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    dark = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
    brightness = [sum(map(int, re.findall(r"\d+", color)[:3])) for color in (light, dark)]
    check(brightness[0] > 600 > 200 > brightness[1], "light and dark:", light, dark)
    size = {"width": TELEPHONE, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    check(page.width() <= TELEPHONE, "a telephone must scroll to", page.width())
    board = page.find("#board svg")[0].size["width"]
    check(board > 0.9 * TELEPHONE, "the board on a telephone is", board, "wide")
    printed = driver.execute_cdp_cmd("Page.printToPDF", {})
    check(base64.b64decode(printed["data"]).startswith(b"%PDF-"), "it is not printed")
    print("a telephone, a dark room and a printer")


def main():
    engine = str(Path(sys.argv[1]).resolve())
    screenshot = sys.argv[2] if len(sys.argv) > 2 else None
    chromium, chromedriver = shutil.which("chromium"), shutil.which("chromedriver")
    if not (chromium and chromedriver):
        print("skipped: there is no chromium with its chromedriver")
        return 0
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for word in ("headless=new", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking",
                 "disable-component-update", "disable-sync", "disable-dev-shm-usage"):
        options.add_argument(f"--{word}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    with tempfile.TemporaryDirectory() as folder:
        page, games = analysed(engine, Path(folder))
        check(page.stat().st_size < MOST_BYTES * len(games), "the page has", page.stat().st_size, "bytes")
        driver = webdriver.Chrome(options, webdriver.ChromeService(chromedriver))
        try:
            driver.get(page.as_uri())
            shown = Page(driver)
            choices = shown.find("#games option")
            check(len(choices) == len(games), len(choices), "games, expected", len(games))
            for index, game in enumerate(games):
                if index % 2 == 0:
                    driver.execute_script(
                        "const list = document.getElementById('games'); list.value = arguments[0];"
                        "list.dispatchEvent(new Event('change'));", index)
                    see_game(shown, game)
            see_sizes(shown, screenshot)
            asked = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
            asked = [event["params"]["request"]["url"] for event in asked if event["method"] == "Network.requestWillBeSent"]
            asked = [address for address in asked if not address.startswith(("file:", "data:"))]
            check(not asked, "asked of a network:", asked)
            logged = driver.get_log("browser")
            check(not logged, "logged:", logged)
        finally:
            driver.quit()
    print(f"{(len(games) + 1) // 2} games, {faults} faults")
    return 1 if faults else 0


sys.exit(main())
