"""The classes of the module ``kamen``."""

from collections.abc import Callable
from os import PathLike
from typing import Literal, Optional, Union, final

VARIANTS: list[str]
"""The names of all variants."""
__version__: str

@final
class Move:
    """A legal move of a position. Moves are equal if they move the same piece in the same way."""

    @property
    def text(self) -> str:
        """As its variant writes it: ``c3-d4``, ``32-28``, ``28x19``. Also ``str(move)``."""
    @property
    def hub(self) -> str:
        """As the protocol Hub writes it, in which no two moves of a position are alike: ``28x19x23``."""
    @property
    def path(self) -> list[str]:
        """The squares on which the piece stands, the first and the last included."""
    @property
    def captured(self) -> list[str]:
        """The squares of the captured pieces, by their numbers."""
    @property
    def is_capture(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Board:
    """A position with the moves that led there. Boards are equal if their positions are.

    >>> import kamen
    >>> board = kamen.Board("czech", "W:Wc3,Ke1:Bd4,f6")
    >>> [str(move) for move in board.legal_moves]
    ['c3xg7']
    >>> board.legal_moves[0].captured
    ['f6', 'd4']

    """

    def __init__(self, variant: str = "international", fen: Optional[str] = None) -> None:
        """The initial position of a variant, or a position as FEN. ``ValueError`` if it is none."""
    @staticmethod
    def from_hub(variant: str, text: str) -> Board:
        """A position as Hub writes it."""
    @staticmethod
    def from_pieces(variant: str, turn: Literal["white", "black"], pieces: dict[str, str]) -> Board:
        """A position of pieces by square: ``w`` and ``b`` men, ``W`` and ``B`` kings."""
    @property
    def variant(self) -> str: ...
    @property
    def fen(self) -> str: ...
    @property
    def hub(self) -> str:
        """The position as Hub writes it."""
    @property
    def turn(self) -> Literal["white", "black"]: ...
    @property
    def legal_moves(self) -> list[Move]: ...
    @property
    def moves(self) -> list[Move]:
        """The moves that were played on this board."""
    @property
    def pieces(self) -> dict[str, str]:
        """The pieces by square."""
    @property
    def is_over(self) -> bool: ...
    @property
    def result(self) -> Optional[Literal["1-0", "0-1", "1/2-1/2"]]:
        """The result by the rules, the points of White first; ``None`` while the game goes on."""
    @property
    def reason(self) -> Optional[str]:
        """What ended the game: ``no legal moves``, ``first king``, ``repetition``, ``quiet moves``, ``move limit of the ending``."""
    @property
    def ply(self) -> int:
        """How many moves were played."""
    @property
    def must_capture(self) -> bool: ...
    @property
    def key(self) -> int:
        """64 bits that tell positions of a variant apart."""
    def is_legal(self, played: Union[Move, str]) -> bool: ...
    def push(self, played: Union[Move, str]) -> Move:
        """Plays a move; ``ValueError`` says why it is not legal."""
    def pop(self) -> Move:
        """Takes the last move back; ``IndexError`` if there is none."""
    def parse_move(self, text: str) -> Move:
        """The legal move of a text; ``ValueError`` says why there is none."""
    def copy(self) -> Board: ...
    def perft(self, depth: int, threads: int = 1) -> int:
        """The number of sequences of so many legal moves."""
    def divide(self, depth: int, threads: int = 1) -> dict[str, int]:
        """The same for each legal move, by its notation in Hub."""
    def svg(self, turned: bool = False) -> str:
        """The board as an image; notebooks show it by themselves."""
    def pdn(self, **tags: str) -> str:
        """The game as PDN, with tags such as ``White="Ada"``."""
    def __eq__(self, other: object, /) -> bool: ...

@final
class Info:
    """A line that a search has found."""

    best: Optional[Move]
    """The first move of the line."""
    pv: list[Move]
    """The line."""
    depth: int
    """Plies that were searched."""
    sel_depth: int
    """Plies to the leaf that is farthest away."""
    nodes: int
    time: float
    """Seconds."""
    line: int
    """The place of the line among those asked for, from 1."""
    @property
    def score(self) -> float:
        """In men, for the side to move."""
    @property
    def mate(self) -> Optional[int]:
        """Plies to the end of a decided game: above 0 it is won, below it is lost."""

@final
class Judgment:
    """What the engine thinks of a move of a game."""

    played: Move
    better: Optional[Move]
    """What should have been played, if the move is marked as bad."""
    loss: float
    """The expected points that it gives away, from 0 to 1."""
    mark: Optional[Literal["only", "inaccuracy", "mistake", "blunder"]]
    score: float
    """In men, for the side that moves."""

@final
class Engine:
    """An engine of one variant. Other threads of Python run while it thinks, and Ctrl-C stops it."""

    def __init__(
        self,
        variant: str,
        *,
        weights: Union[str, PathLike[str], None] = None,
        tables: Union[str, PathLike[str], None] = None,
        book: Optional[Book] = None,
        threads: int = 1,
        tt_size: int = 22,
    ) -> None:
        """``weights`` is a file of an evaluation, ``tables`` a folder of endgame tables, ``book`` what ``play`` looks a move up in
        first; the table of positions has 2 to the power of ``tt_size`` entries of 16 bytes."""
    @property
    def variant(self) -> str: ...
    def play(
        self,
        board: Board,
        *,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
    ) -> Optional[Move]:
        """The best move that it finds within the limits, of which the first that is reached ends the search: seconds, plies, nodes;
        without any limit a second, with ``time=math.inf`` until ``stop``. ``None`` if there is no legal move."""
    def search(
        self,
        board: Board,
        *,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        lines: int = 1,
        progress: Optional[Callable[[Info], object]] = None,
    ) -> list[Info]:
        """The best lines, the best first. ``progress`` hears of each line of each depth; what it raises ends the search."""
    def stop(self) -> None:
        """Ends the searches that other threads have begun; they return what they have found."""
    def forget(self) -> None:
        """Empties the table of positions, as for another game."""
    def analyze(
        self,
        board: Board,
        *,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
    ) -> list[Judgment]:
        """What it thinks of each move that was played on the board; the limits are for each move."""

@final
class Tables:
    """The endgame tables of a variant: small ones that come with the module, and those of a folder."""

    def __init__(self, variant: str, folder: Union[str, PathLike[str], None] = None) -> None: ...
    @property
    def pieces(self) -> int:
        """The most pieces of a position that they may have."""
    def probe(self, board: Board) -> Optional[tuple[int, Optional[int]]]:
        """1 won, 0 drawn, -1 lost for the side to move, and in how many plies where that is known; ``None`` if no table has it."""

@final
class Book:
    """An opening book: the one that comes with the module, or a file."""

    def __init__(self, variant: str, file: Union[str, PathLike[str], None] = None) -> None: ...
    def __len__(self) -> int:
        """The number of positions."""
    def moves(self, board: Board) -> list[tuple[Move, float]]:
        """The moves of the book, the best first, with their scores in men."""

@final
class Game:
    """A game of a file."""

    tags: dict[str, str]
    faults: list[str]
    """What could not be read or played; the moves before it are there."""
    variant: str
    result: Optional[str]
    """As its file tells it."""
    comments: list[str]
    """Those before the first move."""
    line: list[Node]
    """All moves of the main line, with comments and variations; ``str(game)`` is the whole game as PDN."""
    def board(self) -> Board:
        """The board after the last move that could be played; ``ValueError`` if not even its position can be read."""

@final
class Node:
    """A move of a game of a file, with what is said of it.

    >>> import kamen
    >>> (game,) = kamen.read_pdn(b"1. 32-28! {to the centre} (1. 33-29 {or so}) 19-23 *", "international")
    >>> node = game.line[0]
    >>> node.text, node.strength, node.comments
    ('32-28', '!', ['to the centre'])
    >>> [[other.text for other in variation] for variation in node.variations]
    [['33-29']]

    """

    played: Optional[Move]
    """The move; ``None`` if the rules do not allow it."""
    text: str
    strength: str
    """``!``, ``?!`` and the like."""
    glyphs: list[int]
    """Numeric annotation glyphs, 1 for ``$1``."""
    comments: list[str]
    variations: list[list[Node]]
    """Other ways to go on instead of this move."""

def read_pdn(source: Union[str, PathLike[str], bytes], variant: Optional[str] = None) -> list[Game]:
    """The games of a file in PDN (or of its bytes), in whatever encoding. ``variant`` is that of games whose tags do not name it;
    without it international draughts."""

def main() -> int: ...
