//! Checks one PDN file. Begin with [`Check::read`].

use super::count;
use crate::notation::pdn::{Guess, guess, replay, variant_of};
use crate::rules::Variant;
use crate::util::note;
use kamen_protocol::pdn::{Element, FaultyGame, Game, Place, ReadError, Reader};
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, Read};
use std::path::Path;

/// Number of games from which the variant is guessed.
const SAMPLE: usize = 50;
/// A sample ends with the game that takes it beyond this size, which bounds memory.
const MAX_SAMPLE: usize = 1_000_000;

/// The state and findings of checking a file.
pub(super) struct Check<'a> {
    path: &'a Path,
    variant: Option<Variant>,
    /// Most faults to show.
    show: usize,
    guess: Option<Guess>,
    /// The variants played, and how each is known.
    variants: Vec<(Variant, Source)>,
    games: usize,
    moves: usize,
    faults: usize,
    /// The faults shown.
    shown: Vec<Fault>,
    /// Whether the last game ends without a result or other end mark.
    is_open: bool,
}

/// A fault in the output of `--json`.
#[derive(Serialize)]
struct Fault {
    line: u32,
    column: u32,
    reason: String,
}

/// The object that `--json` prints for a file.
#[derive(Serialize)]
pub(super) struct Entry<'a> {
    file: &'a Path,
    games: usize,
    moves: usize,
    /// Number of all faults, shown or not.
    faults: usize,
    shown: &'a [Fault],
    variants: Vec<VariantEntry<'a>>,
    /// Whether the last game ends without a result or other end mark.
    is_open: bool,
}

/// A variant played in the file.
#[derive(Serialize)]
struct VariantEntry<'a> {
    variant: Variant,
    source: Source,
    /// Other variants that the guess leaves possible.
    others: &'a [Variant],
}

/// How the variant of a game is known.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Source {
    Tags,
    Argument,
    Guess,
}

