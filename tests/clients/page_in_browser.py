#!/usr/bin/env python3
"""The page of analysed games in a real browser: headless Chromium, driven by Selenium.

Usage: page_in_browser.py ENGINE

The engine plays two games of every variant named below, and analyses them. What the page shows, after a click, a key and a
choice of the game, is held against the JSON of the same analysis: board, score, moves, marks and lines; the board of a line against
what the engine says of its moves. A reload must come back to the same place. No error may be logged and nothing may be asked of a
network; the page must fit telephones without breaking a move or a word, be dark where that is wanted, and be printed. Says `skipped`
where there is no Chromium.
"""

import base64
import json
import re
import tempfile
from pathlib import Path

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from written_page import WrittenPage, census, check, main, played, run

VARIANTS = ("czech", "international", "turkish")
SIGNS = {"blunder": "??", "mistake": "?", "inaccuracy": "?!", "only": "!", None: ""}
BAD = ("inaccuracy", "mistake", "blunder")
PLAYER = "medium"
MOST_BYTES = 300_000  # a game of 60 moves


def analysed(engine, folder):
    """The page and the analysed games."""
    games = played(engine, folder, VARIANTS, "--engine", "medium", "--engine", "random", "--games", 2, "--max-plies", 60)
    page, table = folder / "page.html", folder / "page.json"
    run(engine, "analyze", games, "--nodes", 300, "--threads", 2, "-o", folder / "out.pdn", "--html", page, "--json", table,
        "--player", PLAYER)
    return page, [json.loads(line) for line in table.read_text().splitlines()]


def fens_of_line(engine, game, of, moves):
    """The position after each move of a line that stands instead of a move of the game."""
    fen = game["plies"][of - 1]["fen"] if of else game["fen"]
    kind = next(value for name, value in game["tags"] if name == "GameType")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "line.pdn"
        path.write_text(f'[GameType "{kind}"]\n[FEN "{fen}"]\n\n{moves} *\n')
        told = run(engine, "analyze", path, "--depth", 1, "--json", "-", "--quiet")
    return [ply["fen"] for ply in json.loads(told)["plies"]]


class Page(WrittenPage):
    """The page as a reader sees it."""

    def seen(self):
        """The ply, the pieces as census() of a FEN, and the score."""
        ply, score = self.driver.execute_script("""
            const here = document.querySelector('#moves a.here'), said = document.querySelector('#said h2');
            return [here ? Number(/ply=(\\d+)/.exec(here.hash)[1]) : 0, said && said.textContent.split(' ')[0]];""")
        return [ply, self.census(), score]

    def ply(self):
        return self.seen()[0]

    def places(self):
        """The pieces with their places."""
        return sorted(self.driver.execute_script("""
            return [...document.querySelectorAll('#board svg > g[transform]')].map(piece => piece.getAttribute('transform') + piece.innerHTML);"""))

    def is_turned(self):
        """Whether White's pieces, at the start of a game, are at the top."""
        return self.driver.execute_script("""
            const heights = color => [...document.querySelectorAll('#board svg > g[transform]')]
                .filter(piece => (piece.getAttribute('fill') === '#fbf7ef') === color)
                .map(piece => piece.getBoundingClientRect().top);
            return Math.max(...heights(true)) < Math.min(...heights(false));""")

    def broken(self):
        """Moves and words that do not stand on one line."""
        return self.driver.execute_script("""
            const lines = boxes => new Set([...boxes].filter(box => box.width).map(box => Math.round(box.top / 6))).size;
            const moves = [...document.querySelectorAll('#moves a, #said a')].filter(link => lines(link.getClientRects()) > 1);
            const found = moves.map(link => link.textContent);
            const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
            for (let text = texts.nextNode(); text; text = texts.nextNode()) for (const word of text.data.matchAll(/[^ ]+/g)) {
                const range = document.createRange();
                range.setStart(text, word.index);
                range.setEnd(text, word.index + word[0].length);
                if (lines(range.getClientRects()) > 1 && !text.parentElement.closest('a, select')) found.push(word[0]);
            }
            return found;""")


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
    is_black = dict(game["tags"])["Black"] == PLAYER
    page.press(Keys.HOME)
    check(page.is_turned() == is_black, name, "the side of the player", PLAYER)


