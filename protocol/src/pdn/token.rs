//! What a file is made of (PDN 3.0, "PDN Reading Grammar").

use super::{Comment, Fault, GameEnd, LineComment, MoveNumber, Setup, Strength, Tag};
use crate::MoveText;

/// What belongs in the body of a game, for messages.
pub(super) const BODY: &str = "a move, a comment, a variation or the end of the game";

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
    Move(MoveText),
    /// `...`, a move that is not known.
    Unknown,
    /// `-`, another way to write that.
    Dash,
    End(GameEnd),
    /// Something that is no PDN; it has been passed over.
    Bad(Box<Fault>),
    /// Something behind which the next token cannot be found.
    Broken(Box<Fault>),
    /// The end of the file.
    Eof,
}
