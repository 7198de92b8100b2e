//! Whole conversations over Hub with the engine, each line of which is answered as a small model says.
//!
//! After every line comes a `ping`, whose `pong` ends the answers to that line; after every `go` a `stop`. So the model knows which
//! answers belong to which line: a `go` has one `done`, with a legal move where there is one; what is answered by `error` changes nothing,
//! which a second conversation without those lines shows in the end.

mod client;

use arbitrary::{Result, Unstructured};
use client::Client;
use kamen_core::{AnyGame, AnyPosition};
use kamen_engine::Options;
use kamen_eval::Choice;
use kamen_protocol::hub::{Command, Go, PosText, Reply};

/// The most lines of a conversation.
const LINES: usize = 30;

pub(crate) fn run(input: &[u8]) {
    let mut input = Unstructured::new(input);
    let mut lines: Vec<String> = vec!["init".to_owned(), "pos start".to_owned()];
    if input.ratio(1u8, 8u8).unwrap_or_default() {
        lines.clear();
    }
    while lines.len() < LINES && !input.is_empty() {
        match line(&mut input) {
            Ok(line) if is_safe(&line) => lines.push(line),
            Ok(_) => {}
            Err(_) => break,
        }
    }
    let (end, refused) = talk(&lines);
    if !refused.is_empty() {
        // Positions that are refused leave none, as is promised, so these lines stay.
        let is_kept =
            |(number, line): &(usize, &String)| !refused.contains(number) || is_position(line);
        let others = lines.iter().enumerate().filter(is_kept);
        let others: Vec<String> = others.map(|(_, line)| line.clone()).collect();
        assert_eq!(
            talk(&others).0,
            end,
            "a line that was refused has changed something: {lines:?}"
        );
    }
}

fn is_position(line: &str) -> bool {
    line.split_whitespace().next() == Some("pos")
}

/// Whether a line asks for a search, even one that cannot be read.
fn is_go(line: &str) -> bool {
    match Command::parse(line) {
        Ok(command) => matches!(command, Command::Go(_)),
        Err(_) => line.split_whitespace().next() == Some("go"),
    }
}

/// A line: mostly one of Hub, sometimes a changed or any other one.
fn line(input: &mut Unstructured<'_>) -> Result<String> {
    let known = match input.int_in_range(0..=15u8)? {
        0 => "hub".to_owned(),
        1 => "init".to_owned(),
        2 => (*input.choose(&["new-game", "stop", "ponder-hit", "ping"])?).to_owned(),
        3..=5 => {
            let (name, value) = *input.choose(PARAMS)?;
            format!("set-param name={name} value={value}")
        }
        6 | 7 => format!("pos start moves=\"{}\"", moves(input)?),
        8 => {
            let letters = ["e", "e", "e", "w", "b", "W", "B"];
            let squares = *input.choose(&[32usize, 50, 64, 72, 31])?;
            let squares = (0..squares).map(|_| input.choose(&letters).copied());
            let squares = squares.collect::<Result<String>>()?;
            format!("pos pos={}{squares}", input.choose(&["W", "B"])?)
        }
        9 => (*input.choose(LEVELS)?).to_owned(),
        10..=13 => (*input.choose(GOS)?).to_owned(),
        _ => {
            let length = input.int_in_range(0..=40usize)?.min(input.len());
            return Ok(text(input.bytes(length)?));
        }
    };
    if !input.ratio(1, 10)? {
        return Ok(known);
    }
    let mut bytes = known.into_bytes();
    let place = usize::from(input.arbitrary::<u8>()?) % bytes.len();
    bytes[place] = input.arbitrary()?;
    Ok(text(&bytes))
}

