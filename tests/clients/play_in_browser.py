#!/usr/bin/env python3
"""The page that plays and analyses, in a real browser: headless Chromium, driven by Selenium.

Usage: play_in_browser.py ADDRESS [AXE]

ADDRESS is that of a server that runs, such as http://127.0.0.1:8010/ of `kamen serve`, or of any that has the page as files with the
engine for it. In each of the variants named below a game is played to its end by clicks, against a low level. Then analysis, hints,
the judging of a game and its mistakes tried again, set-up, FEN and PDN there and back with notes, the games of a text
(`play_games.py`), words of refusal (`play_words.py`), a game without the mouse, the width of telephones, both languages, colours, and a reload without a network. No error may be logged,
nothing may break the content security policy, and nothing may be asked of another host. AXE is the file axe.min.js of the npm package
axe-core, which then looks at every state for faults of accessibility. Says `skipped` where there is no Chromium.
"""

import json
import re
import socket
import sys
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

from browser import browser, set_size
from play_games import see_analysis, see_collection, see_exercises, see_notes, see_pdn, see_practice, see_set_up, see_variations
from play_page import Page, check, choose, faults, labels, play_by_clicks, set_colours
from play_words import see_giving_up, see_hint_and_analysis, see_list_of_games, see_moves_alone, see_words
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

FOLDER = Path(__file__).resolve().parents[2] / "protocol/page"
VARIANTS = ("czech", "frysk", "russian", "italian", "thai")
TELEPHONES = (360, 400)  # CSS pixels; the first are the narrowest that are sold
MOST_BYTES = 1_000_000
LEVEL = 6
MOST_PLIES = 240


def see_game(page, variant):
    """A game to its end; the board must show every position."""
    own = "black" if variant == "italian" else "white"
    engine = {"kind": "level", "level": LEVEL}
    sides = {own: {"kind": "human"}, "white" if own == "black" else "black": engine}
    page.open(f"?variant={variant}&language=en")
    page.keep(language="en", variant=variant, start=page.position()["fen"], moves=[], ply=0, sides=sides, clock=None, moveTime=0.02,
              turned=own == "black", tags={})
    page.open()
    plies = 0
    while plies < MOST_PLIES:
        page.wait(lambda: page.script("""const { position } = JSON.parse(localStorage.getItem('kamen'));
            return position.turn === arguments[0] || position.result !== null;""", own), "the engine moves")
        position = page.position()
        check(page.pieces() == labels(position), variant, "the board shows", page.pieces(), "expected", labels(position))
        if position["result"]:
            break
        move = choose(position["moves"])
        play_by_clicks(page, position["moves"], move)
        plies += 1
    position = page.position()
    drawn = [len(position["pieces"]), sum(piece["king"] for piece in position["pieces"]),
             sum(piece["colour"] == "white" for piece in position["pieces"])]
    check(page.drawn() == drawn, variant, "drawn", page.drawn(), "expected", drawn)
    check(bool(position["result"]), variant, "has no end after", plies, "moves")
    said = {None: "Draw", own: "You win"}.get(position["winner"], "You lose")
    check(page.words("#status").startswith(said), variant, "ends with", page.words("#status"), "expected", said)
    shown = page.script("return [...document.querySelectorAll('#moves button')].map(one => one.textContent)")
    check(len(shown) == page.kept("ply"), variant, "moves shown", len(shown), "expected", page.kept("ply"))
    print(f"{variant}: {len(shown)} plies, {page.words('#status')}")


def see_choice(page):
    """Captures with the same ends: told apart by a square on the way, before and after the end, and by a button."""
    address = "?variant=international&language=en&fen=W:WK27:B2,15,18,22,38,39,44"
    way = [27, 49, 40, 1]
    for squares in ([27, 49, 1], [27, 1, 49], [27, 1]):
        page.open(address)
        for square in squares:
            page.tap(square)
        if len(squares) == 2:
            check(page.kept("ply") == 0, "an ambiguous capture is made")
            page.click("#offer button:last-child")
        page.wait(lambda: page.kept("ply") == 1, "the capture is made")
        check(page.position()["last"]["path"] == way, "the capture is", page.position()["last"], "by", squares)