def see_marks(page, game):
    """Each bad move says what it gave away, and shows what was better."""
    plies, name = game["plies"], f'{game["variant"]}, game {game["game"]}:'
    page.press(Keys.HOME)
    for ply, move in enumerate(plies, 1):
        page.press(Keys.ARROW_RIGHT)
        is_bad = move["mark"] in BAD
        said, arrows = page.words("#said"), len(page.find("#board path[stroke-linejoin=round]"))
        check(f'{move["move"]}{SIGNS[move["mark"]]}' in said, name, "the move", said)
        check((f'gives away {move["loss"]:.2f} points' in said) == is_bad, name, ply, "points given away", said)
        check((f'Better than {move["move"]} {move["lines"][0]["score"]} {move["lines"][0]["moves"]}' in said) == is_bad, name, ply,
              "the better line", said)
        check(arrows == 1 + is_bad and ("better move" in page.words("#caption")) == is_bad, name, ply, arrows, "arrows")
    rows = [row.text.split() for row in page.find("#sums tr")][1:]
    for (row, mark) in zip(rows, (*BAD, "only")):
        begins = game["fen"].startswith("B")
        own = [sum(ply["mark"] == mark for ply in plies[(color + begins) % 2::2]) for color in (0, 1)]
        check(row[-2:] == [str(count) for count in own], name, "the table says", row, "expected", own)
    print(f'{game["variant"]}: {len(plies)} plies')


def see_lines(page, game, engine):
    """Lines on the board, move by move; a reload comes back to the same place."""
    name, plies = f'{game["variant"]}, game {game["game"]}:', game["plies"]
    # A move in the middle that begins one of the lines.
    begins = lambda of: [line["moves"].startswith(plies[of]["move"]) for line in plies[of]["lines"]]
    of = next(of for of in range(9, len(plies)) if any(begins(of)))
    index, count = begins(of).index(True), len(plies[of]["lines"])
    page.press(Keys.HOME)
    for _ in range(of + 1):
        page.press(Keys.ARROW_RIGHT)
    played = page.places()
    page.press(Keys.ARROW_LEFT)
    before = page.seen()
    fens = fens_of_line(engine, game, of, plies[of]["lines"][index]["moves"])
    def shown():
        return page.find("#said .line")[index - count].find_elements(By.TAG_NAME, "a")
    check(len(shown()) == len(fens), name, len(shown()), "moves of a line, expected", len(fens))
    shown()[0].click()
    check(page.places() == played, name, "the move played, as one of a line")
    for step, fen in enumerate(fens, 1):
        check(page.seen()[1] == census(fen), name, "move", step, "of a line", page.seen()[1], "expected", fen)
        check(f"A line, move {step} of {len(fens)}" in page.words("#caption"), name, page.words("#caption"))
        check([link.get_attribute("class").strip() for link in shown()].index("here") == step - 1, name, "no move is marked")
        page.press(Keys.ARROW_RIGHT)
    page.press("f")
    place, was_turned = page.words("#caption") + page.words("#title"), page.find("#board svg")[0].get_attribute("innerHTML")
    page.driver.refresh()
    check(page.words("#caption") + page.words("#title") == place, name, "a reload shows", page.words("#caption"))
    check(page.find("#board svg")[0].get_attribute("innerHTML") == was_turned, name, "a reload turns the board")
    page.press("f")
    for _ in fens[1:]:
        page.press(Keys.ARROW_LEFT)
    check(page.words("#caption").startswith("A line, move 1 of"), name, "back to the first move:", page.words("#caption"))
    page.press(Keys.ARROW_LEFT)
    check(page.seen() == before, name, "back from a line", page.seen(), "expected", before)
    shown()[-1].click()
    check(page.seen()[1] == census(fens[-1]), name, "a click on the last move of a line")
    page.press(Keys.ESCAPE)
    check(page.seen() == before, name, "Escape leads to", page.seen(), "expected", before)


def see_sizes(page, game):
    """Telephones, a dark room, a printer."""
    driver = page.driver
    page.press(Keys.HOME)
    for _ in range(12):
        page.press(Keys.ARROW_RIGHT)
    page.see_dark()
    for width in page.telephones():
        page.press(Keys.HOME)
        for _ in game["plies"]:
            page.press(Keys.ARROW_RIGHT)
            broken = page.broken()
            check(not broken, "broken on a telephone of", width, "pixels:", broken)
    printed = driver.execute_cdp_cmd("Page.printToPDF", {})
    check(base64.b64decode(printed["data"]).startswith(b"%PDF-"), "it is not printed")
    print("telephones, a dark room and a printer")


def see(engine, folder, driver):
    path, games = analysed(engine, folder)
    check(path.stat().st_size < MOST_BYTES * len(games), "the page has", path.stat().st_size, "bytes")
    driver.get(path.as_uri())
    page = Page(driver)
    choices = page.find("#games option")
    check(len(choices) == len(games), len(choices), "games, expected", len(games))
    for index, game in enumerate(games):
        if index % 2 == 0 or index == 1:
            page.choose(index)
            see_game(page, game)
            see_marks(page, game)
            see_lines(page, game, engine)
    check(page.words("#axis") == "1 ½ 0" and page.words("#numbers").startswith("5 10"), "the axes of the graph")
    check("Points that White could expect" in page.words("figcaption"), "the legend of the graph")
    see_sizes(page, game)
    page.see_network()
    return f"{len(games) // 2 + 1} games"


main(see)
