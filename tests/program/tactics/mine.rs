//! Makes the suites of `tests/data/tactics`, whose README says how.
//!
//! Weak players play each other, and where one has left the other a shot the position is taken:
//! exactly one move gains at least [`GAP`] (in giveaway: wins by force), as a long search behind
//! each move finds, and a short one prefers another. Everything follows from [`SEED`], the search
//! and the weights.

use super::{found, output};
use kamen::eval::Scored;
use kamen::eval::{Choice, Evaluation};
use kamen::movegen::legal_moves;
use kamen::rules::{Game, MoveOf, Objective, Position, Variant, VariantOf};
use kamen::score::Score;
use kamen::search::{Control, Limits, Resources, SearchResult, TranspositionTable, search_by};
use kamen::{AnyMove, AnyPosition, with_rules};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

const SEED: u64 = 1989;
/// Variants of which there is a long suite.
const MAIN: [Variant; 10] = [
    Variant::International,
    Variant::Losing,
    Variant::Frisian,
    Variant::Brazilian,
    Variant::Russian,
    Variant::Czech,
    Variant::CzechGiveaway,
    Variant::English,
    Variant::Pool,
    Variant::Italian,
];
/// What is played where no folder is given.
const SAMPLE: Variant = Variant::CzechZapletal;
/// Games after which no more are played.
const MOST_GAMES: u64 = 1000;
/// Positions that one game may give.
const MOST_OF_A_GAME: usize = 2;
/// By how much the best move is better than the next, and than what a short search expects, in
/// centi-men.
const GAP: i32 = 80;
/// Where the next move is better than this the game is won anyway.
const WON_ANYWAY: Score = Score(100);
/// Nodes of a search that keeps to the smaller table.
const SMALL: u64 = 8_000;

/// How hard the positions of a suite are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// A search to depth 4 does not find the best move, one of 8,000 nodes does.
    Usual,
    /// A search of 5,000 nodes does not find the best move, one of 50,000 does.
    Hard,
}

impl Level {
    /// The search that must not find the best move, and the one that must.
    fn looks(self) -> [Limits; 2] {
        match self {
            Level::Usual => {
                let depth = Limits {
                    depth: Some(4),
                    ..Limits::default()
                };
                [depth, Limits::nodes(SMALL)]
            }
            Level::Hard => [5_000, 50_000].map(Limits::nodes),
        }
    }

    /// The file of a variant, in the folder of all suites.
    pub fn path(self, folder: &Path, variant: Variant) -> PathBuf {
        match self {
            Level::Usual => folder.join(format!("{variant}.txt")),
            Level::Hard => folder.join(format!("hard/{variant}.txt")),
        }
    }

    /// How many positions the suite of a variant has.
    pub fn wanted(self, variant: Variant) -> usize {
        match (self, MAIN.contains(&variant)) {
            (Level::Usual, true) => 24,
            (Level::Usual, false) => 8,
            // No more come from the most games that are played.
            (Level::Hard, _) if variant == Variant::Italian => 14,
            (Level::Hard, true) => 16,
            (Level::Hard, false) => 10,
        }
    }
}

/// Nodes behind each move, and in the end behind the best and its rivals.
const BEHIND: [u64; 3] = [20_000, 300_000, 1_500_000];
/// The moves that come closest to the best.
const RIVALS: usize = 2;
/// The skills of the players.
const SKILLS: std::ops::RangeInclusive<u32> = 7..=10;

/// `KAMEN_TACTICS` is the folder to write all suites to, `KAMEN_VARIANTS` may name variants,
/// `KAMEN_HARD` asks for hard positions. A suite that is there is left alone, so that the work can be
/// interrupted and shared. Without a folder the first position of one suite is made.
#[test]
#[ignore = "games are played for a position, for half a minute at the least"]
fn suites_are_mined() {
    match std::env::var_os("KAMEN_TACTICS") {
        Some(folder) => mine(Path::new(&folder)),
        None => {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("first.txt");
            write(SAMPLE, Level::Usual, &path, 1).unwrap();
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(text.lines().count(), 1, "{text}");
            assert_eq!(found(&output(&["--nodes", "300000"], &[path])), (1, 1));
        }
    }
}

fn mine(folder: &Path) {
    let asked = std::env::var("KAMEN_VARIANTS").ok();
    let is_asked = |variant: &Variant| {
        (asked.as_ref()).is_none_or(|names| names.split_whitespace().any(|n| n == variant.name()))
    };
    let level = match std::env::var_os("KAMEN_HARD") {
        None => Level::Usual,
        Some(_) => Level::Hard,
    };
    for variant in Variant::ALL.into_iter().filter(is_asked) {
        let path = level.path(folder, variant);
        if !path.exists() {
            write(variant, level, &path, level.wanted(variant)).unwrap();
        }
    }
}

/// Writes a suite of so many positions.
fn write(variant: Variant, level: Level, path: &Path, wanted: usize) -> std::io::Result<()> {
    with_rules!(variant, of: R => Miner::<R>::new(of, level).write(path, wanted))
}

/// A position with one best move, and the scores of that and of the next.
struct Shot<R: Scored> {
    position: Position<R>,
    best: MoveOf<R>,
    score: Score,
    next: Score,
}

