#!/usr/bin/env python3
"""The page that plays and analyses, in a real browser: headless Chromium, driven by Selenium.

Usage: play_in_browser.py ADDRESS [AXE]

ADDRESS is that of a server that runs, such as http://127.0.0.1:8010/ of `kamen serve`, or of any that has the page as files with the
engine for it. In each of the variants named below a game is
played to its end by clicks, against a low level. Then analysis, hints, the judging of a game, set-up, FEN and PDN there and back,
a game without the mouse, the width of telephones, both languages, colours, and a reload without a network. No error may be logged,
nothing may break the content security policy, and nothing may be asked of another host. AXE is the file axe.min.js of the npm package
axe-core, which then looks at every state for faults of accessibility. Says `skipped` where there is no Chromium.
"""

import json
import re
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

from browser import browser, set_size
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

FOLDER = Path(__file__).resolve().parents[2] / "protocol/page"
VARIANTS = ("czech", "frysk", "russian", "italian", "thai")
TELEPHONES = (360, 400)  # CSS pixels; the first are the narrowest that are sold
PATIENCE = 10  # seconds
MOST_BYTES = 1_000_000
LEVEL = 6
MOST_PLIES = 240
SHOT = "W:Wc3,e3,g3:Bd4,f6"  # Czech: White must capture
BLUNDER = "g3-f4,f6-g5,a3-b4,b6-a5,b2-a3,d6-e5,f4xd6,c7xe5,b4-c5,e7-d6,c5xe7,f8xd6,e3-d4,b8-c7,d4xf6,g7xe5,c1-b2,e5-f4,c3-d4"  # the last move
PDN = '[Event "Cup"] [White "Ann"] [Black "Bert"] [GameType "29"] 1. c3-d4 d6-c5 2. b2-c3 f6-g5 *\n' + \
    '[White "Cleo"] [Black "Dan"] [GameType "20"] 1. 32-28 18-23 *\n'
faults = 0


def check(holds, *words):
    """Counts a fault, and says it, unless this holds."""
    global faults
    if not holds:
        faults += 1
        print("fault:", *words)


