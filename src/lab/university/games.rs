//! Matches of the thesis with networks.

use super::cell::{Content, Found};
use crate::LabError;
use kamen_cli::CliError;
use kamen_core::rules::{GameResult, Variant};
use kamen_files::Stop;
use kamen_players::{BuiltIn, PlayerError};
use kamen_tournament::{
    Adjudication, Contestant, ContestantKind, DrawPolicy, Format, GameRecord, Ledger, Limits,
    Openings, Part, Standings, Tournament, TournamentEnd, Watcher, run,
};

/// A match as the thesis plays it: from the start position, colours changing, drawn by the limit of plies alone.
pub(super) struct Match {
    pub(super) variant: Variant,
    pub(super) players: [String; 2],
    pub(super) games: u32,
    pub(super) seed: u64,
}

/// Counts wins by colour.
#[derive(Default)]
struct Counter {
    /// Wins of the first player, wins of the second, draws.
    games: [u32; 3],
    /// Wins of the first player as White and as Black.
    by_color: [u32; 2],
}

impl Watcher for Counter {
    fn game(&mut self, game: &GameRecord, _: &Standings) {
        let is_white = game.id.first_is_white();
        let result = match (game.outcome.result, is_white) {
            (GameResult::Draw, _) => 2,
            (GameResult::White, true) | (GameResult::Black, false) => 0,
            _ => 1,
        };
        self.games[result] += 1;
        if result == 0 {
            self.by_color[usize::from(!is_white)] += 1;
        }
    }

    fn trouble(&mut self, message: &str) {
        log::warn!("{message}");
    }

    fn tick(&mut self, _: &Standings) {}
}

/// Plays a match; `None` if it was stopped.
pub(super) fn play_match(game: &Match, stop: &Stop) -> Result<Option<Found>, LabError> {
    let contestant = |name: &String| -> Result<Contestant, LabError> {
        let bad = |error: PlayerError| LabError::Usage(error.to_string());
        let player: BuiltIn = name.parse().map_err(bad)?;
        let unusable = |error: kamen_players::UnusableFile| LabError::Usage(error.to_string());
        player.check(game.variant).map_err(unusable)?;
        Ok(Contestant {
            name: name.clone(),
            kind: ContestantKind::Player(player),
            limits: Limits::default(),
        })
    };
    let contestants = game.players.iter().map(contestant);
    let tournament = Tournament {
        variant: game.variant,
        contestants: contestants.collect::<Result<_, _>>()?,
        format: Format::Pair,
        games: game.games,
        part: Part::All,
        openings: Openings::random(game.variant, 0, 0, 0),
        draws: DrawPolicy::None,
        max_plies: Some(match game.variant {
            Variant::English => 200,
            _ => 150,
        }),
        adjudication: Adjudication::default(),
        sprt: None,
        until: None,
        pause: None,
        concurrency: 1,
        seed: game.seed,
    };
    let mut counter = Counter::default();
    let ended = run(
        &tournament,
        &mut tournament.schedule(),
        &mut Standings::new(2),
        &mut Ledger::default(),
        stop,
        &mut counter,
    );
    let ended = ended.map_err(CliError::from)?;
    Ok((ended == TournamentEnd::Complete).then_some(Found {
        content: Content::Games(counter.games),
        by_color: Some(counter.by_color),
    }))
}
