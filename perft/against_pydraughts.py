#!/usr/bin/env python3
"""A partner for `kamen perft --against`: the move generator of pydraughts (perft/AGAINST.md).

Usage: against_pydraughts.py VARIANT      a name of pydraughts: standard, english, russian, ...
"""
import re
import sys

import draughts

VARIANT = sys.argv[1]
ROW = {"russian": 4, "brazilian": 4, "turkish": 8}.get(VARIANT)


def numbers(text):
    """Where pydraughts counts from a1, Kamen from a8: the rows change places."""
    def other(found):
        row, column = divmod(int(found[0]) - 1, ROW)
        return str((7 - row) * ROW + column + 1)
    return re.sub(r"\d+", other, text) if ROW else text


def perft(board, move, depth):
    board.push(move)
    nodes = sum(perft(board, m, depth - 1) for m in board.legal_moves()) if depth > 1 else 1
    board.pop()
    return nodes


for line in sys.stdin:
    fen, depth = line.split()
    board = draughts.Board(VARIANT, numbers(fen))
    for move in board.legal_moves():
        print(numbers(move.hub_move), perft(board, move, int(depth)))
    print(flush=True)
