"""The words of the page that plays and analyses: what it refuses it says in the language that it is read in."""

import json
import re
from pathlib import Path

from play_games import BLUNDER, EXERCISES
from play_page import check
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

TEXTS = Path(__file__).resolve().parents[2] / "protocol/page/texts"
# Words that no Czech sentence has.
ENGLISH = re.compile(r"\b(the|is|are|you|must|cannot|expected|found|illegal|bad|piece|pieces|king|man|another|capture|captures|there|stands|"
                     r"loss|draw|win|move|moves|tables|error|board|game|games|not|this|that|has|have|of|and|at|in)\b")
# What is called the same in both languages.
SAME = re.compile(r"key\.|texts$|engine$|seconds$|clock-of$|refused\.move$|variant\.(spantsireti|pool)$")

# Variant, position, what is typed, and what is said of it in English and in Czech.
MOVES = (
    ("czech", "W:Wc3,g1:Bd4", "g1-h2", "g1-h2: you must capture. You can play c3xe5.", "g1-h2: musí se brát. Lze hrát c3xe5."),
    ("czech", "W:Wc3:Bd8", "c3-f6", "c3-f6: it moves one square only. You can play c3-b4, c3-d4.",
     "c3-f6: chodí jen o jedno pole. Lze hrát c3-b4, c3-d4."),
    ("czech", "W:Wc3:Bd8", "e3-d4", "e3-d4: there is no piece on e3.", "e3-d4: na e3 nic nestojí."),
    ("czech", "W:Wc3:Bd8", "hello", "hello: that is no move; type one such as c3-d4 or 32-28.",
     "hello: to není tah; napište třeba c3-d4 nebo 32-28."),
    ("international", "W:W32,26:B28,21,11", "32x23", "32x23: another capture takes more: 2 pieces, not 1. You can play 26x6.",
     "32x23: jiným braním se bere víc: 2, ne 1. Lze hrát 26x6."),
    ("turkish", "W:Wc3:Bd8", "c3-d4", "c3-d4: pieces move along rows and files. You can play c3-c4, c3-b3, c3-d3.",
     "c3-d4: kameny chodí po řadách a sloupcích. Lze hrát c3-c4, c3-b3, c3-d3."),
)
FENS = (
    ("W:Wc9:Bd4", "the board has no square c9.", "deska nemá pole c9."),
    ("W:Wc3,c3:Bd4", "two pieces stand on c3.", "na c3 stojí dva kameny."),
    ("W:Wc3:Bc1", "a man on c1 would be a king.", "kámen na c1 by už byl dámou."),
    ("W:W:B", "there is no piece on the board.", "na desce nic nestojí."),
    ("nonsense", "character 1 cannot be read.", "znaku 1 nelze rozumět."),
)
FAULTY = '[GameType "29"] 1. c3-d4 c3-d4 *'
LONG = "A name of a tournament that goes on and on, in a town with a long name, "
LIST = "".join(f'[White "Anna-{number}"] [Event "{LONG * 2}"] [GameType "29"] 1. c3-d4 *\n' for number in (1, 2))


def see_words(page):
    """Refusals in both languages, whole in each."""
    see_texts()
    for language, place in (("en", 0), ("cs", 1)):
        for variant, fen, typed, *expected in MOVES:
            page.open(f"?variant={variant}&language={language}&fen={fen}")
            page.find("#typed-move").send_keys(typed, Keys.ENTER)
            page.wait(lambda: page.words("#status").startswith(f"{typed}: "), "a typed move is refused")
            said(page.words("#status"), expected[place], language)
        page.open(f"?variant=czech&language={language}")
        head = ("This position cannot be used: ", "Tuto pozici nelze použít: ")[place]
        page.click("[data-open=texts]")
        page.wait(lambda: page.script("return document.getElementById('pdn').value"), "the game is written")
        for fen, *expected in FENS:
            page.script("document.getElementById('fen').value = arguments[0]", fen)
            page.click("#use-fen")
            page.wait(lambda: page.words("#texts .fault") == head + expected[place], f"{fen} is refused")
            said(page.words("#texts .fault"), head + expected[place], language)
        refused = ("this is no text of games.", "tohle není text partií.")[place]
        open_text(page, "\x01\x02\x03\x04\x05\x06\x07\x08" * 20)
        page.wait(lambda: page.words("#texts .fault") == refused, f"a picture is refused: {page.words('#texts .fault')}")
        open_text(page, FAULTY)
        fault = ("The game has a fault, its further moves are not read: there is no piece on c3.",
                 "Partie má chybu, další tahy se nečtou: na c3 nic nestojí.")[place]
        page.wait(lambda: page.words("#toast") == fault, f"the fault of a game is told: {page.words('#toast')}")
        page.open(f"?language={language}&variant=czech&moves=c3-d4,a1-h8")
        fault = ("The address cannot be used: the piece on a1 is not of the side to move.", "Adresu nelze použít: kámen na a1 není na tahu.")[place]
        page.wait(lambda: page.words("#toast") == fault, f"an address is refused: {page.words('#toast')}")
        page.click("[data-open=texts]")
        page.wait(lambda: page.script("return document.getElementById('pdn').value"), "the game is written")
        open_text(page, EXERCISES)
        page.wait(lambda: page.words("#status > p").startswith(("1 of 2: ", "1 z 2: ")[place]), "an exercise is asked")
        page.find("#typed-move").send_keys("h4-g5", Keys.ENTER)
        page.wait(lambda: page.words("#status > p").startswith("h4-g5 "), "a wrong move is refuted")
        said(page.words("#status > p"), ("h4-g5 is not the solution: a loss in 3 moves by endgame tables. The reply is a1xh8. Try another move.",
                                         "h4-g5 není řešení. Soupeř odpoví a1xh8. Zkuste jiný tah.")[place], language)


