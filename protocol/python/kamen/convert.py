"""Boards of py-draughts and pydraughts as boards of Kamen, and back.

Both packages call themselves ``draughts``; whichever is installed is used.
"""

from __future__ import annotations

from typing import Any

from . import Board

# Names of variants: ours, and those of pydraughts. py-draughts has a class for each instead.
_PYDRAUGHTS = {
    "international": "standard",
    "frisian": "frisian",
    "frysk": "frysk!",
    "killer": "killer",
    "losing": "antidraughts",
    "breakthrough": "breakthrough",
    "russian": "russian",
    "brazilian": "brazilian",
    "english": "english",
    "italian": "italian",
    "turkish": "turkish",
}
_PY_DRAUGHTS = {
    "international": "StandardBoard",
    "frisian": "FrisianBoard",
    "russian": "RussianBoard",
    "english": "AmericanBoard",
}


def from_draughts(board: Any) -> Board:
    """The position of a board of py-draughts or pydraughts.

    Raises ``ValueError`` for a variant that is not one of Kamen's, or another kind of object.
    """
    name = type(board).__name__
    for variant, theirs in _PY_DRAUGHTS.items():
        if name == theirs:
            return Board(variant, board.fen.strip('"').removeprefix('[FEN "').removesuffix('"]'))
    theirs = getattr(board, "variant", None)
    for variant, other in _PYDRAUGHTS.items():
        if theirs == other:
            return Board(variant, board.fen)
    raise ValueError(f"no board of py-draughts or pydraughts of a known variant: {board!r}")


def to_pydraughts(board: Board) -> Any:
    """The position as a ``draughts.Board`` of pydraughts."""
    import draughts

    if board.variant not in _PYDRAUGHTS:
        raise ValueError(f"pydraughts has no variant {board.variant}")
    return draughts.Board(_PYDRAUGHTS[board.variant], fen=board.fen)


def to_py_draughts(board: Board) -> Any:
    """The position as a board of py-draughts."""
    import draughts

    if board.variant not in _PY_DRAUGHTS:
        raise ValueError(f"py-draughts has no variant {board.variant}")
    return getattr(draughts, _PY_DRAUGHTS[board.variant]).from_fen(board.fen)
