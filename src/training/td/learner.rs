//! Many games of learning.

use super::error::TdError;
use super::game::Style;
use super::history::{History, HistoryError, Lessons, Part};
use super::sides::Sides;
use super::{Episode, TdRule};
use kamen_core::board::Color;
use kamen_files::{Lock, Stop};
use kamen_players::rated::RatedPositions;
use serde::Serialize;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// What a block of games has brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Block {
    /// Games in all.
    pub games: u64,
    /// Games of this block that a learner won.
    pub won: u64,
    /// That were drawn.
    pub drawn: u64,
    /// That it lost.
    pub lost: u64,
    /// Rated positions in all.
    pub positions: usize,
    /// Those that are new.
    pub new: usize,
    /// Seconds.
    pub seconds: f64,
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Block {
            games,
            won,
            drawn,
            lost,
            positions,
            new,
            seconds,
        } = self;
        write!(
            f,
            "{games} games: learner +{won} ={drawn} -{lost}, {positions} positions ({new} new), {seconds:.1} s"
        )
    }
}

/// Games of learning, with the positions that they rate.
#[derive(Debug)]
pub struct Learner {
    style: Style,
    rule: TdRule,
    sides: Sides,
    /// Of the files.
    _locks: Vec<Lock>,
    /// Those of White and of Black; the same ones if they are shared.
    positions: [Arc<RatedPositions>; 2],
    /// Games played before anything is learned from them, so that threads do not change the result.
    batch: u64,
    /// The part of the games that is played here; `None` for all.
    part: Option<Part>,
}

impl Learner {
    /// Opens the files; those that do not exist begin empty.
    ///
    /// # Errors
    /// A file cannot be used, or the files do not belong together.
    pub fn open(style: Style, rule: TdRule, sides: Sides, batch: u64) -> Result<Learner, TdError> {
        sides.take_over_played()?;
        let locks = sides.lock()?;
        let positions = sides.read(style.variant)?;
        Ok(Learner {
            style,
            rule,
            sides,
            _locks: locks,
            positions,
            batch: batch.max(1),
            part: None,
        })
    }

    /// Plays only a part of the games; the files of all parts are put together by [`merge`](super::merge).
    #[must_use]
    pub fn with_part(self, part: Option<Part>) -> Learner {
        Learner { part, ..self }
    }

    /// Says what is learned from next. Files that have learned otherwise before are changed only if that is `forced`.
    ///
    /// # Errors
    /// They have learned with other settings, from another part of the games, or from one of the PDN files.
    pub fn go_on(&mut self, lessons: Lessons<'_>, forced: bool) -> Result<(), TdError> {
        let paths = match &self.sides {
            Sides::Shared(path) => [path, path],
            Sides::Own { white, black } => [white, black],
        };
        let mut next = Vec::new();
        for (path, positions) in paths.into_iter().zip(&self.positions) {
            let history = History::of(positions.history.as_ref());
            let settings = (&self.style, self.batch);
            let history = history.of_part(path, self.part, positions.games > 0)?;
            let history = history.go_on(path, &self.rule, settings, lessons, forced)?;
            next.push(history.kept().map_err(HistoryError::from)?);
        }
        for (color, kept) in [Color::White, Color::Black].into_iter().zip(next) {
            self.change(color, |positions| positions.history = Some(kept));
        }
        Ok(())
    }

    /// The games learned from so far.
    pub fn games(&self) -> u64 {
        self.positions[0].games
    }

    /// The positions of a side.
    pub fn positions(&self, color: Color) -> &RatedPositions {
        &self.positions[color as usize]
    }

    fn is_shared(&self) -> bool {
        matches!(self.sides, Sides::Shared(_))
    }

    fn count(&self) -> usize {
        let [white, black] = &self.positions;
        white.len() + if self.is_shared() { 0 } else { black.len() }
    }

    /// Plays on until there are `games` in all, or `stop` is wanted, and learns from each; then saves.
    ///
    /// # Errors
    /// A game fails, or a file cannot be written; the files keep what they held before.
    pub fn block(&mut self, games: u64, threads: usize, stop: &Stop) -> Result<Block, TdError> {
        let (began, before) = (Instant::now(), self.count());
        let mut block = Block::default();
        while self.games() < games && !stop.is_wanted() {
            let first = self.games();
            let count = self.batch.min(games - first);
            for (own, episode) in (first..).zip(self.play(first, count, threads)?) {
                self.learn(self.number(own), &episode, &mut block);
            }
        }
        self.save()?;
        block.games = self.games();
        block.positions = self.count();
        block.new = block.positions - before;
        block.seconds = seconds(began.elapsed());
        Ok(block)
    }

    /// Learns from a game that was played elsewhere; both sides learn.
    pub fn learn_from(&mut self, episode: &Episode) {
        for color in [Color::White, Color::Black] {
            let rule = self.rule;
            self.change(color, |positions| episode.teach(&rule, color, positions));
        }
        self.count_game();
    }

