#!/usr/bin/env python3
"""The picture of the page that plays and analyses, for documents.

Usage: play_picture.py ADDRESS FILE

ADDRESS is that of a server that runs, such as http://127.0.0.1:8010/ of `kamen serve`; FILE becomes a PNG of a judged game with the
analysis of a position.
"""

import base64
import sys
import time
from pathlib import Path

from browser import browser, set_dark, set_size
from selenium.webdriver.common.by import By
from small_png import small_png

SIZE = (1180, 800)  # CSS pixels
GAME = (
    "g3-f4 f6-g5 a3-b4 b6-a5 b2-a3 d6-e5 f4xd6 c7xe5 b4-c5 e7-d6 c5xe7 f8xd6 e3-d4 b8-c7 d4xf6 g7xe5 c1-b2 e5-f4 "
    "c3-d4 f4-e3 d2xf4 g5xe3 d4-c5 d6xb4 a3xc5 c7-d6 c5xe7 d8xf6 f2xd4 h8-g7 d4-c5 a5-b4 b2-a3 b4-c3 c5-d6 h6-g5 "
    "d6-e7 g5-h4 a3-b4 g7-h6"
)
SECONDS = 20


def wait(driver, script):
    until = time.monotonic() + SECONDS
    while not driver.execute_script("return " + script):
        if time.monotonic() > until:
            sys.exit(f"waited in vain: {script}")
        time.sleep(0.05)


def main():
    address, file = sys.argv[1].rstrip("/") + "/", Path(sys.argv[2])
    with browser() as driver:
        if driver is None:
            return
        set_size(driver, *SIZE)
        set_dark(driver, False)
        driver.get(f"{address}?variant=czech&language=en&moves={GAME.replace(' ', ',')}")
        wait(driver, "document.body.dataset.ready")
        driver.find_element(By.ID, "review").click()
        wait(driver, "document.querySelector('#moves .blunder')")
        driver.find_element(By.ID, "analyse").send_keys(" ")
        driver.find_element(By.CSS_SELECTOR, "#moves .blunder").click()
        wait(driver, "Number(document.getElementById('depth').textContent.match(/\\d+/)) >= 18")
        driver.execute_script("document.activeElement.blur()")
        picture = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
        file.write_bytes(small_png(base64.b64decode(picture), "A judged game on the page"))


main()
