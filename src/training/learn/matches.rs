//! The last step of a generation: the match of its weights against the best before.

use super::generation::{Generation, MAX_PLIES};
use super::report::MatchReport;
use super::{LearnError, LearnProgress, LearnStep, Seen};
use kamen_eval::{Choice, Evaluation};
use kamen_tournament::statistics::Sprt;
use kamen_tournament::{
    Adjudication, Contestant, ContestantKind, DrawPolicy, Format, GameCounter, Ledger, Limits,
    Openings, Part, Searcher, Standings, Tournament, TournamentEnd, run,
};

/// Random plies at the start of each game of a match.
const RANDOM_PLIES: usize = 6;
/// Games of a match before the test may end it, so that the Elo is known to within about 40.
const LEAST_GAMES: u32 = 200;
/// The test of a match.
const SPRT: Sprt = Sprt {
    elo0: 0.0,
    elo1: 10.0,
    alpha: 0.05,
    beta: 0.05,
};

impl Generation<'_> {
    /// Plays the match against the best weights before; `None` if `stop` ended it.
    pub(super) fn compete(&self, seen: Seen<'_>) -> Result<Option<MatchReport>, LearnError> {
        let most = self.settings.match_games.next_multiple_of(2);
        let mut tournament = self.tournament(most)?;
        tournament.games = most.min(LEAST_GAMES);
        if self.games(&tournament, seen)?.is_none() {
            return Ok(None);
        }
        tournament.games = most;
        tournament.sprt = Some(SPRT);
        let Some(standings) = self.games(&tournament, seen)? else {
            return Ok(None);
        };
        let (tally, pairs) = standings.meeting(0, 1).unwrap_or_default();
        Ok(Some(MatchReport::new(tally, pairs, SPRT.verdict(pairs))))
    }

    /// Plays the missing games; `None` if `stop` ended them.
    fn games(
        &self,
        tournament: &Tournament,
        seen: Seen<'_>,
    ) -> Result<Option<Standings>, LearnError> {
        let mut schedule = tournament.schedule();
        let mut standings = Standings::new(2);
        let journal = self.places.journal(self.number);
        let mut ledger = Ledger::open(Some(&journal), None, &tournament.settings(), |game| {
            schedule.resume(game.id, game.points_of_first());
            standings.add(&game);
        })?;
        let missing = schedule.games().saturating_sub(standings.games());
        if missing == 0 || is_decided(tournament, &standings) {
            return Ok(Some(standings));
        }
        seen(LearnProgress::Begins(LearnStep::Match, missing));
        let ended = run(
            tournament,
            &mut schedule,
            &mut standings,
            &mut ledger,
            self.means.stop,
            &mut GameCounter(|| seen(LearnProgress::Advanced)),
        )?;
        Ok(Some(standings).filter(|_| ended != TournamentEnd::Stopped))
    }

    fn tournament(&self, games: u32) -> Result<Tournament, LearnError> {
        let [_, _, seed] = self.seeds();
        let (variant, nodes) = (self.settings.variant, self.settings.nodes);
        let contestant = |generation: u32| -> Result<Contestant, LearnError> {
            let weights = Choice::File(self.places.weights(generation));
            let evaluation = Evaluation::load(variant, &weights)?;
            Ok(Contestant {
                name: format!("generation {generation}"),
                kind: ContestantKind::Searcher(Searcher { evaluation, nodes }),
                limits: Limits::default(),
            })
        };
        Ok(Tournament {
            variant,
            contestants: vec![contestant(self.number)?, contestant(self.best)?],
            format: Format::Pair,
            games,
            part: Part::All,
            openings: Openings::random(variant, RANDOM_PLIES, games as usize / 2, seed),
            draws: DrawPolicy::Rules,
            max_plies: Some(MAX_PLIES.into()),
            adjudication: Adjudication::default(),
            sprt: None,
            until: None,
            pause: None,
            concurrency: self.means.threads,
            seed,
        })
    }
}

fn is_decided(tournament: &Tournament, standings: &Standings) -> bool {
    let meeting = standings.meeting(0, 1);
    let sprt = tournament.sprt.as_ref();
    (sprt.zip(meeting)).is_some_and(|(sprt, (_, pairs))| sprt.verdict(pairs).is_some())
}
