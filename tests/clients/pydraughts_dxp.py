#!/usr/bin/env python3
"""Games by DXP through pydraughts 0.6, unchanged: it calls and asks for games, Kamen follows.

Usage: pydraughts_dxp.py ENGINE [GAMES]

The client plays random moves from the start or after a few random ones, with either colour, with
and without a clock, and takes back moves now and then; 10x10 and, in its frame, 8x8. GAMES is the
number for all variants together. Both sides must agree on every move and on the result.
"""

import faulthandler
import os
import random
import re
import sys
import threading
import time

import draughts
from draughts.engine import DXPEngine
from program import PATIENCE, Fault, kamen_dxp

WATCHDOG = 180        # seconds for a game
MOST_PLIES = 120      # a drawn ending of kings would go on and on
# The client's names and Kamen's.
VARIANTS = {
    "standard": "international", "antidraughts": "losing", "breakthrough": "breakthrough",
    "english": "english", "italian": "italian", "russian": "russian", "brazilian": "brazilian",
    "turkish": "turkish",
}


class Partner:
    """The client; its calls wait for ever when a game is ended instead of a move."""

    def __init__(self, port, seconds, moves):
        self.engine = DXPEngine(options={
            "engine-opened": True, "ip": "127.0.0.1", "port": port,
            "initial-time": seconds, "max-moves": moves})

    def ended(self):
        return self.engine.game_started and not self.engine.sender.current.started

    def wait(self, call, *arguments):
        """What a call returns; None when the game was ended meanwhile."""
        result = []
        thread = threading.Thread(target=lambda: result.append(call(*arguments)), daemon=True)
        thread.start()
        until = time.monotonic() + PATIENCE
        while thread.is_alive():
            thread.join(0.01)
            if self.ended():
                return None
            if time.monotonic() > until:
                raise Fault("no answer")
        if not result:
            raise Fault("the client has failed")
        return result[0]

    def quit(self):
        # It sleeps for seven seconds after it has hung up.
        threading.Thread(target=self.engine.quit, daemon=True).start()


def random_move(board, rng):
    """A random legal move; Turkish kings may jump over pieces for the client only."""
    moves = board.legal_moves()
    if board.variant == "turkish":
        def is_step(move):
            near = [int(square) for square in re.split("[-x]", move.hub_move)]
            return "x" in move.hub_move or abs(near[0] - near[1]) in (1, 8)
        moves = [move for move in moves if is_step(move)] or moves
    return rng.choice(moves)


def play(port, variant, seed):
    """A game; returns the client's winner (None if broken off) and a remark."""
    rng = random.Random(seed)
    board = draughts.Board(variant)
    for _ in range(rng.choice((0, 0, 3, 4))):
        board.push(random_move(board, rng))
    board = draughts.Board(variant, board.fen)
    clock = rng.random() < 0.25
    partner = Partner(port, 60 if clock else 0, 300 if clock else 0)
    # The client gives the engine the side that is to move when it first asks.
    engine_side = board.turn
    backs = 0
    while not board.is_over() and len(board.move_stack) < MOST_PLIES:
        if board.turn != engine_side:
            board.push(random_move(board, rng))
            continue
        result = partner.wait(partner.engine.play, board)
        if result is None:
            break
        if result.move is None:
            raise Fault("no move")
        board.push(result.move)
        if not board.is_over() and rng.random() < 0.05:
            board, backs = take_back(partner, board, rng), backs + 1
    if board.is_over() and board.turn == engine_side and not partner.ended():
        # The client does not send the last move by itself; the engine then ends the game.
        partner.engine.sender.send_move(board.move_stack[-1])
        until = time.monotonic() + PATIENCE
        while not partner.ended():
            if time.monotonic() > until:
                raise Fault("no end of the game")
            time.sleep(0.01)
    ended = partner.ended()
    partner.quit()
    winner = board.winner() if board.is_over() else None
    remark = "%d plies, %d taken back%s%s" % (
        len(board.move_stack), backs, ", clock" if clock else "", ", ended by Kamen" if ended else "")
    if winner is None:
        return None, remark
    return "drawn" if winner == 0 else "won" if winner == engine_side else "lost", remark


def take_back(partner, board, rng):
    """Takes back some plies, of which the last is a move of the engine; the new board."""
    plies = len(board.move_stack)
    first = draughts.BLACK if board.variant == "english" else draughts.WHITE
    if (plies % 2 == 0) != (board.turn == first):
        return board  # the client counts wrongly where the second player began
    ply = rng.randrange(max(0, plies - 4), plies)
    color = draughts.WHITE if ply % 2 == 0 else draughts.BLACK
    done = partner.wait(partner.engine.takeback, ply // 2 + 1, color)
    if done is None:
        return board
    agreed, board, result = done
    if not agreed:
        raise Fault("no take-back to ply %d of %d" % (ply, plies))
    if result.move is not None:
        board.push(result.move)
    return board


def main():
    path = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2 * len(VARIANTS)
    names = list(VARIANTS)
    kamens = {}
    faults = 0
    for seed in range(count):
        variant = names[seed % len(names)]
        since = time.monotonic()
        faulthandler.dump_traceback_later(WATCHDOG, exit=True)
        try:
            if variant not in kamens:
                kamens[variant] = kamen_dxp(path, VARIANTS[variant], "--frame", "pydraughts")
            kamen, port = kamens[variant]
            expected, remark = play(port, variant, seed)
            found = kamen.expect("^game [0-9]+: (won|lost|drawn|no result), (.*)")
            if expected is not None and found[1] != expected:
                raise Fault("%s for the client, but %s" % (expected, found[0]))
            if expected is None and "DXP Client ends" not in found[2] and "rules" not in found[2]:
                raise Fault(found[0])
            text = "%s, %s" % (found[1], remark)
        except Exception as error:
            faults += 1
            text = "FAULT %s: %s" % (type(error).__name__, error)
        print("pydraughts DXP %-12s seed %d: %s, %.1f s" % (
            variant, seed, text, time.monotonic() - since), flush=True)
    for kamen, _ in kamens.values():
        if kamen.process.poll() is not None:
            faults += 1
            print("FAULT exit status %d" % kamen.process.returncode)
        kamen.end()
    print("%d games, %d faults" % (count, faults), flush=True)
    # Not sys.exit: the client's threads may still wait.
    os._exit(1 if faults else 0)


if __name__ == "__main__":
    main()
