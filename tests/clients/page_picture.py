#!/usr/bin/env python3
"""The picture of the page of an analysed game: makes it, and holds it against the documents.

Usage: page_picture.py ENGINE [--write]

The commands of README.md, "Analyse games", are run, and the page is opened where README shows the game. The picture holds the
words of the page that it shows. They must be those of the page that is made now, and the documents must quote the page. With
`--write` the picture is written, before the documents are looked at.
"""

import base64
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from browser import browser, set_dark, set_size
from selenium.webdriver.common.by import By
from small_png import small_png, text_of

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "src/analysis/page.png"
SIZE = (1180, 868)  # CSS pixels
QUOTED = ("#said h2", "#said p")


def section(path, title):
    """The text below a heading."""
    text = (ROOT / path).read_text()
    return re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.M | re.S)[1]


def commands(text):
    """The commands of the first transcript."""
    block = re.search(r"^```console[^\n]*\n(.*?)^```", text, re.M | re.S)[1]
    return re.findall(r"^\$ ((?:.*\\\n)*.*)$", block, re.M)


def flat(text):
    return " ".join(text.split())


def without_date(text):
    return re.sub(r"\d{4}\.\d\d\.\d\d", "DATE", text)


def make(engine, folder, driver, ply):
    """The picture in few colours, with the words of the page; what documents quote; and the plies of the game."""
    (folder / "bin").mkdir()
    (folder / "bin/kamen").symlink_to(engine)
    environment = {**os.environ, "PATH": f'{folder}/bin:{os.environ["PATH"]}'}
    for command in commands(section("README.md", "Analyse games")):
        subprocess.run(command, shell=True, cwd=folder, env=environment, check=True, capture_output=True, timeout=600)
    set_size(driver, *SIZE)
    set_dark(driver, False)
    driver.get(f'{(folder / "game.html").as_uri()}#ply={ply}')
    words = without_date(flat(driver.find_element(By.TAG_NAME, "main").text))
    shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
    quoted = [flat(driver.find_element(By.CSS_SELECTOR, selector).text) for selector in QUOTED]
    data = driver.execute_script("return document.getElementById('data').textContent")
    return small_png(base64.b64decode(shot["data"]), words), quoted, json.loads(data)[0]["plies"]


def main():
    engine = Path(sys.argv[1]).resolve()
    readme = section("README.md", "Analyse games")
    ply = int(re.search(r"--ply (\d+)", readme)[1])
    with tempfile.TemporaryDirectory() as folder, browser() as driver:
        if driver is None:
            return 0
        picture, quoted, plies = make(engine, Path(folder), driver, ply)
    if sys.argv[2:] == ["--write"]:
        PICTURE.write_bytes(picture)
    faults = []
    old, new = text_of(PICTURE.read_bytes()), text_of(picture)
    if old != new:
        faults.append(f"{PICTURE.name} shows\n  {old}\nbut the page says\n  {new}\nremake it: page_picture.py ENGINE --write")
    here = f'ply {ply} of {len(plies)}: {plies[ply - 1]["move"]}; next {plies[ply]["move"]}'
    for path, text, words in [("README.md", readme, [here])] + [
            ("src/analysis/ANALYSIS.md", section("src/analysis/ANALYSIS.md", "The page"), quoted)]:
        faults += [f"{path} does not say: {word}" for word in words if word not in flat(text)]
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{len(picture)} bytes, {len(faults)} faults")
    return 1 if faults else 0


sys.exit(main())
