//! Reads the games of a PDN file one by one, each replayed in its variant. Begin with [`Games`].

use super::{PdnError, Reading};
use kamen_core::notation::pdn::{
    Guess, Replay, ReplaySlip, TypeError, beginning, guess, replay, variant_of,
};
use kamen_core::rules::Variant;
use kamen_protocol::pdn::{Element, Encoding, FaultyGame, Game, Place, ReadError, Reader};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read};
use std::iter;
use std::path::Path;

/// Number of games from which the variant is guessed.
const SAMPLE: usize = 50;
/// A sample ends with the game that takes it beyond this size, which bounds memory.
const MAX_SAMPLE: usize = 1_000_000;

/// Moves that tell the variant of a game in spite of its tags.
const LEAST_MOVES: usize = 2;

/// How the variant of a game is known.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Source {
    Tags,
    Argument,
    Guess,
}

/// The games of a file, with their faults; the first are held until there are enough to guess the variant.
pub(crate) struct Games<R> {
    reader: Reader<R>,
    sample: Vec<FaultyGame>,
    argument: Option<Variant>,
    guess: Option<Guess>,
}

/// A game in its variant.
pub(crate) struct InVariant {
    pub(crate) variant: Variant,
    pub(crate) source: Source,
    /// What is wrong with the tag GameType, if it does not say the variant.
    pub(crate) type_warning: Option<(Place, TypeError)>,
    pub(crate) replay: Replay,
}

impl<R: Read> Games<R> {
    /// Reads the first games. Those whose tags do not name a variant are of the one given as an argument.
    ///
    /// # Errors
    /// The stream cannot be read.
    pub(crate) fn new(
        input: R,
        argument: Option<Variant>,
        encoding: Option<Encoding>,
    ) -> io::Result<Games<R>> {
        let mut games = Games {
            reader: Reader::with_encoding(input, encoding),
            sample: Vec::new(),
            argument,
            guess: None,
        };
        let mut size = 0;
        while games.sample.len() < SAMPLE && size < MAX_SAMPLE {
            let Some(game) = games.next() else { break };
            let game = game?;
            size += weight(&game.game.body);
            games.sample.push(game);
        }
        let untold = (games.sample.iter().map(|game| &game.game))
            .filter(|game| !matches!(variant_of(game), Ok(Some(_))));
        if argument.is_none() && untold.clone().next().is_some() {
            games.guess = Some(guess(untold));
        }
        Ok(games)
    }

    /// The first games; [`Games::next`] reads those behind them.
    pub(crate) fn take_sample(&mut self) -> Vec<FaultyGame> {
        std::mem::take(&mut self.sample)
    }

    /// The next game behind the sample.
    pub(crate) fn next(&mut self) -> Option<io::Result<FaultyGame>> {
        Some(match self.reader.next()? {
            Ok(game) => Ok(FaultyGame {
                game,
                faults: Vec::new(),
            }),
            Err(ReadError::Faulty(faulty)) => Ok(*faulty),
            Err(ReadError::Io(error)) => Err(error),
        })
    }

    /// How the file is encoded, unless everything in it so far is UTF-8.
    pub(crate) fn encoding(&self) -> Option<Encoding> {
        self.reader.encoding()
    }

    /// The guess of the variant of games whose tags do not name it, if there was need for one.
    pub(crate) fn guess(&self) -> Option<&Guess> {
        self.guess.as_ref()
    }

    /// Replays a game in its variant.
    pub(crate) fn replay(&mut self, game: &Game) -> InVariant {
        let told = self.told(game);
        let known = (told.variant, told.source);
        let played = told.replay(game);
        if let (_, Source::Guess) = known
            && played.variant != known.0
        {
            self.guess_again(game, played.variant);
        }
        played
    }

    /// What is known of the variant of a game; with it the game can be replayed while others are read.
    pub(crate) fn told(&mut self, game: &Game) -> Told {
        let (variant, source, type_warning) = self.variant(game);
        let others = match (&self.guess, source) {
            (Some(guess), Source::Guess) => guess.others.clone(),
            _ => Vec::new(),
        };
        Told {
            variant,
            source,
            type_warning,
            others,
        }
    }