const PARAMS: &[(&str, &str)] = &[
    ("variant", "czech"),
    ("variant", "normal"),
    ("variant", "frisian"),
    ("variant", "english"),
    ("variant", "russian"),
    ("variant", "breakthrough"),
    ("variant", "turkish"),
    ("variant", "chess"),
    ("frame", "pydraughts"),
    ("frame", "plain"),
    ("frame", "none"),
    ("tt-size", "12"),
    ("tt-size", "-1"),
    ("tt-size", "x"),
    ("threads", "2"),
    ("threads", "1"),
    ("threads", "0"),
    ("ponder", "false"),
    ("ponder", "perhaps"),
    ("skill", "1"),
    ("skill", "21"),
    ("elo", "1500"),
    ("elo", "999999"),
    ("pruning", "false"),
    ("exchanges", "-20"),
    ("seed", "7"),
    ("multi-pv", "3"),
    ("multi-pv", "0"),
    ("wdl", "true"),
    ("statistics", "true"),
    ("book", "true"),
    ("book-ply", "10"),
    ("book-margin", "101"),
    ("bb-size", "3"),
    ("bb-size", "0"),
    ("bb-cache", "1"),
    ("move-overhead", "9"),
    ("player", "random"),
    ("player", "kamen"),
    ("player", "nobody"),
    ("unknown", "1"),
    ("eval", "hand-made:material"),
    ("eval", "hand-made:all"),
];
const LEVELS: &[&str] = &[
    "level depth=2",
    "level nodes=200",
    "level move-time=0.001",
    "level time=1 moves=2 inc=0.01",
    "level infinite",
    "level depth=0",
    "level handicap=2",
    "level move-time=-1",
    "level time=nan",
    "level ply=1",
    "level nodes=99999999999999999999999",
];
const GOS: &[&str] = &[
    "go think",
    "go think",
    "go analyze",
    "go ponder",
    "go",
    "go analyze multi-pv=3",
    "go think searchmoves=\"32-28 31-26\"",
    "go think searchmoves=9-13",
    "go fast",
    "go think multi-pv=x",
];

/// Moves from the start of some variant, which need not be that of the conversation.
fn moves(input: &mut Unstructured<'_>) -> Result<String> {
    let variant = super::variant(input)?;
    let mut game = AnyGame::start(variant);
    let plies = input.int_in_range(0..=12)?;
    super::walk(input, &mut game, plies)?;
    let texts: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
    Ok(texts.join(" "))
}

/// One line of text.
fn text(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.chars().filter(|c| !matches!(c, '\n' | '\r')).collect()
}

/// Whether a line neither ends the conversation, nor names a file, nor takes gigabytes.
fn is_safe(line: &str) -> bool {
    match Command::parse(line) {
        Ok(Command::Quit) => false,
        Ok(Command::SetParam { name, value }) => match name.as_str() {
            "experience" | "book-file" | "bb-path" => false,
            "eval" => value.starts_with("hand-made"),
            "player" => !value.contains(':'),
            "tt-size" | "bb-cache" => value.parse::<i64>().is_ok_and(|number| number <= 14),
            _ => true,
        },
        _ => true,
    }
}

/// Has a conversation of these lines. Returns the options and the answer to a last short search, and the numbers of the lines that
/// were answered by an error.
fn talk(lines: &[String]) -> (Vec<String>, Vec<usize>) {
    let mut client = Client::new(options());
    let mut model = Model {
        options: options(),
        applied: None,
        game: None,
    };
    let mut refused = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let answers = client.ask(line);
        if model.hold(line, &answers) {
            refused.push(number);
        }
    }
    let mut end = client.ask("hub");
    // What was set last and is not applied yet must not differ either.
    end.extend(client.ask("init"));
    end.extend(client.ask("set-param name=threads value=1"));
    end.extend(client.ask("set-param name=bb-size value=0"));
    end.extend(client.ask("init"));
    end.extend(client.ask("pos start"));
    end.extend(client.ask("level depth=1"));
    end.extend(
        client
            .ask("go think")
            .into_iter()
            .filter(|reply| matches!(reply, Reply::Done { .. })),
    );
    client.end();
    (end.iter().map(ToString::to_string).collect(), refused)
}

/// What a client knows of the engine.
struct Model {
    options: Options,
    /// Those of the engine that was prepared, if one was.
    applied: Option<Options>,
    game: Option<AnyGame>,
}

