#!/usr/bin/env python3
"""The page of openings in a real browser: headless Chromium, driven by Selenium.

Usage: tree_in_browser.py ENGINE

The engine plays some games of two variants, and makes the tree of their openings as a page and as JSON. What the page shows, by click
and by key, is held against the JSON: the moves of each position with their games, bars and names, the board against the FEN, the way on
and back. A reload must come back to the same place. No error may be logged and nothing may be asked of a network; the page must fit
telephones and be dark where that is wanted. Says `skipped` where there is no Chromium.
"""

import json

from selenium.webdriver.common.keys import Keys
from written_page import WrittenPage, census, check, main, played, run

VARIANTS = ("czech", "english")
GAMES = 60
PLIES = 6


def made(engine, folder):
    """The page, and the positions of each variant."""
    games = played(engine, folder, VARIANTS, "--engine", "easy", "--engine", "random", "--games", GAMES, "--max-plies", 30)
    page = folder / "page.html"
    told = run(engine, "pdn", "tree", games, "--plies", PLIES, "--min-games", 1, "--html", page, "--json")
    nodes = [json.loads(line) for line in told.splitlines()]
    return page, {variant: [node for node in nodes if node["variant"] == variant] for variant in VARIANTS}


class Page(WrittenPage):
    """The page as a reader sees it."""

    def words(self, selector):
        return self.driver.execute_script("return document.querySelector(arguments[0]).textContent", selector)

    def rows(self):
        """Of each move its text, its games, and what its bar says."""
        return self.driver.execute_script("""
            return [...document.querySelectorAll('#tree tbody tr')].map(row => {
              const bar = row.querySelector('.bar');
              return [row.querySelector('a').textContent, Number(row.children[1].textContent.replace(/,/g, '')),
                bar ? bar.getAttribute('aria-label') : '', row.querySelector('small') ? row.querySelector('small').textContent : ''];
            });""")

    def board(self):
        return self.find("#board svg")[0].get_attribute("innerHTML")


def expected_rows(node):
    rows = []
    for move in node["moves"]:
        turn = node["fen"][0]
        white, black = (move["wins"], move["losses"]) if turn == "W" else (move["losses"], move["wins"])
        parts, all_of_them = (white, move["draws"], black), white + move["draws"] + black
        names = ("White won", "drawn", "Black won")
        words = ", ".join(f"{name} {int(100 * part / all_of_them + .5)}\u00a0%" for name, part in zip(names, parts)) if all_of_them else ""
        rows.append([move["move"], move["games"], words, move["opening"] or ""])
    return rows


def see_position(page, nodes, node):
    where = node["variant"], node["line"]
    check(page.rows() == expected_rows(node), *where, page.rows(), "expected", expected_rows(node))
    check(page.census() == census(node["fen"]), *where, "shows", page.census(), "expected", node["fen"])
    links = [link.text for link in page.find("#moves a")]
    count = len([word for word in node["line"].split() if not word.endswith(".")])
    check(len(links) == count + 1, *where, "the way is", links)


def see_tree(page, nodes):
    """Down the most frequent moves by click, back and on by key, and a second way."""
    node, way = nodes[0], [nodes[0]]
    see_position(page, nodes, node)
    while node["moves"] and node["moves"][0]["to"] is not None:
        page.find("#tree tbody tr")[0].click()
        node = nodes[node["moves"][0]["to"]]
        way.append(node)
        see_position(page, nodes, node)
    check(len(way) == PLIES, "the tree is", len(way), "positions deep")
    here = page.words("#moves"), page.board()
    page.driver.refresh()
    check((page.words("#moves"), page.board()) == here, "a reload leads to", page.words("#moves"))
    for node in reversed(way[:-1]):
        page.press(Keys.ARROW_LEFT)
        see_position(page, nodes, node)
    page.press(Keys.ARROW_LEFT)
    see_position(page, nodes, nodes[0])
    page.press(Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
    second = nodes[0]["moves"][1]
    see_position(page, nodes, nodes[second["to"]])
    page.press(Keys.HOME, Keys.END)
    check("The tree ends here." in page.words("#said"), "the end says", page.words("#said"))
    before = page.board()
    page.press("f")
    check(page.board() != before, "the board does not turn")
    page.press("f")
    check(page.board() == before, "the board does not turn back")
    page.find("#moves a")[0].click()
    see_position(page, nodes, nodes[0])


def see_sizes(page):
    page.see_dark()
    for width in page.telephones():
        for key in (Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.END):
            page.press(key)
            check(page.width() <= width, "a telephone of", width, "must scroll to", page.width())
    print("telephones and a dark room")


def see(engine, folder, driver):
    path, trees = made(engine, folder)
    driver.get(path.as_uri())
    page = Page(driver)
    choices = [choice.get_attribute("textContent") for choice in page.find("#games option")]
    check(choices == sorted(VARIANTS, key=choices.index), "variants:", choices)
    for index, variant in enumerate(choices):
        page.choose(index)
        see_tree(page, trees[variant])
    see_sizes(page)
    page.see_network()
    return f"{len(VARIANTS) * GAMES} games"


main(see)
