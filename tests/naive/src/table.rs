//! The facts of the rule book, one named constant per variant and nothing computed.
//! "Rule n" is the numbered rule of the rule book's common ground.

/// Which squares of the rectangle are played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Playing {
    /// Every second square, the lower left corner (White's view) included.
    LowerLeftDark,
    /// Every second square, the lower left corner left out.
    LowerLeftLight,
    /// All squares: Turkish.
    Every,
}

/// Where square 1 lies, seen from White's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SquareOne {
    /// Leftmost playing square of the top row, on to the right and then down.
    TopLeft,
    /// Rightmost playing square of the bottom row, on to the left and then up.
    BottomRight,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry {
    pub width: usize,
    pub height: usize,
    pub playing: Playing,
    pub square_one: SquareOne,
}

/// The lines along which pieces move and capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    Diagonal,
    /// Moves diagonal; captures also along rows and columns, two squares a step.
    Frisian,
    /// Rows and columns only: Turkish.
    Straight,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum King {
    /// Moves one square, captures the neighbour.
    Short,
    /// Any distance; lands anywhere behind the captured piece (rule 6).
    Long,
    /// Any distance; lands directly behind the captured piece: Thai.
    LongLandsBehind,
}

/// Which of the possible captures may be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precedence {
    Free,
    MostPieces,
    /// Most pieces, then most kings among them.
    MostPiecesThenKings,
    /// A king must capture if one can.
    KingBeforeMan,
    /// Most pieces, by a king, most kings, kings first.
    Italian,
    /// Highest value, then by a king.
    Frisian,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    pub geometry: Geometry,
    /// Rows of men at the start, and empty rows behind them.
    pub rows_of_men: usize,
    pub rows_behind: usize,
    pub white_begins: bool,
    pub lines: Lines,
    pub king: King,
    pub man_captures_backward: bool,
    pub man_captures_kings: bool,
    pub precedence: Precedence,
    /// A man that touches the last row in mid-capture goes on as a king.
    pub promotes_in_passing: bool,
    /// Captured pieces leave the board during the capture, not after it (rule 5).
    pub removed_at_once: bool,
    /// Two captures in a row may go in opposite directions.
    pub may_turn_back: bool,
    /// A king whose last captured piece is a king stops directly behind it.
    pub halts_behind_king: bool,
    /// A position with a king is over: breakthrough.
    pub king_ends_game: bool,
    /// A side with a man may move the same king three times in a row without a capture, no
    /// more: Frisian.
    pub limits_king_moves: bool,
}

const BOARD_10X10: Geometry = Geometry {
    width: 10,
    height: 10,
    playing: Playing::LowerLeftDark,
    square_one: SquareOne::TopLeft,
};
const BOARD_8X8: Geometry = Geometry {
    width: 8,
    height: 8,
    ..BOARD_10X10
};

const INTERNATIONAL: Rules = Rules {
    geometry: BOARD_10X10,
    rows_of_men: 4,
    rows_behind: 0,
    white_begins: true,
    lines: Lines::Diagonal,
    king: King::Long,
    man_captures_backward: true,
    man_captures_kings: true,
    precedence: Precedence::MostPieces,
    promotes_in_passing: false,
    removed_at_once: false,
    may_turn_back: true,
    halts_behind_king: false,
    king_ends_game: false,
    limits_king_moves: false,
};
const KILLER: Rules = Rules {
    halts_behind_king: true,
    ..INTERNATIONAL
};
const BREAKTHROUGH: Rules = Rules {
    king_ends_game: true,
    ..INTERNATIONAL
};
const FRISIAN: Rules = Rules {
    lines: Lines::Frisian,
    precedence: Precedence::Frisian,
    limits_king_moves: true,
    ..INTERNATIONAL
};
const FRYSK: Rules = Rules {
    rows_of_men: 1,
    ..FRISIAN
};
const CANADIAN: Rules = Rules {
    geometry: Geometry {
        width: 12,
        height: 12,
        ..BOARD_10X10
    },
    rows_of_men: 5,
    ..INTERNATIONAL
};
const BRAZILIAN: Rules = Rules {
    geometry: BOARD_8X8,
    rows_of_men: 3,
    ..INTERNATIONAL
};
const RUSSIAN: Rules = Rules {
    precedence: Precedence::Free,
    promotes_in_passing: true,
    ..BRAZILIAN
};
const POOL: Rules = Rules {
    precedence: Precedence::Free,
    white_begins: false,
    ..BRAZILIAN
};
const SPANTSIRETI: Rules = Rules {
    geometry: Geometry {
        width: 10,
        height: 8,
        ..BOARD_10X10
    },
    ..RUSSIAN
};
const CZECH: Rules = Rules {
    man_captures_backward: false,
    precedence: Precedence::KingBeforeMan,
    ..BRAZILIAN
};
const CZECH_ZAPLETAL: Rules = Rules {
    rows_of_men: 2,
    ..CZECH
};
const ENGLISH: Rules = Rules {
    white_begins: false,
    king: King::Short,
    man_captures_backward: false,
    precedence: Precedence::Free,
    ..BRAZILIAN
};
const ITALIAN: Rules = Rules {
    geometry: Geometry {
        playing: Playing::LowerLeftLight,
        ..BOARD_8X8
    },
    king: King::Short,
    man_captures_backward: false,
    man_captures_kings: false,
    precedence: Precedence::Italian,
    ..BRAZILIAN
};
const SPANISH: Rules = Rules {
    geometry: Geometry {
        playing: Playing::LowerLeftLight,
        square_one: SquareOne::BottomRight,
        ..BOARD_8X8
    },
    man_captures_backward: false,
    precedence: Precedence::MostPiecesThenKings,
    ..BRAZILIAN
};
const THAI: Rules = Rules {
    geometry: Geometry {
        square_one: SquareOne::BottomRight,
        ..BOARD_8X8
    },
    rows_of_men: 2,
    white_begins: false,
    king: King::LongLandsBehind,
    man_captures_backward: false,
    precedence: Precedence::Free,
    removed_at_once: true,
    ..BRAZILIAN
};
const TURKISH: Rules = Rules {
    geometry: Geometry {
        playing: Playing::Every,
        ..BOARD_8X8
    },
    rows_of_men: 2,
    rows_behind: 1,
    lines: Lines::Straight,
    man_captures_backward: false,
    removed_at_once: true,
    may_turn_back: false,
    ..BRAZILIAN
};

/// Every variant under its name. The giveaway variants move as their parents do.
pub const TABLE: [(&str, Rules); 22] = [
    ("international", INTERNATIONAL),
    ("losing", INTERNATIONAL),
    ("killer", KILLER),
    ("breakthrough", BREAKTHROUGH),
    ("frisian", FRISIAN),
    ("frysk", FRYSK),
    ("canadian", CANADIAN),
    ("brazilian", BRAZILIAN),
    ("russian", RUSSIAN),
    ("russian_giveaway", RUSSIAN),
    ("pool", POOL),
    ("english", ENGLISH),
    ("english_giveaway", ENGLISH),
    ("italian", ITALIAN),
    ("spanish", SPANISH),
    ("portuguese", SPANISH),
    ("czech", CZECH),
    ("czech_giveaway", CZECH),
    ("czech_zapletal", CZECH_ZAPLETAL),
    ("thai", THAI),
    ("turkish", TURKISH),
    ("spantsireti", SPANTSIRETI),
];
