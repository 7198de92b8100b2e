//! What a file is made of (PDN 3.0, "PDN Reading Grammar").

use super::slip::Slips;
use super::{Comment, Fault, GameEnd, LineComment, MoveNumber, Place, Setup, Strength, Tag};
use crate::{MoveText, SquareName};

/// A token with its surroundings.
pub(super) struct Lexed {
    /// Where it begins.
    pub(super) place: Place,
    pub(super) token: Token,
    /// Whether it stands directly behind another.
    pub(super) is_glued: bool,
    /// Whether an empty line stands between it and the one before.
    pub(super) is_apart: bool,
    /// The slips in it and in the blanks before it.
    pub(super) slips: Slips,
}

/// A token; the rarer ones are boxed, since each is moved several times.
pub(super) enum Token {
    Tag(Box<Tag>),
    Comment(Comment),
    Line(LineComment),
    /// `(`
    Open,
    /// `)`
    Close,
    Strength(Strength),
    Nag(u16),
    Setup(Setup),
    Number(MoveNumber),
    /// `2)`: a number, or one without a move and the end of a variation.
    Enumerated(u32),
    Move(MoveText),
    /// What may be a move or words, as it was written: a move, where that is legal.
    Doubtful(Box<(MoveText, String)>),
    /// `...`, a move that is not known.
    Unknown,
    /// `-`, another way to write that, and others things.
    Dash,
    /// `<42,29>`: captured squares of the move before.
    Captured(Vec<SquareName>),
    /// A result, or a `*` that may be a mark.
    End(GameEnd),
    /// Words or signs that are no PDN.
    Text(String),
    /// Something that looks like a move and cannot be read; it has been passed over.
    Bad(Box<Fault>),
    /// Something behind which the next token cannot be found.
    Broken(Box<Fault>),
    /// The end of the file.
    Eof,
}