def see_steps(page):
    """Back and forth in the game that was played last, turned, taken back, a reload."""
    last = page.position()["fen"]
    page.find("body").send_keys(Keys.HOME)
    page.wait(lambda: page.kept("ply") == 0, "Home leads to the start")
    page.find("body").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    page.wait(lambda: page.kept("ply") == 1, "two moves on, one back")
    page.driver.refresh()
    page.ready()
    check(page.kept("ply") == 1, "a reload leads to ply", page.kept("ply"))
    page.click("#steps [data-go=toEnd]")
    page.wait(lambda: page.position()["fen"] == last, "the button leads to the end")
    above = lambda: page.script("return document.querySelector('#board button').dataset.square")
    before = above()
    page.click("#flip")
    check(above() != before and page.pieces() == labels(page.position()), "the board is not turned")
    page.click("#flip")
    count = page.kept("ply")
    page.click("#take-back")
    page.wait(lambda: page.kept("ply") < count, "a move is taken back")


def see_clock(page):
    """Whose time is up loses."""
    page.keep(language="en", variant="czech", start=page.script("return JSON.parse(localStorage.getItem('kamen')).start"), moves=[], ply=0,
              sides={"white": {"kind": "human"}, "black": {"kind": "level", "level": 1}}, clock={"minutes": 0.03, "increment": 0},
              moveTime=0.02, turned=False, tags={})
    page.open()
    position = page.position()
    play_by_clicks(page, position["moves"], position["moves"][0])
    page.wait(lambda: page.words("#status") == "You lose: time is up", "the time is up")
    check(page.words("#lower .clock") == "0.0" and page.words("#upper .clock") != "0.0", "clocks", page.words("#lower"), page.words("#upper"))


def see_keyboard(page):
    """A new game and moves without the mouse: on the board, and typed. Screen readers hear the moves."""
    page.open("?variant=czech&language=en")
    page.find("body").send_keys("n")
    page.wait(lambda: page.find("#new-game").is_displayed(), "n opens the new game")
    page.driver.switch_to.active_element.send_keys(Keys.TAB)
    page.driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ENTER)
    page.wait(lambda: not page.find("#new-game").is_displayed(), "Enter begins the game")
    page.wait(lambda: page.kept("ply") == 0 and page.kept("sides")["black"]["kind"] == "human", "both sides by hand")
    focused = lambda: int(page.script("return document.activeElement.dataset.square || 0"))
    for _ in range(20):
        if focused():
            break
        page.driver.switch_to.active_element.send_keys(Keys.TAB)
    check(focused(), "Tab does not come to the board")
    move = page.position()["moves"][-1]
    numbers = page.position()["board"]["numbers"]
    place = {square: (row, column) for row, line in enumerate(numbers) for column, square in enumerate(line) if square}
    for square in (move["path"][0], move["path"][-1]):
        for _ in range(20):
            down, right = (there - here for there, here in zip(place[square], place[focused()]))
            if focused() == square:
                break
            key = Keys.ARROW_DOWN if down > 0 else Keys.ARROW_UP if down < 0 else Keys.ARROW_RIGHT if right > 0 else Keys.ARROW_LEFT
            page.driver.switch_to.active_element.send_keys(key)
        check(focused() == square, "the arrows do not come to", square)
        page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.wait(lambda: page.kept("ply") == 1, "Enter plays the move")
    heard = page.script("return document.getElementById('live').textContent")
    check(heard.startswith(f'White: {move["move"]}') and "Black to move" in heard, "heard:", heard)
    page.find("#typed-move").send_keys("a1-h8", Keys.ENTER)
    page.wait(lambda: "illegal" in page.words("#status") or "a1" in page.words("#status"), "a typed move is refused")
    page.find("#typed-move").clear()
    typed = page.position()["moves"][0]["move"]
    page.find("#typed-move").send_keys(typed, Keys.ENTER)
    page.wait(lambda: page.kept("ply") == 2, f"{typed} is typed")
    page.open("?variant=czech&language=cs")
    page.find("#typed-move").send_keys("a1-h8", Keys.ENTER)
    page.wait(lambda: page.words("#status").startswith("a1-h8: "), "a typed move is refused in Czech")


