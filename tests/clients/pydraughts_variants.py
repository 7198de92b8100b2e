#!/usr/bin/env python3
"""Whole games of other variants through pydraughts, unchanged.

Usage: pydraughts_variants.py ENGINE [GAMES]

With pydraughts 0.6 all of its 8x8 variants, in its frame (set-param name=frame value=pydraughts);
with 0.5.7, which is what lidraughts-bot has inside, Russian and Brazilian in the plain frame. Three
GAMES a variant unless told: the engine plays itself, and random moves with either colour. Every
move must be legal for the client.
"""

import faulthandler
import os
import random
import sys
import time

import draughts
from draughts.engine import HubEngine, Limit

WATCHDOG = 120        # seconds for a game
MOST_PLIES = 100      # by then kings are on the board; the rest would be more of the same
NEW = hasattr(draughts, "Board")
VARIANTS = ("english", "italian", "russian", "brazilian", "turkish") if NEW else (
    "russian", "brazilian")


class Fault(Exception):
    """Something that the engine must not do."""


class Board:
    """The client's board, by what both of its releases call things."""

    def __init__(self, variant):
        self.own = draughts.Board(variant) if NEW else draughts.Game(variant)
        self.turkish = variant == "turkish"

    @property
    def turn(self):
        return self.own.turn if NEW else self.own.whose_turn()

    def plies(self):
        return len(self.own.move_stack)

    def is_over(self):
        return self.own.is_over()

    def winner(self):
        return self.own.winner() if NEW else self.own.get_winner()

    def legal_moves(self):
        """All legal moves in Hub notation."""
        if NEW:
            return [move.hub_move for move in self.own.legal_moves()]
        moves, captures = self.own.legal_moves()
        return [draughts.Move(self.own, board_move=move).hub_move for move in moves]

    def random_moves(self):
        """Legal moves without those of Turkish kings that jump over pieces, which only the client
        thinks to be legal; steps to the next square are enough."""
        def is_step(text):
            near = [int(square) for square in text.split("-")]
            return abs(near[0] - near[1]) in (1, 8)
        moves = self.legal_moves()
        if self.turkish:
            moves = [move for move in moves if "x" in move or is_step(move)] or moves
        return moves

    def push(self, text):
        move = draughts.Move(self.own, hub_move=text)
        self.own.push(move if NEW else move.board_move)


def effect(text):
    """What identifies a move: the order of the captured squares means nothing."""
    squares = [int(square) for square in text.replace("-", "x").split("x")]
    return squares[0], squares[1], frozenset(squares[2:])


def answer(engine, board):
    """The engine's move as the client writes it."""
    result = engine.play(board.own, Limit(movetime=0.02), False)
    for field in ("depth", "score"):
        if field not in result.info:
            raise Fault("done without %s" % field)
    for text in board.legal_moves():
        if effect(text) == effect(result.move.hub_move):
            return text
    raise Fault("illegal move %s" % result.move.hub_move)


def play(path, variant, random_side, seed):
    """A game; the engine plays the sides that do not move at random."""
    rng = random.Random(seed)
    engine = HubEngine([path, "hub"], cwd=os.path.dirname(os.path.realpath(path)))
    engine.configure({"variant": variant})
    if NEW:
        engine.configure({"frame": "pydraughts"})
    engine.init()
    board = Board(variant)
    while not board.is_over() and board.plies() < MOST_PLIES:
        if board.turn == random_side:
            board.push(rng.choice(board.random_moves()))
        else:
            board.push(answer(engine, board))
    engine.quit()
    rest = engine.p.communicate(timeout=20)[0]
    if engine.p.returncode != 0 or rest:
        raise Fault("exit status %d, and said: %s" % (engine.p.returncode, rest))
    return board


def main():
    path = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    faults = games = 0
    for variant in VARIANTS:
        for seed in range(count):
            side = (None, draughts.WHITE, draughts.BLACK)[seed % 3]
            since = time.monotonic()
            faulthandler.dump_traceback_later(WATCHDOG, exit=True)
            games += 1
            try:
                board = play(path, variant, side, seed)
                winner = {None: "broken off", 0: "draw", draughts.WHITE: "first wins",
                          draughts.BLACK: "second wins"}[board.winner()]
                text = "%s, %d plies" % (winner, board.plies())
                if side is not None and board.winner() == side:
                    raise Fault("random moves won")
            except Exception as error:
                faults += 1
                text = "FAULT %s: %s" % (type(error).__name__, error)
            name = "self-play" if side is None else "random %d" % side
            print("pydraughts %-9s %-9s seed %d: %s, %.1f s" % (
                variant, name, seed, text, time.monotonic() - since), flush=True)
    print("%d games, %d faults" % (games, faults), flush=True)
    os._exit(1 if faults else 0)


if __name__ == "__main__":
    main()