    /// From now on the guess is this one of the others that the games before left possible, because it fits this game.
    fn guess_again(&mut self, game: &Game, variant: Variant) {
        let Some(guess) = &mut self.guess else { return };
        if guess.others.contains(&variant) {
            let fits = |other: &Variant| replay(*other, game).faults.is_empty();
            guess
                .others
                .retain(|other| *other != variant && fits(other));
            guess.variant = variant;
        }
    }

    /// The variant of a game and how it is known.
    fn variant(&mut self, game: &Game) -> (Variant, Source, Option<(Place, TypeError)>) {
        let fault = match variant_of(game) {
            Ok(Some(variant)) => return (variant, Source::Tags, None),
            Ok(None) => None,
            Err(error) => {
                let tag = game.find_tag("GameType");
                Some((tag.map(|tag| tag.place).unwrap_or_default(), error))
            }
        };
        match self.argument {
            Some(variant) => (variant, Source::Argument, fault),
            None => {
                let guess = self.guess.get_or_insert_with(|| guess([game]));
                (guess.variant, Source::Guess, fault)
            }
        }
    }
}

/// What is known of the variant of a game before it is replayed.
pub(crate) struct Told {
    variant: Variant,
    source: Source,
    type_warning: Option<(Place, TypeError)>,
    /// What the variant may be as well, where it is a guess.
    others: Vec<Variant>,
}

impl Told {
    /// The variant, as far as it is known before the game is replayed.
    pub(super) fn variant(&self) -> Variant {
        self.variant
    }

    /// Replays the game.
    pub(crate) fn replay(self, game: &Game) -> InVariant {
        let told = InVariant {
            variant: self.variant,
            source: self.source,
            type_warning: self.type_warning,
            replay: replay(self.variant, game),
        };
        match self.source {
            _ if told.replay.faults.is_empty() => told,
            Source::Guess => told.or_as_one_of(&self.others, game),
            Source::Tags => told.or_as_moves_say(game),
            Source::Argument => told,
        }
    }
}

impl InVariant {
    /// The game as of another variant that the guess leaves possible, or else as of its own kind, if it is legal so.
    fn or_as_one_of(self, others: &[Variant], game: &Game) -> InVariant {
        let mut tried = others.iter().map(|&other| (other, replay(other, game)));
        if let Some((variant, replay)) = tried.find(|(_, replay)| replay.faults.is_empty()) {
            return InVariant {
                variant,
                replay,
                ..self
            };
        }
        // A game of another kind than those before it.
        match self.replay.played.is_empty() {
            true => self.by_its_moves(game, 0),
            false => self,
        }
    }

    /// The game as its moves have it, where the tags tell another variant in which not even the first one is legal: programs write the
    /// number that is usual with them into all games.
    fn or_as_moves_say(self, game: &Game) -> InVariant {
        if !self.replay.played.is_empty() {
            return self;
        }
        let told = self.variant;
        let read = self.by_its_moves(game, LEAST_MOVES);
        if read.variant == told {
            return read;
        }
        let names = ["Variant", "GameType"];
        let tag = names.into_iter().find_map(|name| game.find_tag(name));
        let place = tag.map(|tag| tag.place).unwrap_or_default();
        let variant = read.variant;
        // The board of the tag may have been told of already.
        let is_told = (read.replay.warnings.iter())
            .any(|warning| matches!(warning.slip, ReplaySlip::Board { .. }));
        let error = (!is_told).then_some((place, TypeError::Contradicted { told, variant }));
        InVariant {
            source: Source::Guess,
            type_warning: error,
            ..read
        }
    }

    /// The game in the variant that it is guessed to be of, if it is legal there and has at least so many moves.
    fn by_its_moves(self, game: &Game, least: usize) -> InVariant {
        let own = guess([game]);
        if own.faulty > 0 {
            return self;
        }
        let replay = replay(own.variant, game);
        match replay.played.len() >= least {
            true => InVariant {
                variant: own.variant,
                replay,
                ..self
            },
            false => self,
        }
    }
}