def set_colours(driver, is_dark):
    """The colours that the reader wants; he wants no motion."""
    features = [{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}, {"name": "prefers-reduced-motion", "value": "reduce"}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


class Page:
    """The page as a player uses it."""

    def __init__(self, driver, address):
        self.driver = driver
        self.address = address

    def open(self, query=""):
        self.driver.get(self.address + query)
        self.ready()

    def ready(self):
        self.wait(lambda: self.script("return document.body && document.body.dataset.ready"), "the page is ready")

    def script(self, text, *values):
        return self.driver.execute_script(text, *values)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def wait(self, holds, what):
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if holds():
                return True
            time.sleep(0.01)
        check(False, "waited in vain until", what)
        return False

    def keep(self, **values):
        """What the page finds when it is opened next."""
        self.script("localStorage.setItem('kamen', JSON.stringify(arguments[0]))", values)

    def kept(self, name):
        return self.script("return JSON.parse(localStorage.getItem('kamen'))[arguments[0]]", name)

    def position(self):
        return self.kept("position")

    def fen(self):
        return self.script("return JSON.parse(localStorage.getItem('kamen')).position.fen")

    def click(self, selector):
        self.find(selector).click()

    def tap(self, square):
        button = self.find(f'#board button[data-square="{square}"]')
        ActionChains(self.driver, duration=0).move_to_element(button).click().perform()

    def words(self, selector):
        return " ".join(self.find(selector).text.split())

    def pieces(self):
        """The labels of the squares that are not empty."""
        return self.script("""return [...document.querySelectorAll('#board button[data-square]')].map(one => one.getAttribute('aria-label'))
            .filter(label => !/empty|prázdné/.test(label)).sort();""")

    def drawn(self):
        """How many pieces are drawn, kings, and white ones."""
        return self.script("""const count = kind => document.querySelectorAll('#board .pieces > .piece' + kind).length;
            return [count(''), count('.king'), count('.white')];""")

    def width(self):
        return self.script("return document.documentElement.scrollWidth")


def labels(position):
    """What the squares should be called."""
    name = lambda piece: f'{piece["name"]}, {piece["colour"]} {"king" if piece["king"] else "man"}'
    return sorted(map(name, position["pieces"]))


def choose(moves):
    """A move of somebody who does not think long: the longest capture, or what goes far."""
    return max(moves, key=lambda move: (len(move["captured"]), move["crowns"], abs(move["path"][-1] - move["path"][0]), move["hub"]))


def play_by_clicks(page, moves, move):
    """The piece, then its last square; where captures share these, squares on the way, and last a button with its squares."""
    before = page.fen()
    done = lambda: page.fen() != before or page.script("return document.getElementById('offer').childElementCount > 0")
    page.tap(move["path"][0])
    page.tap(move["path"][-1])
    same = [other for other in moves if (other["path"][0], other["path"][-1]) == (move["path"][0], move["path"][-1])]
    page.wait(done, f'{move["hub"]} is played or offered')
    if len(same) > 1 and page.fen() == before:
        names = {square: name for name, square in page.script("""return [...document.querySelectorAll('#board button')].map(one =>
            [one.getAttribute('aria-label').split(',')[0], Number(one.dataset.square)])""")}
        wanted = " × ".join(names[square] for square in move["path"])
        buttons = {button.text: button for button in page.driver.find_elements(By.CSS_SELECTOR, "#offer button")}
        check(len(buttons) == len(same) and wanted in buttons, "captures offered:", list(buttons), "expected", wanted)
        buttons[wanted].click()
        page.wait(lambda: page.fen() != before, "the chosen capture is made")


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


def see_variations(page):
    """Another move in the midst of a game is a variation, which can become the main line or go."""
    page.open("?variant=czech&language=en&moves=c3-d4,d6-c5,b2-c3,f6-g5")
    page.find("body").send_keys(Keys.ARROW_LEFT)
    page.wait(lambda: page.kept("ply") == 3, "one move back")
    move = next(move for move in page.position()["moves"] if move["move"] != "f6-g5")
    play_by_clicks(page, page.position()["moves"], move)
    page.wait(lambda: page.words("#moves .side").startswith(f'2… {move["move"]}'), "the variation is shown")
    page.click("#moves .side [aria-label='Make it the main line']")
    page.wait(lambda: page.words("#moves .side").startswith("2… f6-g5"), "the variation is the main line")
    page.click("#moves .side [aria-label='Remove the variation']")
    page.wait(lambda: not page.driver.find_elements(By.CSS_SELECTOR, "#moves .side"), "the variation is gone")
    check(page.kept("moves")[-1] == move["hub"], "the game is", page.kept("moves"))


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


def see_analysis(page):
    """Lines, arrows, chances and the bar; off again; a hint; a game judged, with its graph."""
    page.open("?variant=czech&language=en&moves=c3-d4,d6-c5,b2-c3,f6-g5")
    page.find("#analyse").send_keys(" ")
    lines = "return [...document.querySelectorAll('.variation')].map(row => row.querySelectorAll('button').length)"
    page.wait(lambda: len(page.script(lines)) == 3 and min(page.script(lines)) > 0, "three lines are shown")
    check(re.match(r"^[+-]?(\d+\.\d\d|#)", page.words("#score")), "the score is", page.words("#score"))
    check(len(page.driver.find_elements(By.CSS_SELECTOR, ".arrow")) == 3, "arrows")
    check("White wins" in page.find("#chances").get_attribute("aria-label"), "chances")
    check(page.find("#gauge").get_attribute("aria-label").startswith("Score"), "the bar")
    page.find("body").send_keys(Keys.ARROW_LEFT)
    page.wait(lambda: page.kept("ply") == 3 and min(page.script(lines) or [0]) > 0, "the analysis follows the board")
    page.script("document.querySelector('.variation button').click()")
    page.wait(lambda: page.kept("ply") == 4, "a move of a line is played")
    page.find("#analyse").send_keys(" ")
    page.wait(lambda: not page.script(lines) and not page.driver.find_elements(By.CSS_SELECTOR, ".arrow"), "the analysis is off")
    page.find("body").send_keys("h")
    page.wait(lambda: page.words("#status").startswith("Hint: "), "there is a hint")
    page.open("?variant=czech&language=en&moves=" + BLUNDER)
    page.click("#review")
    page.wait(lambda: page.find("#graph").is_displayed() and "given away" in page.words("#sums"), "the game is judged")
    page.wait(lambda: page.driver.find_elements(By.CSS_SELECTOR, "#moves .blunder"), "the blunder is marked")
    page.find("body").send_keys(Keys.HOME)
    page.wait(lambda: page.kept("ply") == 0, "the start")
    for _ in range(BLUNDER.count(",")):
        if page.words("#status").startswith("c3-d4?? gives away"):
            break
        page.find("#sums button").click()
        page.wait(lambda: "gives away" in page.words("#status"), "the sums lead to a mistake")
    check("Better was " in page.words("#status") and page.kept("ply") == BLUNDER.count(",") + 1, "the blunder", page.words("#status"))


def see_set_up(page):
    """A position by brushes, refused and played; FEN there and back."""
    page.open("?variant=czech&language=en")
    page.click("#set-up")
    page.click("#set-up-clear")
    page.click("#set-up-done")
    page.wait(lambda: page.words("#set-up-panel .fault"), "an empty board is refused")
    for brush, square in ((0, 22), (0, 30), (3, 18), (4, 11), (3, 1), (2, 1)):
        page.click(f"#brushes button:nth-child({brush + 1})")
        page.tap(square)
    written = page.find("#set-up-fen").get_attribute("value")
    check(written == "W:Wc3,c1:BKf6,d4", "FEN of the set-up", written)
    page.click("#set-up-done")
    page.wait(lambda: len(page.position()["pieces"]) == 4, "the position is used")
    check(page.kept("sides")["black"]["kind"] == "human", "a position is played by hand")
    field = "document.getElementById('fen')"
    page.click("[data-open=texts]")
    page.wait(lambda: page.script(f"return {field}.value") == page.position()["fen"], "FEN is shown")
    page.script(f"{field}.value = arguments[0]", SHOT)
    page.click("#use-fen")
    page.wait(lambda: [piece["name"] for piece in page.position()["pieces"]] == ["f6", "d4", "c3", "e3", "g3"], "FEN is read")
    page.tap(24)
    page.wait(lambda: "must capture" in page.words("#status"), "a piece that may not move is refused")
    page.click("[data-open=texts]")
    page.script(f"{field}.value = 'nonsense'")
    page.click("#use-fen")
    page.wait(lambda: page.words("#texts .fault"), "nonsense is refused")
    page.click("#texts .end button")


def see_pdn(page):
    """Two games pasted, one of them chosen; what is written is read again."""
    area = "document.getElementById('pdn')"
    page.click("[data-open=texts]")
    page.wait(lambda: page.script(f"return {area}.value"), "the game is written")
    page.script(f"{area}.value = arguments[0]", PDN)
    page.click("#use-pdn")
    page.wait(lambda: len(page.driver.find_elements(By.CSS_SELECTOR, "#games button")) == 2, "two games are listed")
    page.click("#games button")
    page.wait(lambda: page.kept("variant") == "czech" and page.kept("moves") and len(page.kept("moves")) == 4, "the game is opened")
    check("Ann" in page.words("#table") and "Bert" in page.words("#table"), "the players are", page.words("#table"))
    page.find("body").send_keys(Keys.END)
    page.wait(lambda: page.kept("ply") == 4, "the end")
    fen = page.position()["fen"]
    page.click("[data-open=texts]")
    page.wait(lambda: "f6-g5" in page.script(f"return {area}.value"), "the game is written")
    written = page.script(f"return {area}.value")
    check('"Ann"' in written and "c3-d4" in written, "written:", written)
    page.script(f"{area}.value = arguments[0].replace('\"Ann\"', '\"Eve\"')", written)
    page.click("#use-pdn")
    page.wait(lambda: "Eve" in page.words("#table"), "the written game is read")
    page.find("body").send_keys(Keys.END)
    page.wait(lambda: page.position()["fen"] == fen, "the same end")
    with tempfile.NamedTemporaryFile("w", suffix=".pdn") as file:
        file.write('[White "Zoe"] [GameType "25"] 1. c3-b4 b6-a5 *')
        file.flush()
        page.find("#file").send_keys(file.name)
        page.wait(lambda: page.kept("variant") == "russian" and "Zoe" in page.words("#table"), "a file is opened")


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
    check(kept == set(files) - {"README.md", "sw.js"}, "sw.js and the folder differ in", kept ^ (set(files) - {"README.md", "sw.js"}))
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
        see_keyboard(page)
        see_hand(page)
        see_sizes(page, axe)
        logged = [entry["message"] for entry in driver.get_log("browser") if not re.search(r"4[0-9][0-9] \(", entry["message"])]
        check(not logged, "logged:", logged)
        elsewhere = asked_elsewhere(driver, address, see_offline(page))
        check(not elsewhere, "asked of others:", elsewhere)
        print(f"{time.monotonic() - began:.0f} s")
    print(f"{len(VARIANTS)} games, {faults} faults")
    return 1 if faults else 0


sys.exit(main())
