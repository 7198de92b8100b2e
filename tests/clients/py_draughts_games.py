#!/usr/bin/env python3
"""Whole international games through py-draughts 1.10.1, unchanged.

Usage: py_draughts_games.py ENGINE

The engine plays itself and random moves; so does its player `easy`, and the engine when it tells several lines with their
chances. The client offers a depth or a time for each move; nodes
and clocks go through its private calls, which is how its readers are put to the test with them.
Every move must be legal for the client, and the clock must be kept.

The client starts `PATH hub` and loses lines that come together, so PATH is a script that adds `--line-by-line`.
"""

import faulthandler
import os
import random
import shlex
import sys
import tempfile
import time

from draughts import Color, HubEngine, StandardBoard
from draughts.engines.hub import board_to_hub_position, parse_hub_move
from loguru import logger

WATCHDOG = 60         # seconds for a game
MOST_PLIES = 100      # by then kings are on the board; the rest would be more of the same
BASE, INCREMENT = 1.0, 0.02
LIMITS = ("depth", "time", "nodes", "clock")


class Fault(Exception):
    """Something that the engine must not do."""


def think(engine, board, level):
    """A search with a level that the client has no public call for."""
    engine._send("pos pos=" + board_to_hub_position(board))
    engine._send("level " + level)
    engine._send("go think")
    result = engine._read_search_result()
    if result.info.score is None or result.info.depth is None:
        raise Fault("done without depth or score")
    return parse_hub_move(result.move, board.legal_moves, board=board)


def answer(engine, board, kind, clock):
    """The engine's move; the client raises when it is not one of its own legal moves."""
    since, side = time.monotonic(), board.turn
    if kind == "nodes":
        return think(engine, board, "nodes=3000")
    if kind == "clock":
        # Hub adds the increment itself.
        left = clock[side] - INCREMENT
        move = think(engine, board, "time=%.3f inc=%s" % (left, INCREMENT))
        clock[side] += INCREMENT - (time.monotonic() - since)
        if clock[side] < 0:
            raise Fault("%.3f s over the clock" % -clock[side])
        return move
    move, score = engine.get_best_move(board, with_evaluation=True)
    if not -100 <= score <= 100:
        raise Fault("score %s" % score)
    used = time.monotonic() - since
    if kind == "time" and used > 0.5:
        raise Fault("%.3f s for a move of 0.02 s" % used)
    return move


WAYS = {
    "kamen": {},
    "easy": {"player": "easy"},
    "lines": {"multi-pv": 3, "wdl": "true"},
}


def set_parameters(engine, parameters):
    """The client has no call for parameters."""
    for name, value in parameters.items():
        engine._send("set-param name=%s value=%s" % (name, value))
    engine._send("init")
    while (line := engine._read_line()) != "ready":
        if line is None or line.startswith("error"):
            raise Fault("no %s: %s" % (parameters, line))


def play(path, kind, random_side, seed, way):
    """A game; the engine plays the sides that do not move at random."""
    rng = random.Random(seed)
    engine = HubEngine(path, time_limit=0.02, depth_limit=5 if kind == "depth" else None)
    board, clock = StandardBoard(), {Color.WHITE: BASE, Color.BLACK: BASE}
    with engine:
        process = engine.process
        if WAYS[way]:
            set_parameters(engine, WAYS[way])
        engine.new_game()
        if not engine.ping():
            raise Fault("no pong")
        plies = 0
        while not board.game_over and plies < MOST_PLIES:
            if board.turn == random_side:
                board.push(rng.choice(list(board.legal_moves)))
            else:
                board.push(answer(engine, board, kind, clock))
            plies += 1
    # The client kills an engine that needs more than two seconds, so the status tells.
    if process.returncode != 0:
        raise Fault("exit status %s" % process.returncode)
    errors = process.stderr.read()
    if errors:
        raise Fault("on standard error: %s" % errors)
    return "%s, %d plies" % (board.result if board.game_over else "broken off", plies)


def line_by_line(engine, folder):
    """A program in a folder that is the engine with `--line-by-line`."""
    path = os.path.join(folder, "kamen-line-by-line")
    with open(path, "w") as script:
        script.write('#!/bin/sh\nexec %s "$@" --line-by-line\n' % shlex.quote(os.path.abspath(engine)))
    os.chmod(path, 0o755)
    return path


def main():
    with tempfile.TemporaryDirectory() as folder:
        faults = play_all(line_by_line(sys.argv[1], folder))
    # The client may hang.
    os._exit(1 if faults else 0)


def play_all(path):
    """All games; how many were faulty."""
    logger.remove()
    games = [(kind, side, "kamen") for kind in LIMITS for side in (None, Color.WHITE, Color.BLACK)]
    games += [("clock", None, "easy"), ("depth", Color.WHITE, "easy")]
    games += [("clock", None, "lines"), ("depth", Color.WHITE, "lines")]
    faults = 0
    for seed, (kind, side, way) in enumerate(games):
        since = time.monotonic()
        faulthandler.dump_traceback_later(WATCHDOG, exit=True)
        try:
            text = "%s, %.1f s" % (play(path, kind, side, seed, way), time.monotonic() - since)
        except Exception as error:
            faults += 1
            text = "FAULT %s: %s" % (type(error).__name__, error)
        name = "self-play" if side is None else "random %s" % side.name.lower()
        name = name if way == "kamen" else way + ", " + name
        print("py-draughts %-5s %-12s seed %d: %s" % (kind, name, seed, text), flush=True)
    print("%d games, %d faults" % (len(games), faults), flush=True)
    return faults


if __name__ == "__main__":
    main()
