//! What is printed is read back as the same value, for every type of the crate.

use kamen_protocol::dxp::{
    self, Acceptance, BackAnswer, Decoder, EndReason, GameAccept, GameEnd, GameRequest, Message,
    MoveMade, Start,
};
use kamen_protocol::hub::{
    Argument, Command, Go, Info, Level, Line, Mode, Param, ParamKind, PosText, Reply, Score,
    Statistics,
};
use kamen_protocol::{Cell, Fen, FenPiece, HubPosition, MoveKind, MoveText, Side, SquareName};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// A word of Hub; no `=`, blank, control character or double quote.
const WORD: &str = "[!#-<>-~é∞]{1,12}";
/// A value that can be written: a word, or with blanks and `=` between quotes.
const VALUE: &str = "[ !#-~é∞]{0,20}";
/// A value of a reply, which has no `=`.
const REPLY_VALUE: &str = "[ !#-<>-~é∞]{0,20}";

fn argument() -> impl Strategy<Value = Argument> {
    (WORD, VALUE).prop_map(|(name, value)| Argument { name, value })
}

fn line() -> impl Strategy<Value = Line> {
    (WORD, vec(argument(), 0..5)).prop_map(|(command, arguments)| Line { command, arguments })
}

fn level() -> impl Strategy<Value = Level> {
    let real = || option::of(-1e9..1e9_f64);
    let count = || option::of(any::<u32>());
    (
        (count(), option::of(any::<u64>()), real(), real()),
        (count(), real(), any::<bool>(), count(), count()),
    )
        .prop_map(|((depth, nodes, move_time, time), rest)| {
            let (moves, inc, infinite, handicap, ply) = rest;
            Level {
                depth,
                nodes,
                move_time,
                time,
                moves,
                inc,
                infinite,
                handicap,
                ply,
            }
        })
}

fn pos() -> impl Strategy<Value = Command> {
    let text = prop_oneof![
        Just(PosText::Start),
        "[ -!#-~]{1,60}".prop_map(PosText::Board)
    ];
    (text, vec(WORD, 0..4), option::of(VALUE)).prop_map(|(pos, moves, wolf)| Command::Pos {
        pos,
        moves,
        wolf,
    })
}

fn command() -> impl Strategy<Value = Command> {
    let mode = prop_oneof![Just(Mode::Think), Just(Mode::Ponder), Just(Mode::Analyze)];
    prop_oneof![
        Just(Command::Hub),
        Just(Command::Init),
        Just(Command::Stop),
        Just(Command::PonderHit),
        Just(Command::NewGame),
        Just(Command::Ping),
        Just(Command::Quit),
        (WORD, VALUE).prop_map(|(name, value)| Command::SetParam { name, value }),
        level().prop_map(Command::Level),
        (
            mode,
            proptest::option::of(1..=9_u32),
            proptest::collection::vec(WORD, 0..3),
            proptest::option::of(1..=99_u32)
        )
            .prop_map(|(mode, multi_pv, search_moves, mate)| Command::Go(Go {
                mode,
                multi_pv,
                search_moves,
                mate,
            })),
        pos(),
    ]
}

fn score() -> impl Strategy<Value = Score> {
    prop_oneof![
        (-7999..=7999).prop_map(Score::Hundredths),
        (0..=999_u32).prop_map(Score::Win),
        (0..=999_u32).prop_map(Score::Loss),
        (0..=1000_u32).prop_map(Score::TableWin),
        (0..=1000_u32).prop_map(Score::TableLoss),
    ]
}

/// A real with so many decimals that none is lost in print.
fn decimal(scale: u32) -> impl Strategy<Value = f64> {
    (0..1_000_000_000_u32).prop_map(move |x| f64::from(x) / f64::from(scale))
}

fn info() -> impl Strategy<Value = Info> {
    let reals = (decimal(10), decimal(1000), decimal(1000));
    let wdl = option::of(any::<[u32; 3]>());
    let statistics = option::of((any::<u32>(), any::<u32>(), any::<u64>()));
    let statistics = statistics.prop_map(|found| {
        found.map(|(sel_depth, hash_full, table_hits)| Statistics {
            sel_depth,
            hash_full,
            table_hits,
        })
    });
    let rest = (
        vec(WORD, 0..5),
        option::of(any::<u32>()),
        any::<bool>(),
        (wdl, statistics),
    );
    (any::<u32>(), score(), any::<u64>(), reals, rest).prop_map(
        |(
            depth,
            score,
            nodes,
            (mean_depth, time, nps),
            (pv, multi_pv, says_end, (wdl, statistics)),
        )| Info {
            depth,
            mean_depth,
            score,
            nodes,
            time,
            nps,
            pv,
            multi_pv,
            says_end: says_end && matches!(score, Score::Win(_) | Score::Loss(_)),
            wdl,
            statistics,
        },
    )
}

