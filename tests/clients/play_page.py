"""The page that plays and analyses, as a player uses it."""

import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

PATIENCE = 10  # seconds
faults = []


def check(holds, *words):
    """Counts a fault, and says it, unless this holds."""
    if not holds:
        faults.append(words)
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
