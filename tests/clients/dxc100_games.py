#!/usr/bin/env python3
"""Games by DXP through DXC100 2018.04.1, unchanged, as somebody at its prompt plays them: it calls and asks for games, Kamen follows.

Usage: dxc100_games.py ENGINE CLONE [PYTHON2 [GAMES]]

CLONE is a clone of https://github.com/akalverboer/DXC100_draughts_client, PYTHON2 a Python 2.7. The client plays random moves of its
own list of legal moves, White and Black in turn, sends chat, and gives up where it has no move. Both sides must agree on every move,
and on the result. Says `skipped` where there is no such Python.
"""

import os
import queue
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

PATIENCE = 30         # seconds for an answer
MOST_MOVES = 200      # of the client
MOVE = r"Move received: (\S+)"
END = r"Request end of game accepted\. Reason: (.) Stop: (.)"


class Fault(Exception):
    """Something that must not be."""


class Program:
    """A running program, of which lines are expected."""

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

    def expect(self, *patterns):
        """The next line in which one of the patterns is, as (index, match)."""
        until, said = time.monotonic() + PATIENCE, []
        while True:
            try:
                line = self.lines.get(timeout=max(0, until - time.monotonic()))
            except queue.Empty:
                raise Fault("expected %s, it said: %s" % (patterns, said[-3:])) from None
            said.append(line)
            for index, pattern in enumerate(patterns):
                found = re.search(pattern, line)
                if found:
                    return index, found

    def end(self):
        self.process.kill()
        self.process.wait()


def play(client, port, color, rng):
    """A game; returns how many moves the client made, and the reason that ended it."""
    client.say("connect 127.0.0.1 %s" % port)
    client.expect("Successfully connected")
    client.say("gamereq %s 5 60" % color)
    client.expect("Game request accepted by Kamen")
    client.say("chat Good luck!")
    if color == "B":
        client.expect(MOVE)
    for moves in range(MOST_MOVES):
        client.say("legal")
        legal = re.findall(r"\d+(?:[-x]\d+)+", client.expect("Legal moves: (.*)")[1][1])
        if not legal:
            client.say("gameend 1")
            client.expect(END)
            return moves, "lost"
        client.say("m %s" % rng.choice(legal))
        index, found = client.expect(MOVE, END, "[Ii]llegal|Error|enter a move")
        if index == 2:
            raise Fault(found.string)
        if index == 1:
            return moves + 1, "ended by Kamen"
    return MOST_MOVES, "broken off"


def main():
    engine, clone = (os.path.abspath(path) for path in sys.argv[1:3])
    python = shutil.which(sys.argv[3] if len(sys.argv) > 3 else "python2.7")
    if python is None:
        print("skipped: there is no Python 2.7")
        return
    games, faults = int(sys.argv[4]) if len(sys.argv) > 4 else 6, 0
    kamen = Program([engine, "dxp", "--listen", "127.0.0.1:0", "--level", "move-time=0.02", "--set", "tt-size=16"])
    port = kamen.expect("listening on .*:([0-9]+)")[1][1]
    for seed in range(games):
        with tempfile.TemporaryDirectory() as folder:  # it writes its logs where it is
            client = Program([python, "-u", os.path.join(clone, "dxc100_run.py")], cwd=folder)
            color = "WB"[seed % 2]
            try:
                moves, end = play(client, port, color, random.Random(seed))
                client.end()
                result = kamen.expect("game [0-9]+: (won|lost|drawn|no result), (.*)")[1]
                if end == "lost" and result[1] != "won":
                    raise Fault("the client has no move, but %s" % result[0])
                text = "%d moves, %s; %s" % (moves, end, result[0])
            except Fault as fault:
                faults += 1
                text = "FAULT %s" % fault
                client.end()
            print("DXC100 %s seed %d: %s" % (color, seed, text), flush=True)
    if kamen.process.poll() is not None:
        faults += 1
        print("FAULT exit status %d" % kamen.process.returncode)
    kamen.end()
    print("%d games, %d faults" % (games, faults))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