def see_hand(page):
    """A piece is dragged, and one that is dropped elsewhere goes back."""
    page.open("?variant=international&language=en")
    move = page.position()["moves"][0]
    square = lambda number: page.find(f'#board button[data-square="{number}"]')
    ActionChains(page.driver, duration=20).drag_and_drop(square(move["path"][0]), square(5)).perform()
    check(page.kept("ply") == 0 and page.pieces() == labels(page.position()), "a piece dropped elsewhere")
    ActionChains(page.driver, duration=20).drag_and_drop(square(move["path"][0]), square(move["path"][-1])).perform()
    page.wait(lambda: page.kept("ply") == 1, "a piece is dragged")


def see_sizes(page, axe):
    """Telephones, a dark room, Czech; nothing is cut or hidden, and axe finds no fault."""
    look = axe_of(page, axe)
    set_size(page.driver, 1280, 860)
    for language, dark in (("cs", False), ("en", True)):
        set_colours(page.driver, dark)
        page.open(f"?variant=italian&language={language}")
        look(f"the board, {language}")
    back = page.script("return getComputedStyle(document.body).backgroundColor")
    check(sum(map(int, re.findall(r"\d+", back)[:3])) < 200, "dark:", back)
    set_colours(page.driver, False)
    for width in TELEPHONES:
        set_size(page.driver, width, 740, 2, True)
        for variant in ("czech", "canadian", "spantsireti"):
            page.open(f"?variant={variant}&language=cs")
            check(page.width() <= width, variant, "must scroll to", page.width())
            board = page.find("#board").size["width"]
            check(board > 0.95 * width, variant, "board is", board, "wide of", width)
        page.find("#analyse").send_keys(" ")
        page.wait(lambda: page.words("#score"), "an analysis on the telephone")
        check(page.width() <= width, "with the analysis it must scroll to", page.width())
        small = [button.text for button in page.driver.find_elements(By.CSS_SELECTOR, "#steps button, #actions button, nav button")
                 if button.size["height"] < 32]
        check(not small, "small buttons:", small)
        for name in ("new-game", "texts", "settings", "help"):
            page.script("document.querySelector(`nav [data-open=${arguments[0]}]`).click()", name)
            check(page.width() <= width, name, "must scroll to", page.width())
            look(f"{name}, {width} pixels")
            page.script("document.getElementById(arguments[0]).close('cancel')", name)
        page.script("document.getElementById('set-up').click()")
        check(page.width() <= width, "set-up must scroll to", page.width())
        look("set-up")
        page.script("document.getElementById('set-up-cancel').click()")
        page.find("#analyse").send_keys(" ")
        see_list_of_games(page, width)
    set_size(page.driver, 1280, 860)


def axe_of(page, path):
    """Looks for faults of accessibility, if there is something to look with."""
    if path is None:
        return lambda where: None
    source = Path(path).read_text()

    def look(where):
        page.script(source)
        found = page.driver.execute_async_script("const done = arguments[0]; axe.run().then(done, error => done({ violations: [String(error)] }))")
        for fault in found["violations"]:
            check(False, "axe,", where, fault if isinstance(fault, str) else (fault["id"], [node["html"][:90] for node in fault["nodes"][:3]]))
    return look


class Line:
    """Another address of the server, that can be cut."""

    def __init__(self, address):
        where = urlsplit(address)
        self.server = (where.hostname, where.port or 80)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}{where.path}"
        self.open = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        try:
            while True:
                near, _ = self.listener.accept()
                far = socket.create_connection(self.server)
                self.open += [near, far]
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self.pass_on, args=ends, daemon=True).start()
        except OSError:
            pass

    def pass_on(self, one, other):
        try:
            while data := one.recv(65536):
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def cut(self):
        for end in [self.listener, *self.open]:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()


