//! Reads problems: games of PDN with a position, or lines with a FEN. Begin with [`problems`].

use crate::CliError;
use crate::arguments::is_like_a_fen;
use crate::pdn::PdnError;
use crate::pdn::read::{Games, open};
use kamen_analysis::{Problem, Stipulation};
use kamen_core::board::Color;
use kamen_core::game::AnyPosition;
use kamen_core::notation::pdn::outcome;
use kamen_core::rules::Variant;
use kamen_protocol::pdn::{Encoding, Game};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

/// A problem of a file.
pub(super) struct TextProblem {
    /// Its number in the file, from 1.
    pub(super) number: u64,
    /// How it is called: by its tags, if they name it.
    pub(super) name: Option<String>,
    /// The text that it was read from.
    pub(super) text: String,
    /// The problem, or what is wrong with it, with its place.
    pub(super) problem: Result<Problem, String>,
    /// Its tags.
    pub(super) tags: Vec<(String, String)>,
}

/// What is asked for and of which variant, where the file does not say it.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub(super) stipulation: Option<Stipulation>,
    pub(super) variant: Option<Variant>,
    pub(super) encoding: Option<Encoding>,
}

/// The most bytes of a file that are looked at for its kind.
const BEGIN: usize = 65_536;

/// The problems of a file, one by one; `take` may end the reading.
///
/// # Errors
/// The file cannot be read, or what `take` returns.
pub(super) fn problems(
    path: &Path,
    asked: Asked,
    take: &mut dyn FnMut(TextProblem) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let unread = |error: io::Error| CliError::from(PdnError::file(path, error));
    let mut file = open(path).map_err(unread)?;
    let mut begin = Vec::new();
    file.by_ref()
        .take(BEGIN as u64)
        .read_to_end(&mut begin)
        .map_err(unread)?;
    let is_fens = first_line(&begin).is_some_and(|line| is_like_a_fen(&line));
    let whole = Cursor::new(begin).chain(file);
    match is_fens {
        true => fens(whole, asked, take, &unread),
        false => games(whole, asked, take, &unread),
    }
}

/// The first line that says something.
fn first_line(begin: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(begin);
    let mut lines = text
        .lines()
        .map(|line| line.trim_start_matches('\u{feff}').trim());
    let found = lines.find(|line| !line.is_empty() && !line.starts_with('#'))?;
    Some(found.to_owned())
}

fn games(
    input: impl Read,
    asked: Asked,
    take: &mut dyn FnMut(TextProblem) -> Result<(), CliError>,
    unread: &dyn Fn(io::Error) -> CliError,
) -> Result<(), CliError> {
    let mut games = Games::new(input, asked.variant, asked.encoding).map_err(unread)?;
    let mut sample = games.take_sample().into_iter();
    let mut number = 0;
    while let Some(read) = sample.next().map(Ok).or_else(|| games.next()) {
        let read = read.map_err(unread)?;
        if read.game == Game::default() {
            continue;
        }
        number += 1;
        let played = games.replay(&read.game);
        let of_text = read
            .faults
            .iter()
            .map(|fault| (fault.place, fault.to_string()));
        let of_play = played.replay.faults.iter();
        let of_play = of_play.map(|fault| (fault.place, fault.to_string()));
        let fault = of_text.chain(of_play).min_by_key(|fault| fault.0);
        let problem = match fault {
            Some((_, fault)) => Err(fault),
            None => of_game(
                &read.game,
                played.variant,
                &played.replay,
                asked.stipulation,
            ),
        };
        take(TextProblem {
            number,
            name: name(&read.game),
            text: read.game.to_string(),
            problem,
            tags: (read.game.tags.iter())
                .map(|tag| (tag.name().to_owned(), tag.value().to_owned()))
                .collect(),
        })?;
    }
    Ok(())
}

fn of_game(
    game: &Game,
    variant: Variant,
    replay: &kamen_core::notation::pdn::Replay,
    stipulation: Option<Stipulation>,
) -> Result<Problem, String> {
    let place = game.tags.first().map(|tag| tag.place).unwrap_or_default();
    let position = replay.start.filter(|_| game.find_tag("FEN").is_some());
    let position = position.ok_or_else(|| format!("{place}: no position, expected the tag FEN"))?;
    let tag = game
        .find_tag("Stipulation")
        .map(|tag| (tag.place, tag.value()));
    let turn = position.turn();
    let of_tag = match tag {
        Some((place, text)) => Some(stipulated(text, turn).ok_or_else(|| {
            format!(
                "{place}: found Stipulation \"{text}\", expected such as: White to move and win"
            )
        })?),
        None => None,
    };
    let of_result = || match outcome(variant, game)?.winner() {
        Some(winner) => Some((winner, Stipulation::Win)),
        None => Some((turn, Stipulation::Draw)),
    };
    let told = of_tag.or_else(of_result);
    let (solver, stipulation) = match (stipulation, told) {
        // What is asked for on the command line is asked of the side that the file means.
        (Some(wanted), told) => (told.map_or(turn, |(solver, _)| solver), wanted),
        (None, Some(told)) => told,
        (None, None) => {
            return Err(format!(
                "{place}: no stipulation, expected the tag Stipulation or Result, or --stipulation"
            ));
        }
    };
    Ok(Problem {
        position,
        solver,
        stipulation,
        given: replay.played.iter().map(|&(_, m)| m).collect(),
    })
}