def said(found, expected, language):
    check(found == expected, "said:", found, "expected:", expected)
    check(language == "en" or not ENGLISH.search(found), "English in Czech:", found)


def see_texts():
    """All Czech texts are Czech."""
    english, czech = (json.loads((TEXTS / f"{language}.json").read_text()) for language in ("en", "cs"))
    for name, words in czech.items():
        check(SAME.match(name) or words != english.get(name), name, "is not translated:", words)
        shown = re.sub(r"\{\w+\}", "", words)
        check(not ENGLISH.search(shown) and "{reason}" not in words, name, "has English words:", words)


def open_text(page, text):
    page.script("document.getElementById('pdn').value = arguments[0]", text)
    page.click("#use-pdn")


def see_moves_alone(page):
    """Moves in the address are played from the start."""
    page.open("?variant=czech&language=en")
    for address, variant, count in (("?moves=c3-d4,b6-a5", "czech", 2), ("?moves=32-28&variant=international", "international", 1)):
        page.open(address)
        check(page.kept("ply") == count and page.kept("variant") == variant, address, "shows", page.kept("variant"), page.kept("ply"))


def see_hint_and_analysis(page):
    """The arrow of a hint gives way to those of the analysis."""
    arrows = lambda: page.script("return document.querySelectorAll('#board .arrow.hint').length")
    page.open("?variant=czech&language=en")
    page.click("#hint")
    page.wait(lambda: page.words("#status").startswith("Hint: ") and arrows() == 1, "a hint is shown")
    page.find("#analyse").send_keys(" ")
    page.wait(lambda: page.words("#score"), "the analysis is on")
    check(arrows() == 0 and page.words("#status") == "White to move", "the hint stays:", arrows(), page.words("#status"))
    page.find("#analyse").send_keys(" ")
    check(arrows() == 0, "the hint comes back")


def see_giving_up(page):
    """While mistakes are tried again there is nothing to give up, and no hint."""
    page.open("?variant=czech&language=en")
    sides = {"white": {"kind": "human"}, "black": {"kind": "level", "level": 1}}
    start = page.script("return JSON.parse(localStorage.getItem('kamen')).start")
    page.keep(language="en", variant="czech", start=start, moves=BLUNDER.split(","), ply=BLUNDER.count(",") + 1, sides=sides, clock=None,
              moveTime=0.02, turned=False, tags={})
    page.open()
    page.wait(lambda: page.words("#status").startswith("Your move"), "the engine has moved")
    can = lambda: [page.find(one).is_enabled() for one in ("#resign", "#hint", "#review")]
    check(can() == [True, True, True], "before:", can())
    page.click("#review")
    page.wait(lambda: page.find("#practise").is_displayed(), "the game is judged")
    page.click("#practise")
    page.wait(lambda: " find a better move" in page.words("#status"), "a mistake is asked")
    check(can() == [False, False, False], "while mistakes are tried:", can())
    page.click("#offer button:last-child")
    page.wait(lambda: can()[0], "the game can be given up again")


def see_list_of_games(page, width):
    """Long entries of the list of games can be read to their end."""
    page.open("?variant=czech&language=en")
    page.click("[data-open=texts]")
    page.wait(lambda: page.script("return document.getElementById('pdn').value"), "the game is written")
    open_text(page, LIST)
    page.wait(lambda: len(page.driver.find_elements(By.CSS_SELECTOR, "#games button")) == 2, "two games are listed")
    cut = page.script("""return [...document.querySelectorAll('#games button')].filter(one => one.scrollWidth > one.clientWidth
        || one.scrollHeight > one.clientHeight + 1).length""")
    check(cut == 0 and page.width() <= width, "entries of the list are cut:", cut)
    page.script("document.getElementById('texts').close('close')")
