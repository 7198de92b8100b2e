"""Headless Chromium, driven by Selenium."""

import shutil
from contextlib import contextmanager

from selenium import webdriver

WORDS = ("headless=new", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking",
         "disable-component-update", "disable-sync", "disable-dev-shm-usage", "hide-scrollbars")


@contextmanager
def browser():
    """A driver, or None where there is no Chromium with its chromedriver."""
    chromium, chromedriver = shutil.which("chromium"), shutil.which("chromedriver")
    if not (chromium and chromedriver):
        print("skipped: there is no chromium with its chromedriver")
        yield None
        return
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for word in WORDS:
        options.add_argument(f"--{word}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options, webdriver.ChromeService(chromedriver))
    try:
        yield driver
    finally:
        driver.quit()


def set_size(driver, width, height, scale=1, mobile=False):
    """Sets the size of the page in CSS pixels."""
    size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def set_dark(driver, is_dark):
    """Sets the colours that the reader wants."""
    scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