    /// Writes the files. Where there are two, both change or none.
    ///
    /// # Errors
    /// A file cannot be written; it keeps what it held before.
    pub fn save(&self) -> Result<(), TdError> {
        self.sides.write(&self.positions)
    }

    /// The number of our game `own` in the order of all, both from 0.
    fn number(&self, own: u64) -> u64 {
        self.part.map_or(own, |part| part.number(own))
    }

    /// Plays games with what is known so far.
    fn play(&self, first: u64, count: u64, threads: usize) -> Result<Vec<Episode>, TdError> {
        let next = Mutex::new(first);
        let played = Mutex::new(vec![None; count as usize]);
        let work = || {
            loop {
                let number = {
                    let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
                    *next += 1;
                    *next - 1
                };
                if number >= first + count {
                    return;
                }
                let game = self.style.play(self.number(number), &self.positions);
                let episode = Episode::of_game(&game);
                let mut played = played.lock().unwrap_or_else(PoisonError::into_inner);
                played[(number - first) as usize] = Some(episode);
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads.min(count as usize) {
                // With fewer threads the same is done, later.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        let played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
        played
            .into_iter()
            .collect::<Option<_>>()
            .ok_or(TdError::Game)
    }

    fn learn(&mut self, number: u64, episode: &Episode, block: &mut Block) {
        let (rule, learners) = (self.rule, self.style.learners);
        for color in [Color::White, Color::Black] {
            if learners.has(color, number) {
                self.change(color, |positions| episode.teach(&rule, color, positions));
                match episode.winner {
                    None => block.drawn += 1,
                    Some(winner) if winner == color => block.won += 1,
                    Some(_) => block.lost += 1,
                }
            }
        }
        self.count_game();
    }

    fn count_game(&mut self) {
        self.change(Color::White, |positions| positions.games += 1);
        if !self.is_shared() {
            self.change(Color::Black, |positions| positions.games += 1);
        }
    }

    /// Changes the positions of a side, which no player uses now.
    fn change(&mut self, color: Color, change: impl FnOnce(&mut RatedPositions)) {
        if self.is_shared() {
            let [white, black] = &mut self.positions;
            *black = Arc::new(RatedPositions::new(self.style.variant));
            change(Arc::make_mut(white));
            *black = Arc::clone(white);
        } else {
            change(Arc::make_mut(&mut self.positions[color as usize]));
        }
    }
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::super::game::Learners;
    use super::*;
    use kamen_core::rules::Variant;
    use kamen_players::RowFactor;
    use std::path::PathBuf;

    fn style() -> Style {
        Style {
            variant: Variant::Czech,
            depth: [2, 2],
            rows: RowFactor::default(),
            learners: Learners::Alternate,
            random: 1.0,
            max_plies: 200,
            seed: 9,
        }
    }

    fn learned(threads: usize, blocks: &[u64], shared: bool) -> Vec<Vec<u8>> {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let sides = match shared {
            true => Sides::Shared(path("both.cdb")),
            false => Sides::Own {
                white: path("white.cdb"),
                black: path("black.cdb"),
            },
        };
        for &games in blocks {
            let rule = TdRule::default();
            let mut learner = Learner::open(style(), rule, sides.clone(), 4).unwrap();
            let block = learner.block(games, threads, &Stop::default()).unwrap();
            assert_eq!(block.games, games);
        }
        let mut files: Vec<PathBuf> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        files
            .iter()
            .map(|file| std::fs::read(file).unwrap())
            .collect()
    }

    #[test]
    fn threads_and_interruptions_at_a_batch_change_nothing() {
        for shared in [false, true] {
            let once = learned(1, &[16], shared);
            assert_eq!(once.len(), if shared { 1 } else { 2 });
            assert_eq!(learned(2, &[16], shared), once, "threads");
            assert_eq!(learned(1, &[4, 8, 16], shared), once, "in parts");
        }
    }

    #[test]
    fn files_that_do_not_belong_together_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mut positions = RatedPositions::new(Variant::Czech);
        positions.games = 3;
        positions.write(&path("white.cdb")).unwrap();
        let sides = Sides::Own {
            white: path("white.cdb"),
            black: path("black.cdb"),
        };
        let error = Learner::open(style(), TdRule::default(), sides, 1).unwrap_err();
        let expected =
            "3 games in the file of White and 0 in that of Black, expected the same number";
        assert_eq!(error.to_string(), expected);
        let other = Style {
            variant: Variant::International,
            ..style()
        };
        let sides = Sides::Shared(path("white.cdb"));
        let error = Learner::open(other, TdRule::default(), sides, 1).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("has positions of czech, expected international"),
            "{error}"
        );
    }
}