impl<'a> Check<'a> {
    pub(super) fn new(path: &'a Path, variant: Option<Variant>, show: usize) -> Check<'a> {
        Check {
            path,
            variant,
            show,
            guess: None,
            variants: Vec::new(),
            games: 0,
            moves: 0,
            faults: 0,
            shown: Vec::new(),
            is_open: false,
        }
    }

    /// The number of faults so far.
    pub(super) fn faults(&self) -> usize {
        self.faults
    }

    /// Checks the games of the file one by one; the first are held until there are enough to guess
    /// the variant.
    ///
    /// # Errors
    /// The stream cannot be read.
    pub(super) fn read(&mut self, input: impl Read) -> io::Result<()> {
        let mut games = Reader::new(input).map(|item| match item {
            Ok(game) => Ok(FaultyGame {
                game,
                faults: Vec::new(),
            }),
            Err(ReadError::Faulty(faulty)) => Ok(*faulty),
            Err(ReadError::Io(error)) => Err(error),
        });
        let mut sample = Vec::new();
        let mut size = 0;
        while sample.len() < SAMPLE && size < MAX_SAMPLE {
            let Some(game) = games.next() else { break };
            let game = game?;
            size += weight(&game.game.body);
            sample.push(game);
        }
        self.look_at(&sample);
        for game in &sample {
            self.game(game);
        }
        self.doubt(&sample);
        for game in games {
            self.game(&game?);
        }
        if self.games == 0 && self.faults == 0 {
            let start = Place { line: 1, column: 1 };
            self.fault(start, &"found nothing, expected a game");
        }
        if self.faults > self.show {
            let hidden = self.faults - self.show;
            self.say(&format_args!("and {}", count(hidden, "more fault")));
        }
        Ok(())
    }

    /// Guesses the variant if some games do not name it.
    fn look_at(&mut self, sample: &[FaultyGame]) {
        let games = sample.iter().map(|game| &game.game);
        let untold = games.filter(|game| !matches!(variant_of(game), Ok(Some(_))));
        if self.variant.is_none() && untold.clone().next().is_some() {
            self.guess = Some(guess(untold));
        }
    }

    /// Checks one game.
    fn game(&mut self, read: &FaultyGame) {
        let game = &read.game;
        let is_text = *game == Game::default();
        self.games += usize::from(!is_text);
        let mut faults: Vec<(Place, String)> = read
            .faults
            .iter()
            .map(|fault| (fault.place, fault.reason()))
            .collect();
        if !is_text {
            self.is_open = game.end.is_none();
            let (mut variant, source) = self.variant(game, &mut faults);
            let mut replayed = replay(variant, game);
            if source == Source::Guess && replayed.played.is_empty() && !replayed.faults.is_empty()
            {
                // Not even its first move: a game of another kind than those before it.
                let own = guess([game]);
                if own.faulty == 0 {
                    variant = own.variant;
                    replayed = replay(variant, game);
                }
            }
            if !self.variants.contains(&(variant, source)) {
                self.variants.push((variant, source));
            }
            self.moves += replayed.played.len();
            faults.extend(
                (replayed.faults.iter()).map(|fault| (fault.place, fault.error.to_string())),
            );
            faults.sort_by_key(|fault| fault.0);
        }
        for (place, reason) in faults {
            if is_text {
                self.fault(place, &reason);
            } else {
                let number = self.games;
                self.fault(place, &format_args!("game {number}: {reason}"));
            }
        }
    }

    /// The variant of a game and how it is known.
    fn variant(&mut self, game: &Game, faults: &mut Vec<(Place, String)>) -> (Variant, Source) {
        match variant_of(game) {
            Ok(Some(variant)) => return (variant, Source::Tags),
            Ok(None) => {}
            Err(error) => {
                let tag = game.find_tag("GameType");
                let place = tag.map(|tag| tag.place).unwrap_or_default();
                faults.push((place, error.to_string()));
            }
        }
        match self.variant {
            Some(variant) => (variant, Source::Argument),
            None => {
                let guess = self.guess.get_or_insert_with(|| guess([game]));
                (guess.variant, Source::Guess)
            }
        }
    }

    /// Reports a fault if most games of a sample are illegal but would be legal in another variant.
    fn doubt(&mut self, sample: &[FaultyGame]) {
        let [(variant, source)] = self.variants[..] else {
            return;
        };
        let games = sample.iter().map(|game| &game.game);
        let faulty = games
            .clone()
            .filter(|game| !replay(variant, game).faults.is_empty())
            .count();
        if source == Source::Guess || 2 * faulty <= sample.len() {
            return;
        }
        let guess = guess(games);
        if 2 * guess.faulty < faulty {
            let all = sample.len();
            self.say(&format_args!(
                "of the first {}, {faulty} not legal in {variant} draughts, but {} in {}; is the \
                 variant right?",
                count(all, "game"),
                guess.faulty,
                guess.variant
            ));
        }
    }

    fn fault(&mut self, place: Place, reason: &dyn Display) {
        self.faults += 1;
        if self.faults <= self.show {
            let Place { line, column } = place;
            note(format_args!(
                "{}:{line}:{column}: {reason}",
                self.path.display()
            ));
            self.shown.push(Fault {
                line,
                column,
                reason: reason.to_string(),
            });
        }
    }

    fn say(&self, remark: &dyn Display) {
        note(format_args!("{}: {remark}", self.path.display()));
    }

    /// The findings, for `--json`.
    pub(super) fn entry(&self) -> Entry<'_> {
        let guess = |variant| self.guess.as_ref().filter(|guess| guess.variant == variant);
        let variants = self.variants.iter().map(|&(variant, source)| VariantEntry {
            variant,
            source,
            others: match source {
                Source::Guess => guess(variant).map_or(&[], |guess| &guess.others),
                _ => &[],
            },
        });
        Entry {
            file: self.path,
            games: self.games,
            moves: self.moves,
            faults: self.faults,
            shown: &self.shown,
            variants: variants.collect(),
            is_open: self.is_open,
        }
    }

    /// The summary line of the file.
    pub(super) fn summary(&self) -> String {
        let games = count(self.games, "game");
        let (moves, faults) = (count(self.moves, "move"), count(self.faults, "fault"));
        let said = |(variant, source): &(Variant, Source)| match source {
            Source::Guess => match self
                .guess
                .as_ref()
                .filter(|guess| guess.variant == *variant)
            {
                Some(guess) => format!("{variant} (guessed{})", others(guess)),
                None => format!("{variant} (guessed)"),
            },
            Source::Argument => format!("{variant} (--variant)"),
            Source::Tags => variant.to_string(),
        };
        let variants: Vec<String> = self.variants.iter().map(said).collect();
        let variants = if variants.is_empty() {
            String::new()
        } else {
            format!("; {}", variants.join(", "))
        };
        let open = if self.is_open {
            "; nothing marks the end of the last game"
        } else {
            ""
        };
        format!(
            "{}: {games}, {moves}, {faults}{variants}{open}",
            self.path.display()
        )
    }
}

/// The size of a game: its elements plus the bytes of its comments.
fn weight(elements: &[Element]) -> usize {
    let inside = |element: &Element| match element {
        Element::Variation(inside) => weight(inside),
        Element::Comment(comment) => comment.text().len(),
        _ => 0,
    };
    elements.len() + elements.iter().map(inside).sum::<usize>()
}

/// The other variants that a guess leaves possible, as text, if they are few.
fn others(guess: &Guess) -> String {
    if guess.others.is_empty() || guess.others.len() > 4 {
        return String::new();
    }
    let names: Vec<&str> = guess.others.iter().map(|other| other.name()).collect();
    format!(", or {}", names.join(" "))
}