fn param() -> impl Strategy<Value = Param> {
    let kind = prop_oneof![
        Just(ParamKind::Bool),
        Just(ParamKind::String),
        any::<(i64, i64)>().prop_map(|(min, max)| ParamKind::Int { min, max }),
        (-1e300..1e300, -1.0..1.0).prop_map(|(min, max)| ParamKind::Real { min, max }),
        vec("[!#-<>-~]{1,8}", 0..4).prop_map(ParamKind::Enum),
    ];
    let name = "[!#-<>-~]{1,8}";
    (name, REPLY_VALUE, kind).prop_map(|(name, value, kind)| Param { name, value, kind })
}

fn reply() -> impl Strategy<Value = Reply> {
    let country = option::of(REPLY_VALUE);
    let id = (REPLY_VALUE, REPLY_VALUE, REPLY_VALUE, country);
    prop_oneof![
        Just(Reply::Wait),
        Just(Reply::Ready),
        Just(Reply::Pong),
        id.prop_map(|(name, version, author, country)| Reply::Id {
            name,
            version,
            author,
            country,
        }),
        param().prop_map(Reply::Param),
        info().prop_map(Reply::Info),
        option::of((WORD, option::of(WORD))).prop_map(|done| {
            let (chosen, ponder) = done.map_or((None, None), |(c, p)| (Some(c), p));
            Reply::Done { chosen, ponder }
        }),
        REPLY_VALUE.prop_map(Reply::Error),
    ]
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::White), Just(Side::Black)]
}

fn square() -> impl Strategy<Value = SquareName> {
    prop_oneof![
        (1..=u16::MAX).prop_map(SquareName::Number),
        (0..10_u8, 1..=u8::MAX).prop_map(|(file, rank)| SquareName::Letters { file, rank }),
    ]
}

fn position(most: usize) -> impl Strategy<Value = HubPosition> {
    let cell = prop_oneof![
        Just(Cell::Empty),
        side().prop_map(Cell::Man),
        side().prop_map(Cell::King),
    ];
    (side(), vec(cell, 0..=most)).prop_map(|(turn, squares)| HubPosition { turn, squares })
}

/// A name of a program in DXP, which has no blank at either end.
const NAME: &str = "([!-~]([ -~]{0,30}[!-~])?)?";

fn game_request() -> impl Strategy<Value = GameRequest> {
    let start = prop_oneof![Just(Start::Normal), position(83).prop_map(Start::Position)];
    let numbers = (0..=99_u8, 0..=999_u16, 0..=999_u16);
    (NAME, side(), numbers, start).prop_map(|(name, follower, numbers, start)| {
        let (version, minutes, moves) = numbers;
        GameRequest {
            version,
            name,
            follower,
            minutes,
            moves,
            start,
        }
    })
}

fn message() -> impl Strategy<Value = Message> {
    use prop::sample::select;
    let square = || 1..=99_u8;
    let answer = select(vec![
        Acceptance::Yes,
        Acceptance::Version,
        Acceptance::NotThis,
        Acceptance::NoGames,
    ]);
    let reason = select(vec![
        EndReason::None,
        EndReason::Lost,
        EndReason::Draw,
        EndReason::Won,
    ]);
    let back = select(vec![BackAnswer::Done, BackAnswer::Cannot, BackAnswer::GoOn]);
    let made = (0..=9999_u16, square(), square(), vec(square(), 0..=58));
    prop_oneof![
        game_request().prop_map(Message::GameRequest),
        (NAME, answer).prop_map(|(name, answer)| Message::GameAccept(GameAccept { name, answer })),
        made.prop_map(|(seconds, from, to, captured)| Message::Move(MoveMade {
            seconds,
            from,
            to,
            captured,
        })),
        (reason, any::<bool>())
            .prop_map(|(reason, stop)| Message::GameEnd(GameEnd { reason, stop })),
        "[ -~]{0,126}".prop_map(Message::Chat),
        (0..=999_u16, side())
            .prop_map(|(move_number, turn)| Message::BackRequest { move_number, turn }),
        back.prop_map(Message::BackAccept),
    ]
}

