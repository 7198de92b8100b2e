#!/usr/bin/env python3
"""Whole international games through pydraughts 0.6.7, unchanged.

Usage: pydraughts_games.py ENGINE

The engine plays itself and random moves with every kind of limit that the client has, and it
ponders; so does its player `easy`, which does not ponder, and the engine when it tells several lines with their chances. Every move must be legal for the client, come with depth and score, and keep the clock.
"""

import faulthandler
import os
import random
import sys
import threading
import time

import draughts
from draughts.engine import HubEngine, Limit

WATCHDOG = 60         # seconds for a game
MOST_PLIES = 100      # by then kings are on the board; the rest would be more of the same
PATIENCE = 20         # seconds for an answer
BASE, INCREMENT = 1.0, 0.02
LIMITS = ("clock", "movetime", "depth", "nodes")


class Fault(Exception):
    """Something that the engine must not do."""


class TimedEngine(HubEngine):
    """The client with a stop-watch: its own work takes longer than the engine's fastest moves."""

    began = ended = 0.0

    def send(self, line):
        if line in ("go think", "ponder-hit"):
            self.began = time.monotonic()
        super().send(line)

    def recv(self):
        line = super().recv()
        self.ended = time.monotonic()
        return line


def start(path, options):
    engine = TimedEngine([path, "hub"], cwd=os.path.dirname(os.path.realpath(path)))
    if "normal" not in engine.variants:
        raise Fault("no variant 'normal' in %s" % engine.variants)
    engine.configure({"variant": "normal", "ponder": True, **options})
    engine.init()
    engine.ping()
    return engine


def quit_engine(engine):
    engine.quit()
    rest = engine.p.communicate(timeout=PATIENCE)[0]
    if engine.p.returncode != 0 or rest:
        raise Fault("exit status %d, and said: %s" % (engine.p.returncode, rest))


def effect(text):
    """What identifies a move: the order of the captured squares means nothing."""
    squares = [int(square) for square in text.replace("-", "x").split("x")]
    return squares[0], squares[1], frozenset(squares[2:])


def legal(board, move):
    """The client's own legal move that is meant."""
    for own in board.legal_moves():
        if effect(own.hub_move) == effect(move.hub_move):
            return own
    raise Fault("illegal move %s in %s" % (move.hub_move, board.fen))


def checked(board, result):
    """The move of a result and the answer it expects, both legal for the client."""
    for field in ("depth", "score", "nodes", "pv"):
        if field not in result.info:
            raise Fault("done without %s: %s" % (field, result.info))
    move = legal(board, result.move)
    if effect(result.info["pv"].strip('" ').split()[0]) != effect(move.hub_move):
        raise Fault("done %s after the line %s" % (move.hub_move, result.info["pv"]))
    after = board.copy()
    after.push(draughts.Move(after, hub_move=move.hub_move))
    ponder = legal(after, result.ponder) if result.ponder else None
    return move, ponder, after


class Clock:
    """A clock for each side; the increment comes before the move, as the client counts it."""

    def __init__(self):
        self.left = {draughts.WHITE: BASE, draughts.BLACK: BASE}

    def limit(self, kind, side):
        return {
            "clock": Limit(time=self.left[side], inc=INCREMENT),
            "movetime": Limit(movetime=0.02),
            "depth": Limit(depth=5),
            "nodes": Limit(nodes=3000),
        }[kind]

    def charge(self, kind, side, used):
        if kind == "movetime" and used > 0.3:
            raise Fault("%.3f s for a move of 0.02 s" % used)
        if kind == "clock":
            self.left[side] += INCREMENT - used
            if self.left[side] < 0:
                raise Fault("%.3f s over the clock" % -self.left[side])


def play(path, kind, random_side, seed, options={}):
    """A game; the engine plays the sides that do not move at random."""
    rng = random.Random(seed)
    engine, board, clock = start(path, options), draughts.Board("standard"), Clock()
    while not board.is_over() and len(board.move_stack) < MOST_PLIES:
        side = board.turn
        if side == random_side:
            move = rng.choice(board.legal_moves())
        else:
            result = engine.play(board, clock.limit(kind, side), False)
            clock.charge(kind, side, engine.ended - engine.began)
            move, _, _ = checked(board, result)
        board.push(draughts.Move(board, hub_move=move.hub_move))
    quit_engine(engine)
    return board, ""


def play_easy(path, kind, random_side, seed):
    """A game of the player `easy`."""
    return play(path, kind, random_side, seed, {"player": "easy"})


