//! Checks one PDN file. Begin with [`Check::read`].

use super::read::{Games, InVariant, Source};
use super::{Reading, count};
use kamen_core::notation::PositionError;
use kamen_core::notation::pdn::{Guess, ReplayError, guess, replay};
use kamen_core::rules::Variant;
use kamen_files::note;
use kamen_protocol::pdn::{Encoding, FaultyGame, Game, Place};
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, Read};
use std::path::Path;

/// The state and findings of checking a file.
pub(super) struct Check<'a> {
    path: &'a Path,
    variant: Option<Variant>,
    reading: Reading,
    /// How it is encoded, if it is not UTF-8.
    encoding: Option<Encoding>,
    /// Most faults to show.
    show: usize,
    guess: Option<Guess>,
    /// The variants played, and how each is known.
    variants: Vec<(Variant, Source)>,
    games: usize,
    moves: usize,
    faults: usize,
    /// Those of them that are a man on its crowning row.
    crowned: usize,
    warnings: usize,
    /// The faults and warnings shown.
    shown: Vec<Finding>,
    /// Whether the last game ends without a result or other end mark.
    is_open: bool,
}

/// A fault or a warning in the output of `--json`.
#[derive(Serialize)]
struct Finding {
    line: u32,
    column: u32,
    reason: String,
    kind: FindingKind,
}

/// What a finding means for the game.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum FindingKind {
    /// Something is not as the rules or the standard want it.
    Fault,
    /// A fault that is a man on its crowning row.
    Crowned,
    /// The game can be replayed in spite of it.
    Warning,
}

/// The object that `--json` prints for a file.
#[derive(Serialize)]
pub(super) struct Entry<'a> {
    file: &'a Path,
    games: usize,
    moves: usize,
    /// Number of all faults, shown or not.
    faults: usize,
    /// Number of all warnings, shown or not.
    warnings: usize,
    shown: &'a [Finding],
    variants: Vec<VariantEntry<'a>>,
    /// How the file is encoded; null for UTF-8.
    encoding: Option<String>,
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

impl<'a> Check<'a> {
    pub(super) fn new(
        path: &'a Path,
        variant: Option<Variant>,
        reading: Reading,
        show: usize,
    ) -> Check<'a> {
        Check {
            path,
            variant,
            reading,
            encoding: None,
            show,
            guess: None,
            variants: Vec::new(),
            games: 0,
            moves: 0,
            faults: 0,
            crowned: 0,
            warnings: 0,
            shown: Vec::new(),
            is_open: false,
        }
    }

    /// The number of faults so far.
    pub(super) fn faults(&self) -> usize {
        self.faults
    }

    /// The number of faults so far that are a man on its crowning row.
    pub(super) fn crowned(&self) -> usize {
        self.crowned
    }

    /// Checks the games of the file one by one.
    ///
    /// # Errors
    /// The stream cannot be read.
    pub(super) fn read(&mut self, input: impl Read) -> io::Result<()> {
        let mut games = Games::new(input, self.variant, self.reading.encoding)?;
        let sample = games.take_sample();
        for game in &sample {
            self.game(game, &mut games);
        }
        self.doubt(&sample);
        while let Some(game) = games.next() {
            self.game(&game?, &mut games);
        }
        self.guess = games.guess().cloned();
        self.encoding = games.encoding();
        if self.games == 0 && self.faults == 0 {
            let start = Place { line: 1, column: 1 };
            self.find(start, FindingKind::Fault, &"found nothing, expected a game");
        }
        let found = self.faults + self.warnings;
        if found > self.show {
            let more = found - self.show;
            match (self.faults, self.warnings) {
                (_, 0) => self.say(&format_args!("and {}", count(more, "more fault"))),
                (0, _) => self.say(&format_args!("and {}", count(more, "more warning"))),
                _ => self.say(&format_args!("and {more} more faults and warnings")),
            }
        }
        Ok(())
    }

    /// Checks one game.
    fn game(&mut self, read: &FaultyGame, games: &mut Games<impl Read>) {
        let game = &read.game;
        let mut found: Vec<(Place, FindingKind, String)> = (read.faults.iter())
            .map(|fault| (fault.place, FindingKind::Fault, fault.reason()))
            .collect();
        if *game == Game::default() {
            for (place, kind, reason) in found {
                self.find(place, kind, &reason);
            }
            return;
        }
        self.games += 1;
        self.is_open = game.end.is_none();
        let played = games.replay(game);
        if !self.variants.contains(&(played.variant, played.source)) {
            self.variants.push((played.variant, played.source));
        }
        self.moves += played.replay.played.len();
        found.extend(findings(&played));
        let slips = game.slips.iter();
        found.extend(slips.map(|slip| (slip.place, FindingKind::Warning, slip.reason())));
        found.sort_by_key(|&(place, ..)| place);
        // A move that cannot be read cannot be played either.
        found.dedup_by(|next, one| {
            next.0 == one.0 && one.1 == next.1 && one.1 == FindingKind::Fault
        });
        for (place, kind, reason) in found {
            let sign = match kind {
                FindingKind::Warning => "warning: ",
                _ => "",
            };
            let number = self.games;
            self.find(place, kind, &format_args!("game {number}: {sign}{reason}"));
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

    fn find(&mut self, place: Place, kind: FindingKind, reason: &dyn Display) {
        self.faults += usize::from(kind != FindingKind::Warning);
        self.crowned += usize::from(kind == FindingKind::Crowned);
        self.warnings += usize::from(kind == FindingKind::Warning);
        if self.faults + self.warnings <= self.show {
            let Place { line, column } = place;
            note(format_args!(
                "{}:{line}:{column}: {reason}",
                self.path.display()
            ));
            self.shown.push(Finding {
                line,
                column,
                reason: reason.to_string(),
                kind,
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
            warnings: self.warnings,
            shown: &self.shown,
            variants: variants.collect(),
            encoding: self.encoding.map(|encoding| encoding.to_string()),
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
        let encoding = match self
            .encoding
            .filter(|&encoding| encoding != Encoding::UTF_8)
        {
            None => String::new(),
            Some(encoding) => format!("; {encoding}"),
        };
        let warnings = match self.warnings {
            0 => String::new(),
            some => format!(", {}", count(some, "warning")),
        };
        format!(
            "{}: {games}, {moves}, {faults}{warnings}{variants}{encoding}{open}",
            self.path.display()
        )
    }
}

/// The faults and warnings of a replayed game.
fn findings(played: &InVariant) -> impl Iterator<Item = (Place, FindingKind, String)> {
    let kind = |error: &ReplayError| match error {
        ReplayError::Position(PositionError::Crowned { .. }) => FindingKind::Crowned,
        _ => FindingKind::Fault,
    };
    let of_type = (played.type_warning.iter())
        .map(|(place, error)| (*place, FindingKind::Warning, error.to_string()));
    let of_replay = (played.replay.faults.iter())
        .map(move |fault| (fault.place, kind(&fault.error), fault.error.to_string()));
    let warnings = (played.replay.warnings.iter())
        .map(|warning| (warning.place, FindingKind::Warning, warning.to_string()));
    of_type.chain(of_replay).chain(warnings)
}

/// The other variants that a guess leaves possible, as text; their number, if they are many.
fn others(guess: &Guess) -> String {
    let names: Vec<&str> = guess.others.iter().map(|other| other.name()).collect();
    match names.len() {
        0 => String::new(),
        1..=4 => format!(", or {}", names.join(" ")),
        many => format!(", or one of {many} others"),
    }
}
