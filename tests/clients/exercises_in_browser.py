#!/usr/bin/env python3
"""The page of exercises in a real browser: headless Chromium, driven by Selenium.

Usage: exercises_in_browser.py ENGINE

The engine makes exercises of games that random players have played in the variants named below. Each is answered wrongly and rightly
by clicks on the board, some with the keyboard alone; what the page says is held against the JSON of the same exercises: the board,
the verdict, the refuting line and the solution, and the score that the page keeps. No error may be logged and nothing may be asked
of a network; the page must fit telephones and be dark where that is wanted. Says `skipped` where there is no Chromium.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from browser import browser, set_dark, set_size
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

VARIANTS = ("czech", "international", "turkish")
TELEPHONES = (360, 400)  # CSS pixels; the first are the narrowest that are sold
MOST = 6  # exercises of each variant
faults = 0


def check(holds, *words):
    """Counts a fault, and says it, unless this holds."""
    global faults
    if not holds:
        faults += 1
        print("fault:", *words)


def run(engine, *words):
    subprocess.run([engine, *map(str, words)], check=True, capture_output=True, timeout=300)


def made(engine, folder):
    """The page and its exercises."""
    games = folder / "games.pdn"
    texts = []
    for variant in VARIANTS:
        file = folder / f"{variant}.pdn"
        run(engine, "match", variant, "--engine", "random", "--engine", "random", "name=other", "--games", 12, "--seed", 1, "--max-plies", 120,
            "--pdn", file, "--quiet")
        texts.append(file.read_text())
    games.write_text("\n".join(texts))
    page, table = folder / "page.html", folder / "page.json"
    run(engine, "exercises", games, "--nodes", 1000, "--threads", 2, "--html", page, "--json", table)
    return page, [json.loads(line) for line in table.read_text().splitlines()]


def census(fen):
    """White men, white kings, black men, black kings of a FEN."""
    counts = {}
    for side in fen.split(":")[1:]:
        words = [word for word in side[1:].split(",") if word]
        kings = sum(word.startswith("K") for word in words)
        counts[side[0]] = [len(words) - kings, kings]
    return counts["W"] + counts["B"]


class Page:
    """The page as a reader sees it."""

    def __init__(self, driver):
        self.driver = driver

    def find(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def words(self, selector):
        """The text as it is read, without line breaks."""
        return " ".join(" ".join(element.text for element in self.find(selector)).split())

    def press(self, key):
        self.find("body")[0].send_keys(key)

    def seen(self):
        """The pieces as census() of a FEN."""
        return self.driver.execute_script("""
            const counts = [0, 0, 0, 0];
            for (const piece of document.querySelectorAll('#board svg > g[transform]')) {
                const black = piece.getAttribute('fill') !== '#fbf7ef';
                counts[2 * black + (piece.querySelector('path') !== null)] += 1;
            }
            return counts;""")

    def data(self, number):
        return self.driver.execute_script("return JSON.parse(document.getElementById('data').textContent).exercises[arguments[0]]",
                                          number)

    def click_square(self, place):
        """Clicks in the middle of a square, as a finger does."""
        self.driver.execute_script("""
            const svg = document.querySelector('#board svg'), [x, y] = centre(arguments[0], svg);
            const box = svg.getBoundingClientRect(), wide = svg.viewBox.baseVal.width;
            const at = { clientX: box.left + x / wide * box.width, clientY: box.top + y / wide * box.width, bubbles: true };
            document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(new MouseEvent('click', at));""", place)

    def play(self, move):
        """Makes a move by clicks: the piece and the end, squares that it passes, or its name in a list where these do not decide."""
        way = move["steps"][0]["way"]
        self.driver.execute_script("document.querySelector('#board').scrollIntoView()")
        self.click_square(way[0])
        self.click_square(way[-1])
        for place in way[1:-1]:
            if self.answered():
                return
            self.press("r")
            self.click_square(way[0])
            self.click_square(place)
            self.click_square(way[-1])
        if not self.answered():
            for button in self.find("#choice button"):
                if button.text == move["text"]:
                    button.click()
                    return

    def answered(self):
        return self.driver.execute_script("return made !== null")

    def sums(self):
        return [int(cell.text) for cell in self.find("#sums td")]

    def width(self):
        return self.driver.execute_script("return document.documentElement.scrollWidth")


def see(page, index, exercise, answer_wrong):
    """An exercise: a wrong answer, and the right one."""
    name, data = f'exercise {index + 1}:', page.data(index)
    check(page.seen() == census(exercise["fen"]), name, "the board shows", page.seen(), "expected", exercise["fen"])
    side = {"white": "White", "black": "Black"}[exercise["turn"]]
    check(page.words("#said h2") == f'{side} to move and {exercise["task"]}', name, page.words("#said h2"))
    check(page.words("#about") == f'{exercise["variant"]}, level {exercise["level"]}', name, page.words("#about"))
    right, others = data["moves"][0], data["moves"][1:]
    check([move["text"] for move in others] == [move["move"] for move in exercise["others"]], name, "the other moves")
    before = page.sums()
    if answer_wrong:
        wrong = others[0]
        page.play(wrong)
        said = page.words("#said")
        check(said.startswith(f'{wrong["text"]}: Wrong') and wrong["line"] in said, name, "a wrong move says", said)
        check("What refutes it" in said and exercise["solution"]["line"] not in said, name, said)
        page.press(Keys.ARROW_LEFT)
        page.press(Keys.ARROW_LEFT)
        check(page.seen() == census(exercise["fen"]), name, "back to the start of the refutation")
        page.press("r")
    page.play(right)
    said = page.words("#said")
    head = "The solution" if answer_wrong else "Right"
    check(said.startswith(f'{right["text"]}: {head}') and right["line"] in said, name, "the solution says", said)
    check(exercise["source"] in said, name, "the source", said)
    # The first answer counts.
    counted = [before[0] + (not answer_wrong), before[1] + answer_wrong, before[2] - 1]
    check(page.sums() == counted, name, "the score is", page.sums(), "expected", counted)
    links = page.find("#said .line a")
    links[-1].click()
    check(f'Move {len(links)} of {len(links)}' in page.words("#caption"), name, page.words("#caption"))


def see_keys(page, exercises):
    """The keyboard alone: the solution, the board turned, a move by the cursor."""
    page.press("p")
    number = int(page.words("#title").split()[1])
    page.press("r")
    before = page.driver.execute_script("return document.querySelector('#board svg').innerHTML")
    page.press("f")
    check(page.driver.execute_script("return document.querySelector('#board svg').innerHTML") != before, "f turns no board")
    page.press("f")
    page.press("s")
    solution = exercises[number - 1]["solution"]
    check(page.words("#said").startswith(solution["move"]), "s shows", page.words("#said"), "expected", solution["move"])
    page.press(Keys.ESCAPE)
    width, way = page.driver.execute_script("return [exercise().width, exercise().moves[0].steps[0].way]")
    turned = page.driver.execute_script("return turned")
    page.press(Keys.ARROW_UP)
    board = page.find("#board")[0]
    for place in (way[0], way[-1]):
        for _ in range(60):
            cursor = page.driver.execute_script("return cursor")
            down, right = place // width - cursor // width, place % width - cursor % width
            if turned:
                down, right = -down, -right
            if not down and not right:
                break
            key = Keys.ARROW_DOWN if down > 0 else Keys.ARROW_UP if down < 0 else Keys.ARROW_RIGHT if right > 0 else Keys.ARROW_LEFT
            board.send_keys(key)
        check(page.driver.execute_script("return cursor") == place, "the cursor does not come to", place)
        board.send_keys(Keys.ENTER)
    check(page.answered() or page.find("#choice button"), "no move by the keyboard")
    check(page.driver.execute_script("return location.hash") == f"#{number}", "the address")
    page.driver.refresh()
    check(page.words("#title").split()[1] == str(number), "a reload leads to", page.words("#title"))


def see_sizes(page, count):
    """Telephones and a dark room."""
    driver = page.driver
    light = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
    set_dark(driver, True)
    dark = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
    brightness = [sum(map(int, re.findall(r"\d+", color)[:3])) for color in (light, dark)]
    check(brightness[0] > 600 > 200 > brightness[1], "light and dark:", light, dark)
    for width in TELEPHONES:
        set_size(driver, width, 740, 2, True)
        for _ in range(count):
            check(page.width() <= width, "a telephone must scroll to", page.width())
            page.press("s")
            check(page.width() <= width, "with a solution a telephone must scroll to", page.width())
            page.press("p")
        board = page.find("#board svg")[0].size["width"]
        check(board > 0.9 * width, "the board on a telephone is", board, "wide")
        # What is touched is large enough for a finger.
        small = [button.text for button in page.find("#buttons button") if button.size["height"] < 30]
        check(not small, "small buttons:", small)


def main():
    engine = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder, browser() as driver:
        if driver is None:
            return 0
        address, exercises = made(engine, Path(folder))
        driver.get(address.as_uri())
        page = Page(driver)
        check(len(page.find("#list button")) == len(exercises), "buttons, expected", len(exercises))
        count = {variant: 0 for variant in VARIANTS}
        for index, exercise in enumerate(exercises):
            count[exercise["variant"]] += 1
            if count[exercise["variant"]] <= MOST:
                see(page, index, exercise, index % 2 == 0)
            page.press("n")
        print(", ".join(f"{variant}: {number} exercises" for variant, number in count.items()))
        check(all(count.values()), "a variant has no exercise:", count)
        see_keys(page, exercises)
        see_sizes(page, min(len(exercises), 20))
        asked = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
        asked = [event["params"]["request"]["url"] for event in asked if event["method"] == "Network.requestWillBeSent"]
        asked = [address for address in asked if not address.startswith(("file:", "data:"))]
        check(not asked, "asked of a network:", asked)
        logged = driver.get_log("browser")
        check(not logged, "logged:", logged)
    print(f"{min(len(exercises), MOST * len(VARIANTS))} games, {faults} faults")
    return 1 if faults else 0


sys.exit(main())
