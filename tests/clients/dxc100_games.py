#!/usr/bin/env python3
"""Games by DXP through DXC100 2018.04.1, unchanged, as somebody at its prompt plays them: it calls and asks for games, Kamen follows.

Usage: dxc100_games.py ENGINE CLONE [PYTHON2 [GAMES]]

CLONE is a clone of https://github.com/akalverboer/DXC100_draughts_client, PYTHON2 a Python 2.7. The client plays random moves of its
own list of legal moves, White and Black in turn, sends chat, and gives up where it has no move. Both sides must agree on every move,
and on the result. Says `skipped` where there is no such Python.
"""

import os
import random
import re
import shutil
import sys
import tempfile

from program import Fault, Program, kamen_dxp

MOST_MOVES = 200      # of the client
MOVE = r"Move received: (\S+)"
END = r"Request end of game accepted\. Reason: . Stop: ."


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
        legal = re.findall(r"\d+(?:[-x]\d+)+", client.expect("Legal moves: (.*)")[1])
        if not legal:
            client.say("gameend 1")
            client.expect(END)
            return moves, "lost"
        client.say("m %s" % rng.choice(legal))
        found = client.expect("%s|(?P<end>%s)|(?P<fault>[Ii]llegal|Error|enter a move)" % (MOVE, END))
        if found["fault"]:
            raise Fault(found.string)
        if found["end"]:
            return moves + 1, "ended by Kamen"
    return MOST_MOVES, "broken off"


def main():
    engine, clone = (os.path.abspath(path) for path in sys.argv[1:3])
    python = shutil.which(sys.argv[3] if len(sys.argv) > 3 else "python2.7")
    if python is None:
        print("skipped: there is no Python 2.7")
        return
    games, faults = int(sys.argv[4]) if len(sys.argv) > 4 else 6, 0
    kamen, port = kamen_dxp(engine)
    for seed in range(games):
        with tempfile.TemporaryDirectory() as folder:  # it writes its logs where it is
            client = Program([python, "-u", os.path.join(clone, "dxc100_run.py")], cwd=folder)
            color = "WB"[seed % 2]
            try:
                moves, end = play(client, port, color, random.Random(seed))
                client.end()
                result = kamen.expect("^game [0-9]+: (won|lost|drawn|no result), (.*)")
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