/// A game of a file in its variant.
pub(crate) struct TextGame {
    /// Its number in the file, from 1; that of the game before it for text that is none.
    pub(crate) number: u64,
    pub(crate) read: FaultyGame,
    pub(crate) played: InVariant,
    /// The fault behind which the rest of the game was left out.
    pub(crate) cut: Option<String>,
}

impl TextGame {
    /// Whether it is text between two games.
    pub(crate) fn is_text(&self) -> bool {
        self.read.game == Game::default()
    }

    /// The slips and contradictions that it was read in spite of, in words.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let mut slips: Vec<_> = self.read.game.slips.iter().collect();
        slips.sort_by_key(|slip| slip.place);
        let slips = slips.into_iter().map(ToString::to_string);
        let of_type = self.played.type_warning.iter();
        let of_type = of_type.map(|(place, error)| format!("{place}: {error}"));
        let replay = self.played.replay.warnings.iter().map(ToString::to_string);
        let cut = self
            .cut
            .iter()
            .map(|fault| format!("read up to a fault, {fault}"));
        slips.chain(of_type).chain(replay).chain(cut).collect()
    }

    /// The game, or as much of it as is to be kept.
    pub(super) fn kept(self, reading: Reading) -> TextGame {
        match reading.keep_beginnings {
            true => self.up_to_fault(),
            false => self,
        }
    }

    /// The game up to its first fault, if it has one.
    fn up_to_fault(mut self) -> TextGame {
        let Some(fault) = self.first_fault().filter(|_| !self.is_text()) else {
            return self;
        };
        let variant = self.played.variant;
        let game = beginning(&self.read.game, &self.played.replay);
        let replay = replay(variant, &game);
        if replay.start.is_some() {
            self.read = FaultyGame {
                game,
                faults: Vec::new(),
            };
            self.played.replay = replay;
            self.cut = Some(fault);
        }
        self
    }

    /// The game, for messages.
    pub(crate) fn place(&self, path: &Path) -> String {
        format!("{}: game {}", path.display(), self.number)
    }

    /// Its first fault, as text with its place.
    pub(crate) fn first_fault(&self) -> Option<String> {
        let of_text = (self.read.faults.iter()).map(|fault| (fault.place, fault.to_string()));
        let of_play = (self.played.replay.faults.iter())
            .map(|fault| (fault.place, fault.to_string()))
            .filter(|_| !self.is_text());
        let faults = of_text.chain(of_play);
        faults.min_by_key(|fault| fault.0).map(|fault| fault.1)
    }
}

/// The games of a file one by one, each replayed.
///
/// # Errors
/// It cannot be read.
pub(crate) fn replayed(
    path: &Path,
    variant: Option<Variant>,
    reading: Reading,
) -> Result<impl Iterator<Item = Result<TextGame, PdnError>>, PdnError> {
    let unread = |error| PdnError::file(path, error);
    let file = open(path).map_err(unread)?;
    let mut games = Games::new(file, variant, reading.encoding).map_err(unread)?;
    let mut sample = games.take_sample().into_iter();
    let mut number = 0;
    Ok(iter::from_fn(move || {
        let read = sample.next().map(Ok).or_else(|| games.next())?;
        Some(read.map_err(unread).map(|read| {
            number += u64::from(read.game != Game::default());
            let played = games.replay(&read.game);
            let game = TextGame {
                number,
                read,
                played,
                cut: None,
            };
            game.kept(reading)
        }))
    }))
}

/// Opens a file; `-` is standard input.
///
/// # Errors
/// It cannot be opened.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    Ok(if path.as_os_str() == "-" {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path)?)
    })
}

/// The size of a game: its elements plus the bytes of its comments.
pub(super) fn weight(elements: &[Element]) -> usize {
    let inside = |element: &Element| match element {
        Element::Variation(inside) => weight(inside),
        Element::Comment(comment) => comment.text().len(),
        _ => 0,
    };
    elements.len() + elements.iter().map(inside).sum::<usize>()
}
