#!/usr/bin/env python3
"""The page of exercises in a real browser: headless Chromium, driven by Selenium.

Usage: exercises_in_browser.py ENGINE

The engine makes exercises of games that random players have played in the variants named below. Each is answered wrongly and rightly
by clicks on the board, some with the keyboard alone; what the page says is held against the JSON of the same exercises: the board,
the verdict, the refuting line and the solution to its last move, and the score that the page keeps. No error may be logged and nothing may be asked
of a network; the page must fit telephones and be dark where that is wanted. Says `skipped` where there is no Chromium.
"""

import json

from selenium.webdriver.common.keys import Keys
from written_page import WrittenPage, census, check, main, played, run

VARIANTS = ("czech", "international", "turkish")
MOST = 6  # exercises of each variant


def made(engine, folder):
    """The page and its exercises."""
    games = played(engine, folder, VARIANTS, "--engine", "random", "--engine", "random", "name=other", "--games", 12, "--max-plies", 120)
    page, table = folder / "page.html", folder / "page.json"
    run(engine, "exercises", games, "--nodes", 1000, "--threads", 2, "--html", page, "--json", table)
    return page, [json.loads(line) for line in table.read_text().splitlines()]


class Page(WrittenPage):
    """The page as a reader sees it."""

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
        self.before = self.place()
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

    def place(self):
        """Which move is to be found, and whether one was made."""
        return self.driver.execute_script("return [stage, made !== null]")

    def answered(self):
        """Whether the move that play() began has been made."""
        return self.place() != self.before

    def sums(self):
        return [int(cell.text) for cell in self.find("#sums td")]


def see_exercise(page, index, exercise, answer_wrong):
    """An exercise: a wrong answer, and the right one."""
    name, data = f'exercise {index + 1}:', page.data(index)
    check(page.census() == census(exercise["fen"]), name, "the board shows", page.census(), "expected", exercise["fen"])
    side = {"white": "White", "black": "Black"}[exercise["turn"]]
    check(page.words("#said h2") == f'{side} to move and {exercise["task"]}', name, page.words("#said h2"))
    check(page.words("#about") == f'{exercise["variant"]}, level {exercise["level"]}', name, page.words("#about"))
    questions = data["questions"]
    right, others = questions[0]["moves"][0], questions[0]["moves"][1:]
    check([move["text"] for move in others] == [move["move"] for move in exercise["others"]], name, "the other moves")
    check(len(questions) == 1 + len(exercise["further"]), name, len(questions), "questions")
    before = page.sums()
    if answer_wrong:
        wrong = others[0]
        page.play(wrong)
        said = page.words("#said")
        check(said.startswith(f'{wrong["text"]}: Wrong') and wrong["line"] in said, name, "a wrong move says", said)
        check("What refutes it" in said and exercise["solution"]["line"] not in said, name, said)
        page.press(Keys.ARROW_LEFT)
        page.press(Keys.ARROW_LEFT)
        check(page.census() == census(exercise["fen"]), name, "back to the start of the refutation")
        page.press("r")
    for number, further in enumerate(exercise["further"]):
        page.play(questions[number]["moves"][0])
        said = page.words("#said")
        check(said.startswith("Right, go on") and further["before"] in said, name, "a right move says", said)
        check(page.census() == census(further["fen"]), name, "the board shows", page.census(), "expected", further["fen"])
        counted = [before[0], before[1] + answer_wrong, before[2] - answer_wrong]
        check(page.sums() == counted, name, "the score is", page.sums(), "before the last move, expected", counted)
        right = questions[number + 1]["moves"][0]
        # Some go wrong late: that counts, and the same move can be tried again.
        if number == 0 and not answer_wrong and index % 4 == 1:
            answer_wrong = True
            wrong = questions[1]["moves"][1]
            page.play(wrong)
            check(page.words("#said").startswith(f'{wrong["text"]}: Wrong'), name, page.words("#said"))
            page.press("r")
            check(page.census() == census(further["fen"]) and page.place() == [1, False], name, "tried again, the board shows", page.census())
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
    width, way = page.driver.execute_script("return [exercise().width, question().moves[0].steps[0].way]")
    page.before = page.place()
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
    page.see_dark()
    for width in page.telephones():
        for _ in range(count):
            check(page.width() <= width, "a telephone must scroll to", page.width())
            page.press("s")
            check(page.width() <= width, "with a solution a telephone must scroll to", page.width())
            page.press("p")
        # What is touched is large enough for a finger.
        small = [button.text for button in page.find("#buttons button") if button.size["height"] < 30]
        check(not small, "small buttons:", small)


def see(engine, folder, driver):
    address, exercises = made(engine, folder)
    driver.get(address.as_uri())
    page = Page(driver)
    check(len(page.find("#list button")) == len(exercises), "buttons, expected", len(exercises))
    count = {variant: 0 for variant in VARIANTS}
    for index, exercise in enumerate(exercises):
        count[exercise["variant"]] += 1
        if count[exercise["variant"]] <= MOST:
            see_exercise(page, index, exercise, index % 2 == 0)
        page.press("n")
    print(", ".join(f"{variant}: {number} exercises" for variant, number in count.items()))
    check(all(count.values()), "a variant has no exercise:", count)
    check(any(exercise["further"] for exercise in exercises), "no exercise goes on")
    see_keys(page, exercises)
    see_sizes(page, min(len(exercises), 20))
    page.see_network()
    return f"{min(len(exercises), MOST * len(VARIANTS))} exercises"


main(see)
