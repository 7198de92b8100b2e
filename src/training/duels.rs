//! Matches of two, several at a time, whose games several processes may share in a [`Round`].

use kamen_files::{JournalError, PartsError, Round, Stop, tidy};
use kamen_tournament::statistics::Tally;
use kamen_tournament::{Part, RunError, Tournament, duel};
use std::io;
use std::path::Path;

/// Why matches were not played.
#[derive(Debug, thiserror::Error)]
pub enum DuelsError {
    /// Games could not be played.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The parts of several processes cannot be used.
    #[error(transparent)]
    Parts(#[from] PartsError),
}

impl From<JournalError> for DuelsError {
    fn from(error: JournalError) -> DuelsError {
        DuelsError::Parts(error.into())
    }
}

/// What a helper, a process that plays for the one that goes on with the results, has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Helped {
    /// Nothing, for all is finished.
    Over,
    /// Its part of the round of this number is there, from 1.
    Part(u32),
    /// It was stopped.
    Stopped,
}

/// Plays matches, with others in a round if there is one: what the first contestant of each made of it. `None` if `stop` ended them,
/// or if parts of others are missing and nobody waits for them. `played` is called after each game.
///
/// # Errors
/// Games cannot be played, or parts cannot be used.
pub(crate) fn play(
    duels: &[Tournament],
    round: Option<&Round>,
    stop: &Stop,
    played: &mut dyn FnMut(),
) -> Result<Option<Vec<Tally>>, DuelsError> {
    let Some(round) = round else {
        let tallies = duels.iter().map(|one| duel(one, stop, played));
        return Ok(tallies.collect::<Result<Option<Vec<Tally>>, RunError>>()?);
    };
    if !play_part(duels, round, stop, played)? {
        return Ok(None);
    }
    let parts = round.team().shard.parts as usize;
    let tallies = round.results::<Tally>(&|| stop.is_wanted())?;
    let sum = |parts: &[Tally]| {
        let mut sum = Tally::default();
        for tally in parts {
            sum.wins += tally.wins;
            sum.draws += tally.draws;
            sum.losses += tally.losses;
        }
        sum
    };
    Ok(tallies.map(|tallies| tallies.chunks(parts).map(sum).collect()))
}

/// Plays our part of the games of matches. Returns whether all of it is there.
///
/// A unit of the round is what one part has of one match. Its pairs of games are dealt in turn, and go on where those of the match
/// before ended, so that all parts have as many.
///
/// # Errors
/// Games cannot be played, or the part cannot be used.
pub(crate) fn play_part(
    duels: &[Tournament],
    round: &Round,
    stop: &Stop,
    played: &mut dyn FnMut(),
) -> Result<bool, DuelsError> {
    let mut part = round.part()?;
    let (shard, parts) = (part.shard(), u64::from(part.shard().parts));
    let mut before = 0;
    for (number, whole) in (0..).zip(duels) {
        let unit = number * parts + u64::from(shard.part);
        if part.wants(unit) {
            let own = Tournament {
                part: Part::Shard(shard.behind(before)),
                ..whole.clone()
            };
            match duel(&own, stop, played)? {
                Some(tally) => part.add(unit, &tally)?,
                None => return Ok(false),
            }
        }
        before += u64::from(whole.games / 2);
    }
    part.end(duels.len() as u64 * parts)?;
    Ok(true)
}

/// The name of a round.
pub(crate) fn name(what: &str, number: u32) -> String {
    format!("{what}-{number:03}")
}

/// Removes parts of rounds before one, which a process left that was killed or late.
pub(crate) fn tidy_before(folder: &Path, what: &str, number: u32) -> io::Result<()> {
    let is_over = |name: &str| {
        let rest = name
            .strip_prefix(what)
            .and_then(|rest| rest.strip_prefix('-'));
        let found = rest.and_then(|rest| rest.parse::<u32>().ok());
        found.is_some_and(|found| found < number)
    };
    tidy(folder, &is_over)
}
