"""What the tests of pages share that are one file: their counts of faults, the board that they show, telephones, networks."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from browser import browser, set_dark, set_size
from selenium.webdriver.common.by import By

TELEPHONES = (360, 400)  # CSS pixels; the first are the narrowest that are sold
faults = 0


def check(holds, *words):
    """Counts a fault, and says it, unless this holds."""
    global faults
    if not holds:
        faults += 1
        print("fault:", *words)


def run(engine, *words):
    """Runs a command of the engine, and returns what it prints."""
    return subprocess.run([engine, *map(str, words)], check=True, capture_output=True, text=True, timeout=300).stdout


def played(engine, folder, variants, *words):
    """A file of games in several variants, of matches with these arguments."""
    texts = []
    for variant in variants:
        file = folder / f"{variant}.pdn"
        run(engine, "match", variant, *words, "--seed", 1, "--pdn", file, "--quiet")
        texts.append(file.read_text())
    games = folder / "games.pdn"
    games.write_text("\n".join(texts))
    return games


def census(fen):
    """White men, white kings, black men, black kings of a FEN."""
    counts = {}
    for side in fen.split(":")[1:]:
        words = [word for word in side[1:].split(",") if word]
        kings = sum(word.startswith("K") for word in words)
        counts[side[0]] = [len(words) - kings, kings]
    return counts["W"] + counts["B"]


class WrittenPage:
    """A page as a reader sees it."""

    def __init__(self, driver):
        self.driver = driver

    def find(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def press(self, *keys):
        for key in keys:
            self.find("body")[0].send_keys(key)

    def words(self, selector):
        """The text as it is read, without line breaks."""
        return " ".join(" ".join(element.text for element in self.find(selector)).split())

    def census(self):
        """The pieces as census() of a FEN: kings wear a crown, white men are light."""
        return self.driver.execute_script("""
            const counts = [0, 0, 0, 0];
            for (const piece of document.querySelectorAll('#board svg > g[transform]')) {
                const black = piece.getAttribute('fill') !== '#fbf7ef';
                counts[2 * black + (piece.querySelector('path') !== null)] += 1;
            }
            return counts;""")

    def choose(self, index):
        """Chooses from the list of games."""
        self.driver.execute_script("const list = document.getElementById('games'); list.value = arguments[0];"
                                   "list.dispatchEvent(new Event('change'));", index)

    def width(self):
        return self.driver.execute_script("return document.documentElement.scrollWidth")

    def see_dark(self):
        """Makes it dark, and checks that it is."""
        color = "return getComputedStyle(document.body).backgroundColor"
        light = self.driver.execute_script(color)
        set_dark(self.driver, True)
        dark = self.driver.execute_script(color)
        brightness = [sum(map(int, re.findall(r"\d+", color)[:3])) for color in (light, dark)]
        check(brightness[0] > 600 > 200 > brightness[1], "light and dark:", light, dark)

    def telephones(self):
        """Telephones one after another; the page must fit when each is there, and when it is left."""
        for width in TELEPHONES:
            set_size(self.driver, width, 740, 2, True)
            check(self.width() <= width, "a telephone of", width, "must scroll to", self.width())
            yield width
            check(self.width() <= width, "a telephone of", width, "must scroll to", self.width())
            board = self.find("#board svg")[0].size["width"]
            check(board > 0.9 * width, "the board on a telephone is", board, "wide")

    def see_network(self):
        """Checks that nothing was asked of a network, and nothing logged."""
        asked = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        asked = [event["params"]["request"]["url"] for event in asked if event["method"] == "Network.requestWillBeSent"]
        asked = [address for address in asked if not address.startswith(("file:", "data:"))]
        check(not asked, "asked of a network:", asked)
        logged = self.driver.get_log("browser")
        check(not logged, "logged:", logged)


def main(see):
    """Calls `see` with an engine, a folder and a driver, which returns what was seen; exits with 1 if there are faults."""
    engine = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder, browser() as driver:
        if driver is None:
            sys.exit(0)
        seen = see(engine, Path(folder), driver)
    print(f"{seen}, {faults} faults")
    sys.exit(1 if faults else 0)