def play_lines(path, kind, random_side, seed):
    """A game of the engine that tells three lines with their chances."""
    return play(path, kind, random_side, seed, {"multi-pv": 3, "wdl": True})


class Pondering:
    """A search in the opponent's time, on a thread of its own: the client's play() blocks."""

    def __init__(self, engine, board, limit, expected):
        self.engine, self.expected, self.result, self.error = engine, expected, None, None
        self.thread = threading.Thread(target=self.run, args=(board, limit), daemon=True)
        self.thread.start()

    def run(self, board, limit):
        try:
            self.result = self.engine.play(board, limit, True)
        except Exception as error:  # handed to the game's thread
            self.error = error

    def end(self, hit):
        # The client sends from two threads; only ponderhit() waits for "go ponder" by itself.
        while self.engine._last_sent != "go ponder":
            time.sleep(0.001)
        if not self.thread.is_alive():
            raise Fault("done before ponder-hit or stop")
        if hit:
            self.engine.ponderhit()
        else:
            self.engine.stop()
        self.thread.join(PATIENCE)
        if self.thread.is_alive():
            raise Fault("no answer to %s" % ("ponder-hit" if hit else "stop"))
        if self.error:
            raise self.error
        return self.result


def play_pondering(path, kind, side, seed):
    """A game against moves that are the expected ones now and then."""
    rng = random.Random(seed)
    engine, board, clock = start(path, {}), draughts.Board("standard"), Clock()
    pondering, hits, misses = None, 0, 0
    while not board.is_over() and len(board.move_stack) < MOST_PLIES:
        if board.turn == side:
            result = None
            if pondering:
                hit = board.move_stack[-1].hub_move == pondering.expected
                hits, misses = hits + hit, misses + (not hit)
                answer = pondering.end(hit)
                result = answer if hit else None
                pondering = None
            result = result or engine.play(board, clock.limit(kind, side), False)
            clock.charge(kind, side, engine.ended - engine.began)
            move, ponder, after = checked(board, result)
            board.push(draughts.Move(board, hub_move=move.hub_move))
            if ponder:
                after.push(draughts.Move(after, hub_move=ponder.hub_move))
                if not after.is_over():
                    limit = clock.limit(kind, side)
                    pondering = Pondering(engine, after, limit, ponder.hub_move)
        else:
            time.sleep(0.01)
            moves = board.legal_moves()
            wanted = [m for m in moves if pondering and m.hub_move == pondering.expected]
            move = wanted[0] if wanted and rng.random() < 0.6 else rng.choice(moves)
            board.push(draughts.Move(board, hub_move=move.hub_move))
    if pondering:
        pondering.end(False)
    quit_engine(engine)
    if not hits or not misses:
        raise Fault("%d hits and %d misses prove nothing" % (hits, misses))
    return board, ", %d ponder hits, %d misses" % (hits, misses)


def main():
    path = sys.argv[1]
    games = [(play, kind, None) for kind in LIMITS]
    sides = (draughts.WHITE, draughts.BLACK)
    games += [(play, kind, sides[number % 2]) for number, kind in enumerate(LIMITS)]
    games += [(play_pondering, "clock", side) for side in sides]
    games += [(play_pondering, "nodes", draughts.WHITE)]
    games += [(play_easy, "clock", draughts.WHITE), (play_lines, "clock", None)]
    faults = 0
    for seed, (game, kind, side) in enumerate(games):
        name = {play: "self-play" if side is None else "random %s" % side,
                play_easy: "easy" if side is None else "easy, random %s" % side,
                play_lines: "lines" if side is None else "lines, random %s" % side,
                play_pondering: "pondering %s" % side}[game]
        since = time.monotonic()
        faulthandler.dump_traceback_later(WATCHDOG, exit=True)
        try:
            board, remark = game(path, kind, side, seed)
            end = "winner %s" % board.winner() if board.is_over() else "broken off"
            text = "%s, %d plies, %.1f s%s" % (
                end, len(board.move_stack), time.monotonic() - since, remark)
        except Exception as error:
            faults += 1
            text = "FAULT %s: %s" % (type(error).__name__, error)
        print("pydraughts %-8s %-12s seed %d: %s" % (kind, name, seed, text), flush=True)
    print("%d games, %d faults" % (len(games), faults), flush=True)
    # Not sys.exit: a thread of a failed game may still wait for its engine.
    os._exit(1 if faults else 0)


if __name__ == "__main__":
    main()
