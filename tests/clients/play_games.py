"""What the page does with positions and games: analysis, judging, set-up, FEN and PDN. For play_in_browser.py."""

import re
import tempfile

from play_page import check, labels, play_by_clicks
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

SHOT = "W:Wc3,e3,g3:Bd4,f6"  # Czech: White must capture
BLUNDER = "g3-f4,f6-g5,a3-b4,b6-a5,b2-a3,d6-e5,f4xd6,c7xe5,b4-c5,e7-d6,c5xe7,f8xd6,e3-d4,b8-c7,d4xf6,g7xe5,c1-b2,e5-f4,c3-d4"  # the last move
PDN = '[Event "Cup"] [White "Ann"] [Black "Bert"] [GameType "29"] 1. c3-d4 d6-c5 2. b2-c3 f6-g5 *\n' + \
    '[White "Cleo"] [Black "Dan"] [GameType "20"] 1. 32-28 18-23 *\n'
NOTED = '[GameType "29"] {Cup final} 1. c3-d4! {[%eval 0.10] solid} d6-c5 $2 {[%eval 0.80]} ' + \
    '(1... f6-g5 {calm} 2. b2-c3 (2. d4-c5)) 2. b2-c3 {[%eval 0.75]} f6-g5 *'
EXERCISES = """[White "Anna"] [GameType "25"] [FEN "W:Wd4,f6,h4:BKa1,b6"] [Stipulation "White to move and draw"] [Level "9"]
1. d4-c5 $1 {Solution: a draw by endgame tables.} (1. h4-g5 $2 {a loss in 3 moves by endgame tables} a1:h8 2. g5-h6) 1... a1:h8 2. c5:a7 *
[GameType "29"] [FEN "W:Wc3,e3,g3:Bd4,f6"] [Stipulation "White to move and win"] 1. c3xg7 *"""
COLLECTION = '[GameType "29"] [Result "1-0"] 1. c3-d4 f6-g5 2. b2-c3 *\n[GameType "29"] [Result "1/2-1/2"] 1. c3-d4 d6-c5 *\n' + \
    '[GameType "29"] [Result "0-1"] 1. c3-b4 *\n'


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
    check(page.kept("moves")[-1] == move["move"], "the game is", page.kept("moves"))


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


def written(page):
    """The game on the board as PDN."""
    page.click("[data-open=texts]")
    text = lambda: page.script("return document.getElementById('pdn').value")
    page.wait(text, "the game is written")
    found = text()
    page.script("document.getElementById('texts').close('close')")
    return " ".join(found.split())


def open_pdn(page, text):
    page.click("[data-open=texts]")
    page.wait(lambda: page.script("return document.getElementById('pdn').value"), "the game is written")
    page.script("document.getElementById('pdn').value = arguments[0]", text)
    page.click("#use-pdn")


def see_notes(page):
    """An analysed game with its comments, marks, scores and variations: shown, kept, and written again."""
    page.open("?variant=czech&language=en")
    open_pdn(page, NOTED)
    page.wait(lambda: "Cup final" in page.words("#moves"), "the comment before the game is shown")
    for _ in range(2):
        shown = page.words("#moves")
        check(all(words in shown for words in ("solid", "calm", "d6-c5?", "c3-d4!")), "notes shown:", shown)
        check("%eval" not in shown, "commands are shown:", shown)
        check(page.find("#graph").is_displayed() and "Black: 1 mistake" in page.words("#sums"), "the graph of the file", page.words("#sums"))
        text = written(page)
        wanted = "{Cup final} 1. c3-d4 $1 {[%eval 0.10] solid} d6-c5 $2 {[%eval 0.80]} (1... f6-g5 {calm} 2. b2-c3 (2. d4-c5)) 2. b2-c3 {[%eval 0.75]} f6-g5 *"
        check(text.endswith(wanted), "written:", text)
        page.driver.get(page.address)
        page.ready()
    page.click("#moves .side button")
    page.wait(lambda: page.kept("way") == [0, 1], "a move of the variation")
    page.driver.get(page.address)
    page.ready()
    check(page.kept("way") == [0, 1] and page.position()["last"]["move"] == "f6-g5", "the variation is kept", page.kept("way"))


