"""Boards of py-draughts and pydraughts as boards of Kamen, and back.

Both packages call themselves ``draughts``; whichever is installed is used.
"""

from __future__ import annotations

from typing import Any

from . import Board

# Variants whose positions pydraughts writes with the same numbers, by its names.
_PYDRAUGHTS = {
    "international": "standard",
    "frisian": "frisian",
    "frysk": "frysk!",
    "killer": "killer",
    "losing": "antidraughts",
    "breakthrough": "breakthrough",
    "english": "english",
    "italian": "italian",
}
# Variants whose positions py-draughts writes with the same numbers: its classes.
_PY_DRAUGHTS = {
    "international": "StandardBoard",
    "frisian": "FrisianBoard",
    "frysk": "FryskBoard",
    "losing": "AntidraughtsBoard",
    "breakthrough": "BreakthroughBoard",
    "russian": "RussianBoard",
    "brazilian": "BrazilianBoard",
    "english": "AmericanBoard",
}


def from_draughts(board: Any) -> Board:
    """The position of a board of py-draughts or pydraughts.

    Raises ``ValueError`` if it is none, or of a variant that the package writes with other numbers.
    """
    import draughts

    for variant, name in _PY_DRAUGHTS.items():
        theirs = getattr(draughts, name, None)
        if isinstance(theirs, type) and type(board) is theirs:
            return Board(variant, board.fen.removeprefix('[FEN "').removesuffix('"]'))
    name = getattr(board, "variant", None)
    for variant, theirs in _PYDRAUGHTS.items():
        if isinstance(name, str) and name == theirs:
            return Board(variant, board.fen)
    raise ValueError(f"no board of py-draughts or pydraughts that can be converted: {type(board)}")


def to_pydraughts(board: Board) -> Any:
    """The position as a ``draughts.Board`` of pydraughts. Raises ``ValueError`` for a variant that it writes with other numbers."""
    import draughts

    if board.variant not in _PYDRAUGHTS:
        raise ValueError(f"no board of pydraughts for {board.variant}")
    return draughts.Board(_PYDRAUGHTS[board.variant], fen=board.fen)


def to_py_draughts(board: Board) -> Any:
    """The position as a board of py-draughts. Raises ``ValueError`` for a variant that it has not."""
    import draughts

    if board.variant not in _PY_DRAUGHTS:
        raise ValueError(f"no board of py-draughts for {board.variant}")
    return getattr(draughts, _PY_DRAUGHTS[board.variant]).from_fen(board.fen)