def see_offline(page):
    """The page comes back without a network, with the board that was there; where the engine is in the page, it still plays."""
    line = Line(page.address)
    page = Page(page.driver, line.address)
    page.open("?variant=czech&language=en&moves=c3-d4")
    page.wait(lambda: page.script("return navigator.serviceWorker.controller !== null"), "the page is kept")
    page.wait(lambda: page.script("return caches.open('kamen-1').then(cache => cache.keys()).then(keys => keys.length)") > 20, "files are kept")
    is_served = page.script("return fetch('version').then(answer => answer.ok)")
    if not is_served:
        keys = "return caches.open('kamen-1').then(cache => cache.keys()).then(keys => keys.map(key => key.url).join())"
        page.wait(lambda: all(name in page.script(keys) for name in ("kamen.js", ".wasm", "files.json")), "the engine is kept")
    line.cut()
    page.driver.get(page.address)
    page.wait(lambda: len(page.pieces()) == 24 and "d4, white man" in page.pieces(), "the board is there without a network")
    if is_served:
        page.wait(lambda: "There is no engine" in page.words("#toast"), "the page says that there is no engine")
    else:
        page.ready()
        page.find("body").send_keys("h")
        page.wait(lambda: page.words("#status").startswith("Hint: "), "there is a hint without a network")
    check(page.words("h1") == "Kamen", "the page without a network")
    return line.address


def see_files():
    """The page is small, and all of it is kept for times without a network; both languages have the same texts."""
    files = {str(path.relative_to(FOLDER)): path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()}
    check(sum(files.values()) < MOST_BYTES, "the page has", sum(files.values()), "bytes")
    kept = set(re.findall(r'"([\w./-]+\.\w+)"', re.search(r"PAGE = \[(.*?)\]", (FOLDER / "sw.js").read_text(), re.S)[1]))
    # What it is told by, and what makes a crate of it, is not shown.
    shown = set(files) - {"README.md", "sw.js", "Cargo.toml", "build.rs", "lib.rs"}
    check(kept == shown, "sw.js and the folder differ in", kept ^ shown)
    texts = [{re.sub(r"\.(one|few|other)$", "", name) for name in json.loads((FOLDER / f"texts/{language}.json").read_text())
              if not name.startswith("variant.")} for language in ("en", "cs")]
    check(texts[0] == texts[1], "texts of one language:", texts[0] ^ texts[1])


def see_first_board(page):
    """How long a new visitor waits for the board, in milliseconds."""
    page.open("?language=en")
    page.script("localStorage.clear()")
    page.open("?language=en")
    return page.script("return Math.round(performance.getEntriesByName('board')[0]?.startTime ?? 0)")


def asked_elsewhere(driver, *addresses):
    events = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    asked = [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]
    asked += [event["params"]["url"] for event in events if event["method"] == "Network.webSocketCreated"]
    own = ("data:", *(prefix + address for address in addresses for prefix in ("", "blob:")), *(one.replace("http", "ws", 1) for one in addresses))
    return [url for url in asked if not url.startswith(own)]


def main():
    address, axe = sys.argv[1].rstrip("/") + "/", sys.argv[2] if len(sys.argv) > 2 else None
    with browser() as driver:
        if driver is None:
            return 0
        began = time.monotonic()
        see_files()
        set_size(driver, 1280, 860)
        set_colours(driver, False)
        page = Page(driver, address)
        print("first board after", see_first_board(page), "ms")
        for variant in VARIANTS:
            see_game(page, variant)
        see_steps(page)
        see_choice(page)
        see_variations(page)
        see_clock(page)
        see_analysis(page)
        see_set_up(page)
        see_pdn(page)
        see_notes(page)
        see_practice(page)
        see_exercises(page)
        see_collection(page)
        see_keyboard(page)
        see_hand(page)
        see_words(page)
        see_moves_alone(page)
        see_hint_and_analysis(page)
        see_giving_up(page)
        see_sizes(page, axe)
        logged = [entry["message"] for entry in driver.get_log("browser") if not re.search(r"4[0-9][0-9] \(", entry["message"])]
        check(not logged, "logged:", logged)
        elsewhere = asked_elsewhere(driver, address, see_offline(page))
        check(not elsewhere, "asked of others:", elsewhere)
        print(f"{time.monotonic() - began:.0f} s")
    print(f"{len(VARIANTS)} games, {len(faults)} faults")
    return 1 if faults else 0


sys.exit(main())