def see_practice(page):
    """The mistakes of a judged game are tried again; what was judged is written."""
    page.open("?variant=czech&language=en&moves=" + BLUNDER)
    check(not page.find("#practise").is_displayed(), "nothing is to be tried yet")
    page.click("#review")
    page.wait(lambda: page.find("#practise").is_displayed(), "the game is judged")
    text = written(page)
    check(re.search(r"c3-d4 \$4 \{\[%eval -[\d.]+\]\} \(10\. ", text), "judged:", text)
    count = len(page.driver.find_elements(By.CSS_SELECTOR, "#moves .blunder, #moves .mistake, #moves .inaccuracy"))
    said = lambda: page.words("#status > p")
    button = lambda name: page.driver.find_element(By.XPATH, f"//div[@id='offer']/button[text()='{name}']")

    def to_last():
        page.click("#practise")
        page.wait(lambda: said().startswith(f"1 of {count}: find a better move than "), "the first mistake")
        for number in range(2, count + 1):
            button("Next").click()
            page.wait(lambda: said().startswith(f"{number} of {count}: "), "the next mistake")
    to_last()
    bad = re.search(r"than (\S+?)\.$", said())[1]
    moves = page.kept("moves")
    page.find("#typed-move").send_keys(bad, Keys.ENTER)
    page.wait(lambda: said().startswith(f"{bad} gives away "), "the mistake is one again")
    check(page.pieces() == labels(page.position()), "the board is as it was")
    button("Show it").click()
    page.wait(lambda: said().startswith("Better was "), "the better move is shown")
    better = re.search(r"was (\S+?)\.$", said())[1]
    button("End").click()
    page.wait(lambda: not page.driver.find_elements(By.CSS_SELECTOR, "#offer button"), "the practice ends")
    to_last()
    move = next(move for move in page.position()["moves"] if move["move"].startswith(better[:2]) and move["move"].endswith(better[-2:]))
    page.tap(move["path"][0])
    page.tap(move["path"][-1])
    page.wait(lambda: said() == f'{move["move"]} is right.', "the better move is right")
    check(page.kept("moves") == moves, "tried moves stay in the game")


def see_exercises(page):
    """Exercises of `kamen exercises`, solved on the board."""
    page.open("?variant=czech&language=en")
    open_pdn(page, EXERCISES)
    said = lambda: page.words("#status > p")
    button = lambda name: page.driver.find_element(By.XPATH, f"//div[@id='offer']/button[text()='{name}']")
    page.wait(lambda: said() == "1 of 2: White to move and draw.", "the first exercise")
    check(page.kept("moves") == [] and page.kept("variant") == "russian" and not page.words("#known"), "the solution is seen", page.kept("moves"))
    check(page.find("#offer").size["height"] > 0 and page.script("""const one = id => document.getElementById(id).getBoundingClientRect();
        return one("offer").bottom <= one("analysis").top"""), "the buttons lie over the analysis")
    page.find("#typed-move").send_keys("h4-g5", Keys.ENTER)
    page.wait(lambda: said().startswith("h4-g5 is not the solution: a loss in 3 moves"), "a wrong move is refuted")
    check(page.kept("moves") == [] and page.pieces() == labels(page.position()), "the wrong move stays on the board")
    page.tap(18)
    page.tap(14)
    page.wait(lambda: said() == "d4-c5 is right.", "the solution is right")
    page.wait(lambda: "a draw by endgame tables" in page.words("#moves"), "the solution is shown")
    page.find("body").send_keys(Keys.ARROW_RIGHT)
    page.wait(lambda: page.kept("ply") == 1, "the solution is looked at")
    button("Next").click()
    page.wait(lambda: said() == "2 of 2: White to move and win." and page.kept("variant") == "czech", "the second exercise")
    button("Show it").click()
    page.wait(lambda: said() == "The solution is c3xg7.", "the solution is told")
    button("End").click()
    page.wait(lambda: not page.driver.find_elements(By.CSS_SELECTOR, "#offer button"), "the exercises end")


def see_collection(page):
    """What was played in the games of a text."""
    page.open("?variant=czech&language=en")
    open_pdn(page, COLLECTION)
    page.wait(lambda: len(page.driver.find_elements(By.CSS_SELECTOR, "#games button")) == 3, "three games are listed")
    page.click("#games button")
    page.wait(lambda: page.words("#known").startswith("Games: c3-d4 (2, 75 %) c3-b4 (1, 0 %)"), "what was played first")
    page.click("#known button")
    page.wait(lambda: page.words("#known").startswith("Games: f6-g5 (1, 0 %) d6-c5 (1, 50 %)"), "what was played then")
    page.find("body").send_keys(Keys.END)
    page.wait(lambda: page.kept("ply") == 3 and not page.words("#known"), "the games end")