impl Model {
    /// Holds the answers to a line against what they must be; whether the line was refused.
    fn hold(&mut self, line: &str, answers: &[Reply]) -> bool {
        let count = |is: fn(&Reply) -> bool| answers.iter().filter(|reply| is(reply)).count();
        let errors = count(|reply| matches!(reply, Reply::Error(_)));
        let dones = count(|reply| matches!(reply, Reply::Done { .. }));
        let readies = count(|reply| matches!(reply, Reply::Ready));
        let waits = count(|reply| matches!(reply, Reply::Wait));
        let infos = count(|reply| matches!(reply, Reply::Info(_)));
        let context = || format!("{line:?}: {answers:?}");
        let is_go = is_go(line);
        assert_eq!(dones, usize::from(is_go), "{}", context());
        assert!(is_go || infos == 0, "{}", context());
        match Command::parse(line) {
            Err(_) => {
                assert_eq!(errors, 1, "{}", context());
                if is_position(line) {
                    self.game = None;
                }
            }
            Ok(Command::Hub) => assert_eq!((waits, errors), (1, 0), "{}", context()),
            Ok(Command::SetParam { name, value }) => {
                let set = self.options.set(&name, &value);
                let is_told = !matches!(set, Ok(None));
                assert_eq!(errors, usize::from(is_told), "{}", context());
                // A number beyond the range is answered by words, too, but not refused.
                return set.is_err();
            }
            Ok(Command::Init) => {
                assert_eq!((readies, errors), (1, 0), "{}", context());
                self.applied = Some(self.options.clone());
                self.game = None;
            }
            Ok(Command::Pos { pos, moves, wolf }) => {
                self.game = self.game_of(&pos, &moves, wolf.as_deref());
                assert_eq!(errors, usize::from(self.game.is_none()), "{}", context());
            }
            Ok(Command::Go(go)) => self.hold_go(&go, answers, errors),
            Ok(_) => assert_eq!(errors, 0, "{}", context()),
        }
        errors > 0
    }

    fn game_of(&self, pos: &PosText, moves: &[String], wolf: Option<&str>) -> Option<AnyGame> {
        let Options { variant, frame, .. } = *self.applied.as_ref()?;
        let mut start = match pos {
            PosText::Start => AnyPosition::start(variant),
            PosText::Board(text) => AnyPosition::parse_hub_in(frame, variant, text).ok()?,
        };
        wolf.map_or(Ok(()), |wolf| start.set_wolf(wolf)).ok()?;
        let mut game = AnyGame::new(start);
        let numbers = frame.numbers(variant);
        for text in moves {
            game.play_text_in(numbers, text).ok()?;
        }
        Some(game)
    }

    fn hold_go(&self, go: &Go, answers: &[Reply], errors: usize) {
        let done = answers.iter().find_map(|reply| match reply {
            Reply::Done { chosen, .. } => Some(chosen.as_deref()),
            _ => None,
        });
        let best = done.flatten();
        let (Some(game), Some(applied)) = (&self.game, &self.applied) else {
            assert_eq!((best, errors), (None, 1), "nothing to search");
            return;
        };
        let numbers = applied.frame.numbers(applied.variant);
        let read = |text: &str| game.position().parse_move_in(numbers, text).ok();
        let limited: Option<Vec<_>> = go.search_moves.iter().map(|text| read(text)).collect();
        let is_plain = go.search_moves.is_empty()
            && go.multi_pv.is_none_or(|lines| lines == 1)
            && go.mate.is_none();
        let is_refused = limited.is_none() || applied.player.is_some() && !is_plain;
        assert_eq!(errors, usize::from(is_refused), "{go:?}: {answers:?}");
        let legal = game.legal_moves();
        // A win that is wanted need not be there.
        assert!(
            go.mate.is_some() && best.is_none()
                || best.is_none() == (is_refused || legal.is_empty()),
            "{go:?}: {answers:?}"
        );
        let (Some(best), Some(limited)) = (best, limited) else {
            return;
        };
        let best = read(best).unwrap_or_else(|| panic!("{best} in {}", game.position()));
        assert!(
            limited.is_empty() || limited.contains(&best),
            "{go:?}: {best}"
        );
    }
}

fn options() -> Options {
    let mut options = Options::default();
    options.tt_size = 12;
    options.eval = Choice::hand_made();
    options.book = false;
    options.bb_size = 0;
    options
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    super::noise(60, 300)
}
