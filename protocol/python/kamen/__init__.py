"""Draughts in 22 variants: rules, games, PDN, a strong engine, endgame tables and opening books.

>>> import kamen
>>> board = kamen.Board("czech")
>>> board.push("c3-d4")
Move('c3-d4')
>>> [str(move) for move in board.legal_moves]
['b6-a5', 'd6-c5', 'f6-e5', 'h6-g5', 'b6-c5', 'd6-e5', 'f6-g5']
>>> engine = kamen.Engine("czech")
>>> reply = engine.play(board, nodes=1000)
>>> board.push(reply) == reply
True
"""

import sys as _sys

from . import _kamen
from ._kamen import (
    VARIANTS,
    Board,
    Book,
    Engine,
    Game,
    Info,
    Judgment,
    Move,
    Node,
    Tables,
    __version__,
    read_pdn,
)

__all__ = [
    "VARIANTS",
    "Board",
    "Book",
    "Engine",
    "Game",
    "Info",
    "Judgment",
    "Move",
    "Node",
    "Tables",
    "__version__",
    "main",
    "read_pdn",
]


def main() -> None:
    """Run the program ``kamen`` with the arguments of the process: ``kamen --help``, or nothing for the engine that speaks Hub."""
    _sys.exit(_kamen.main())