/// A FEN in the order in which it is printed, without places.
fn fen() -> impl Strategy<Value = Fen> {
    let piece = (side(), any::<bool>(), square()).prop_map(|(side, king, square)| FenPiece {
        side,
        king,
        square,
        at: 0,
    });
    let fields = vec("[HFhf+][0-9+]{1,4}", 0..3);
    (option::of(side()), vec(piece, 0..100), fields).prop_map(|(turn, mut pieces, rest)| {
        pieces.sort_by_key(|p| (p.side == Side::Black, p.square, p.king));
        Fen { turn, pieces, rest }
    })
}

fn moves() -> impl Strategy<Value = MoveText> {
    let of = |kind| move |squares| MoveText { kind, squares };
    let letters =
        (0..10_u8, 1..=u8::MAX).prop_map(|(file, rank)| SquareName::Letters { file, rank });
    let short = (1..100_u16).prop_map(SquareName::Number);
    prop_oneof![
        vec(square(), 2..=2).prop_map(of(MoveKind::Quiet)),
        vec(square(), 2..20).prop_map(of(MoveKind::Capture)),
        vec(letters, 2..5).prop_map(of(MoveKind::Unknown)),
        vec(short, 2..=2).prop_map(of(MoveKind::Unknown)),
        vec(square(), 3..6).prop_map(of(MoveKind::Unknown)),
    ]
}

/// The rule of pydraughts: split at blanks outside quotes, then at every `=`.
fn every_argument_has_one_sign(line: &str) -> bool {
    let mut quoted = false;
    let split = |c| {
        quoted ^= c == '"';
        c == ' ' && !quoted
    };
    line.split(split)
        .skip(1)
        .all(|argument| argument.matches('=').count() == 1)
}

proptest! {
    #[test]
    fn lines(line in line()) {
        prop_assert_eq!(Line::parse(&line.to_string()), Ok(line));
    }

    #[test]
    fn commands(command in command()) {
        prop_assert_eq!(Command::parse(&command.to_string()), Ok(command));
    }

    #[test]
    fn replies(reply in reply()) {
        let text = reply.to_string();
        prop_assert!(every_argument_has_one_sign(&text), "{}", text);
        prop_assert_eq!(Reply::parse(&text), Ok(reply));
    }

    #[test]
    fn positions(position in position(150)) {
        prop_assert_eq!(HubPosition::parse(&position.to_string()), Ok(position));
    }

    #[test]
    fn fens(fen in fen()) {
        let mut read = Fen::parse(&fen.to_string()).expect("a printed FEN");
        for piece in &mut read.pieces {
            piece.at = 0;
        }
        prop_assert_eq!(read, fen);
    }

    #[test]
    fn squares(square in square()) {
        prop_assert_eq!(SquareName::parse(&square.to_string()), Ok(square));
    }

    #[test]
    fn move_texts(text in moves()) {
        prop_assert_eq!(MoveText::parse(&text.to_string()), Ok(text));
    }

    #[test]
    fn dxp_messages(message in message()) {
        let text = message.to_string();
        prop_assert!(text.len() <= dxp::MAX_LENGTH, "{}", text);
        prop_assert_eq!(Message::parse(&text), Ok(message));
    }

    /// A stream of messages, cut anywhere.
    #[test]
    fn dxp_streams(messages in vec(message(), 0..8), cuts in vec(1..200_usize, 1..40)) {
        let stream: Vec<u8> = messages.iter().flat_map(dxp::encode).collect();
        let mut decoder = Decoder::default();
        let (mut read, mut rest) = (Vec::new(), &stream[..]);
        for cut in cuts.iter().cycle() {
            let (mut piece, after) = rest.split_at((*cut).min(rest.len()));
            while !piece.is_empty() {
                let (used, message) = decoder.read(piece);
                read.extend(message);
                piece = &piece[used..];
            }
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
        prop_assert!(!decoder.is_within_message());
        prop_assert_eq!(read, messages.into_iter().map(Ok).collect::<Vec<_>>());
    }
}
