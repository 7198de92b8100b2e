"""A running program, of which lines are expected."""

import queue
import re
import subprocess
import threading
import time

PATIENCE = 30         # seconds for an answer


class Fault(Exception):
    """Something that must not be."""


class Program:
    """A running program: what it is told, and what it says."""

    def __init__(self, command, **options):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                        errors="replace", **options)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def expect(self, pattern):
        """The next line in which a pattern is, as a match."""
        until, said = time.monotonic() + PATIENCE, []
        while True:
            try:
                line = self.lines.get(timeout=max(0, until - time.monotonic()))
            except queue.Empty:
                raise Fault("expected '%s', it said: %s" % (pattern, said[-3:])) from None
            said.append(line)
            found = re.search(pattern, line)
            if found:
                return found

    def end(self):
        self.process.kill()
        self.process.wait()


def kamen_dxp(engine, *words):
    """A `kamen dxp` that answers whoever calls, quickly; and its port."""
    kamen = Program([engine, "dxp", *words, "--listen", "127.0.0.1:0", "--level", "move-time=0.02", "--set", "tt-size=16"])
    return kamen, kamen.expect("^listening on .*:([0-9]+)")[1]