impl<R: Scored> Shot<R> {
    fn line(&self, of: VariantOf<R>) -> String {
        let fen = AnyPosition::of(of, &self.position).fen();
        let best = AnyMove::of(of, &self.best);
        let score = |score: Score| match score.plies_to_end() {
            None => format!("{:+.2}", f64::from(score.0) / 100.0),
            Some(plies) if score > Score::DRAW => format!("win in {plies}"),
            Some(plies) => format!("loss in {plies}"),
        };
        format!(
            "{of} {fen} {best} {}, next {}",
            score(self.score),
            score(self.next)
        )
    }
}

struct Miner<R: Scored> {
    of: VariantOf<R>,
    level: Level,
    evaluator: Evaluation,
    /// For short and for long searches.
    tables: [TranspositionTable; 2],
    /// The positions of the shots.
    found: Vec<Position<R>>,
}

impl<R: Scored> Miner<R> {
    fn new(of: VariantOf<R>, level: Level) -> Miner<R> {
        Miner {
            of,
            level,
            evaluator: Evaluation::load(of.variant(), &Choice::Learned).unwrap(),
            tables: [12, 18].map(|size| TranspositionTable::new(size).unwrap()),
            found: Vec::new(),
        }
    }

    /// Plays until there are as many shots as wanted.
    fn write(&mut self, path: &Path, wanted: usize) -> std::io::Result<()> {
        let part = path.with_extension("part");
        fs::create_dir_all(path.parent().unwrap())?;
        let mut file = File::create(&part)?;
        for game in 0..MOST_GAMES {
            for shot in self.shots_of_game(SEED + game) {
                if self.found.len() < wanted && !self.found.contains(&shot.position) {
                    let line = shot.line(self.of);
                    eprintln!("game {game}: {line}");
                    writeln!(file, "{line}")?;
                    self.found.push(shot.position);
                }
            }
            if self.found.len() == wanted {
                break;
            }
        }
        file.sync_all()?;
        fs::rename(part, path)
    }

    /// The shots of a game of two weak players, after some random moves.
    fn shots_of_game(&self, seed: u64) -> Vec<Shot<R>> {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let opening = random.random_range(4..=10);
        let skills = [(); 2].map(|()| random.random_range(SKILLS));
        let mut game = Game::start(self.of);
        let mut shots = Vec::new();
        for ply in 0..120 {
            let mut moves = Vec::new();
            legal_moves(game.position(), &mut moves);
            if moves.is_empty() || game.is_draw() {
                break;
            }
            if ply < opening {
                game.play(&moves[random.random_range(0..moves.len())]);
                continue;
            }
            if moves.len() > 1 && shots.len() < MOST_OF_A_GAME {
                shots.extend(self.shot(game.position(), &moves));
            }
            let limits = Limits::default().with_skill(self.of.variant(), skills[ply % 2], seed);
            let found = self.search(&game, &limits);
            let Some(best) = found.best else { break };
            if found.score.is_decided() {
                break;
            }
            game.play(&best);
        }
        shots
    }

    /// The shot of a position, if it has one.
    fn shot(&self, position: &Position<R>, moves: &[MoveOf<R>]) -> Option<Shot<R>> {
        let game = Game::new(self.of, *position);
        let [short, long] = self.level.looks();
        let short = self.search(&game, &short);
        let expected = short.score;
        if expected.is_decided() || expected > WON_ANYWAY {
            return None;
        }
        // Where material says little, only a forced end is beyond doubt.
        let is_giveaway = self.of.variant().facts().objective == Objective::Giveaway;
        let is_worth_it = |score: Score| {
            let is_sure = !is_giveaway || score.is_decided();
            score.0 - expected.0 >= GAP && score >= Score::DRAW && is_sure
        };
        let found = self.search(&game, &long);
        let best = found.best?;
        if short.best == Some(best) || !is_worth_it(found.score) {
            return None;
        }
        let mut others: Vec<MoveOf<R>> = moves.iter().filter(|m| **m != best).copied().collect();
        self.margin(&game, &best, &mut others, BEHIND[0])?;
        self.margin(&game, &best, &mut others, BEHIND[1])?;
        others.truncate(RIVALS);
        let (score, next) = self.margin(&game, &best, &mut others, BEHIND[2])?;
        is_worth_it(score).then_some(Shot {
            position: *position,
            best,
            score,
            next,
        })
    }

    /// The scores of the best move and of the next, if that is far behind; the others are put into
    /// the order of their scores.
    fn margin(
        &self,
        game: &Game<R>,
        best: &MoveOf<R>,
        others: &mut [MoveOf<R>],
        nodes: u64,
    ) -> Option<(Score, Score)> {
        let behind = |m: &MoveOf<R>| {
            let mut next = game.clone();
            next.play(m);
            -self.search(&next, &Limits::nodes(nodes)).score
        };
        let score = behind(best);
        let mut scores = Vec::new();
        for m in others.iter() {
            let next = behind(m);
            if score.0 - next.0 < GAP || next > WON_ANYWAY {
                return None;
            }
            scores.push((-next, *m));
        }
        scores.sort_by_key(|(worth, _)| *worth);
        for (place, (_, m)) in others.iter_mut().zip(&scores) {
            *place = *m;
        }
        Some((score, -scores.first()?.0))
    }

    fn search(&self, game: &Game<R>, limits: &Limits) -> SearchResult<R> {
        let is_long = limits.nodes.is_some_and(|nodes| nodes > SMALL);
        let resources = Resources {
            evaluator: &self.evaluator,
            tt: &self.tables[usize::from(is_long)],
            threads: 1,
            tables: None,
        };
        resources.tt.clear();
        search_by(game, resources, limits, &Control::new(), &mut ())
    }
}
