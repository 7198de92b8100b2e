//! The messages as values, and how they are written.

use std::fmt;

use super::{MAX_LENGTH, NAME_LENGTH, VERSION, board};
use crate::{HubPosition, Side};

/// A message of DXP. Its first character says which: `R A M E C B K`.
///
/// Numbers are written with leading zeros, names are filled with blanks, Black is `Z` (Dutch
/// *zwart*). What does not fit a field is cut to what does: a number to the largest, a text to
/// its length; characters beyond ASCII become `?`.
///
/// ```
/// use kamen_protocol::dxp::{Message, MoveMade};
///
/// let text = "M001205250422122320";
/// let made = MoveMade { seconds: 12, from: 5, to: 25, captured: vec![22, 12, 23, 20] };
/// assert_eq!(Message::parse(text)?, Message::Move(made));
/// # Ok::<(), kamen_protocol::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// `R`, GAMEREQ: the initiator asks for a game.
    GameRequest(GameRequest),
    /// `A`, GAMEACC: the follower's answer.
    GameAccept(GameAccept),
    /// `M`, MOVE: a move was made.
    Move(MoveMade),
    /// `E`, GAMEEND: instead of a move, by the side to move; and its confirmation.
    GameEnd(GameEnd),
    /// `C`, CHAT: text for the person at the other end; never answered by a program.
    Chat(String),
    /// `B`, BACKREQ: moves shall be taken back.
    BackRequest {
        /// Number of the move on a score sheet, the first pair of moves being 1; at most 999.
        move_number: u16,
        /// Who is to move in the position gone back to.
        turn: Side,
    },
    /// `K`, BACKACC: the answer to that.
    BackAccept(BackAnswer),
}

/// What a game shall be like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRequest {
    /// The protocol's version, [`VERSION`] so far.
    pub version: u8,
    /// The initiator's name.
    pub name: String,
    /// The colour that the follower shall play.
    pub follower: Side,
    /// Minutes for the whole game, 0 to 999.
    pub minutes: u16,
    /// Moves for the whole game, 1 to 999; 0 for no limit.
    pub moves: u16,
    /// Where the game begins.
    pub start: Start,
}

impl GameRequest {
    /// A request in the version that is spoken here, from the normal position.
    #[must_use]
    pub fn new(name: impl Into<String>, follower: Side, minutes: u16, moves: u16) -> Self {
        Self {
            version: VERSION,
            name: name.into(),
            follower,
            minutes,
            moves,
            start: Start::Normal,
        }
    }
}

/// Where a game begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Start {
    /// `A`: the normal position of what is played.
    Normal,
    /// `B`: this one. The protocol knows 50 squares; here any number is read and the caller, who
    /// knows the board, checks it. At most 83 fit.
    Position(HubPosition),
}

/// An answer to a [`GameRequest`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameAccept {
    /// The follower's name.
    pub name: String,
    /// What it says.
    pub answer: Acceptance,
}

/// A move. Squares are numbers from 1 to 99; whether they exist is the caller's question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveMade {
    /// Seconds that it took, 0 to 9999; for information.
    pub seconds: u16,
    /// The square that the piece left.
    pub from: u8,
    /// The square that it reached.
    pub to: u8,
    /// The squares of the captured pieces, in any order; at most 58.
    pub captured: Vec<u8>,
}

/// The end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameEnd {
    /// Why, as the sender sees it.
    pub reason: EndReason,
    /// Whether the sender wants no further game.
    pub stop: bool,
}

/// Defines an enumeration of codes of one character, with how each is read and written.
macro_rules! codes {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $variant:ident = $code:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $($(#[$about])* $variant,)*
        }

        impl $name {
            /// All of them, with the characters that stand for them.
            pub(super) const CODES: &'static [(char, $name)] = &[$(($code, $name::$variant)),*];
        }

        /// Writes the character.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant => write!(f, "{}", $code),)*
                }
            }
        }
    };
}

codes! {
    /// An answer to a request for a game.
    Acceptance {
        /// `0`: the game begins.
        Yes = '0',
        /// `1`: the version of the protocol is not known.
        Version = '1',
        /// `2`: not this game, another one perhaps.
        NotThis = '2',
        /// `3`: no games at all.
        NoGames = '3',
    }
}

codes! {
    /// Why a game ends, as the sender of the message sees it.
    EndReason {
        /// `0`: no reason given.
        None = '0',
        /// `1`: the sender has lost.
        Lost = '1',
        /// `2`: the game is drawn.
        Draw = '2',
        /// `3`: the sender has won.
        Won = '3',
    }
}

codes! {
    /// An answer to a request to take moves back.
    BackAnswer {
        /// `0`: both go back.
        Done = '0',
        /// `1`: the program cannot.
        Cannot = '1',
        /// `2`: the game goes on.
        GoOn = '2',
    }
}

/// Writes the message without its NUL, in ASCII and at most 127 characters of it.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameRequest(request) => write_request(f, request),
            Self::GameAccept(GameAccept { name, answer }) => {
                write!(f, "A{}{answer}", Name(name))
            }
            Self::Move(made) => write_move(f, made),
            Self::GameEnd(GameEnd { reason, stop }) => write!(f, "E{reason}{}", u8::from(*stop)),
            Self::Chat(text) => write!(f, "C{}", clean(text, MAX_LENGTH - 1)),
            Self::BackRequest { move_number, turn } => {
                write!(f, "B{:03}{}", move_number.min(&999), board::side(*turn))
            }
            Self::BackAccept(answer) => write!(f, "K{answer}"),
        }
    }
}

fn write_request(f: &mut fmt::Formatter<'_>, request: &GameRequest) -> fmt::Result {
    write!(
        f,
        "R{:02}{}{}{:03}{:03}",
        request.version.min(99),
        Name(&request.name),
        board::side(request.follower),
        request.minutes.min(999),
        request.moves.min(999),
    )?;
    match &request.start {
        Start::Normal => write!(f, "A"),
        Start::Position(position) => write!(f, "B{}", board::Text(position)),
    }
}

fn write_move(f: &mut fmt::Formatter<'_>, made: &MoveMade) -> fmt::Result {
    let captured = made.captured.get(..58).unwrap_or(&made.captured);
    let (seconds, count) = (made.seconds.min(9999), captured.len());
    let [from, to] = [made.from, made.to].map(|square| square.clamp(1, 99));
    write!(f, "M{seconds:04}{from:02}{to:02}{count:02}")?;
    (captured.iter()).try_for_each(|square| write!(f, "{:02}", square.clamp(&1, &99)))
}

/// A name in its field.
struct Name<'a>(&'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = clean(self.0.trim(), NAME_LENGTH);
        write!(f, "{name:NAME_LENGTH$}")
    }
}

/// At most `length` characters of a text, in printable ASCII.
fn clean(text: &str, length: usize) -> String {
    let fit = |c: char| match c {
        ' '..='~' => c,
        c if c.is_whitespace() => ' ',
        _ => '?',
    };
    text.chars().take(length).map(fit).collect()
}

#[cfg(test)]
mod tests;