/// Who is to achieve what, by the words of a tag: `White to move and win`, `Black to play, White wins`, `+`, `draw`; `None` if they
/// do not say it.
fn stipulated(text: &str, turn: Color) -> Option<(Color, Stipulation)> {
    let text = text.to_lowercase();
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && !"+=-/½".contains(c))
        .filter(|word| !word.is_empty())
        .collect();
    let is_draw =
        |word: &&str| ["draw", "draws", "drawn", "=", "remise", "1/2-1/2", "1-1"].contains(word);
    let is_win =
        |word: &&str| ["win", "wins", "won", "+", "1-0", "2-0", "0-1", "0-2"].contains(word);
    let at = words
        .iter()
        .position(|word| is_draw(word) || is_win(word))?;
    let color = |word: &&str| match *word {
        "white" => Some(Color::White),
        "black" | "red" => Some(Color::Black),
        _ => None,
    };
    // The side that is named last before the result is the one that achieves it.
    let solver = words[..at].iter().rev().find_map(color).unwrap_or(turn);
    let what = if is_draw(&words[at]) {
        Stipulation::Draw
    } else {
        Stipulation::Win
    };
    Some((solver, what))
}

/// How a game is called by its tags.
fn name(game: &Game) -> Option<String> {
    let value = |name: &str| {
        let value = game.find_tag(name)?.value().trim();
        (!value.is_empty() && !value.starts_with('?')).then(|| value.to_owned())
    };
    value("Event").or_else(|| value("White"))
}

fn fens(
    input: impl Read,
    asked: Asked,
    take: &mut dyn FnMut(TextProblem) -> Result<(), CliError>,
    unread: &dyn Fn(io::Error) -> CliError,
) -> Result<(), CliError> {
    let Some(variant) = asked.variant else {
        return Err(CliError::Usage(
            "a file of positions names no variant, expected --variant".to_owned(),
        ));
    };
    let mut reader = BufReader::new(input);
    let (mut number, mut line) = (0, 0);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if reader
            .by_ref()
            .take(BEGIN as u64)
            .read_until(b'\n', &mut bytes)
            .map_err(unread)?
            == 0
        {
            return Ok(());
        }
        line += 1;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        number += 1;
        let problem = of_line(variant, text, asked.stipulation);
        take(TextProblem {
            number,
            name: None,
            text: text.to_owned(),
            problem: problem.map_err(|fault| format!("line {line}: {fault}")),
            tags: Vec::new(),
        })?;
    }
}

/// A FEN, and behind it what is asked for.
fn of_line(
    variant: Variant,
    text: &str,
    stipulation: Option<Stipulation>,
) -> Result<Problem, String> {
    let (fen, told) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let position = AnyPosition::parse_fen(variant, fen).map_err(|error| error.to_string())?;
    let turn = position.turn();
    let told = stipulated(told, turn);
    let (solver, stipulation) = match (stipulation, told) {
        (Some(wanted), told) => (told.map_or(turn, |(solver, _)| solver), wanted),
        (None, Some(told)) => told,
        (None, None) => {
            return Err(
                "no stipulation behind the position, expected win or draw, or --stipulation"
                    .to_owned(),
            );
        }
    };
    Ok(Problem {
        position,
        solver,
        stipulation,
        given: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stipulations_are_read() {
        use Color::{Black, White};
        use Stipulation::{Draw, Win};
        for (text, turn, expected) in [
            ("White to move and win", White, Some((White, Win))),
            ("Black to play, White wins", Black, Some((White, Win))),
            ("black to move and draw", Black, Some((Black, Draw))),
            ("win", Black, Some((Black, Win))),
            ("+", White, Some((White, Win))),
            ("=", White, Some((White, Draw))),
            ("Red to move, draw", Black, Some((Black, Draw))),
            ("White to move", White, None),
            ("", White, None),
        ] {
            assert_eq!(stipulated(text, turn), expected, "{text}");
        }
    }
}
