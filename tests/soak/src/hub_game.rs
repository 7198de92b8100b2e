//! A game between two engines by Hub, with all that a client may do in one.

use crate::hub_engine::{HubEngine, PATIENCE};
use crate::referee::Game;
use crate::report::Tally;
use kamen_core::rules::Variant;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;
use std::thread;
use std::time::{Duration, Instant};

/// Seconds on a clock, and those added before each move, where none is asked for.
const CLOCK: [f64; 2] = [1.0, 0.05];

/// A game that is going on.
struct Table<'a> {
    engines: &'a mut [HubEngine; 2],
    game: Game,
    random: &'a mut Pcg64Mcg,
    tally: &'a mut Tally,
    sides: [Side; 2],
    /// Seconds added to a clock before each move.
    increment: f64,
    /// Whether nothing is done beside moves and pondering.
    is_plain: bool,
}

/// One of the two players.
#[derive(Clone, Debug)]
struct Side {
    /// A built-in player, which neither ponders nor analyses.
    is_built_in: bool,
    /// The seconds that are left; `None` without a clock.
    clock: Option<f64>,
    /// The move that it expects, on which it ponders now.
    guess: Option<String>,
}

/// Plays a game.
///
/// # Errors
/// Something went wrong, with what was said before.
pub fn play(
    engines: &mut [HubEngine; 2],
    variant: Variant,
    clock: Option<[f64; 2]>,
    random: &mut Pcg64Mcg,
    tally: &mut Tally,
) -> Result<(), String> {
    let is_plain = clock.is_some();
    let [base, increment] = clock.unwrap_or(CLOCK);
    let mut sides = Vec::new();
    for engine in engines.iter_mut() {
        let is_built_in = configure(engine, variant, is_plain, random)?;
        let clock = (is_plain || random.random_bool(0.05)).then_some(base);
        sides.push(Side {
            is_built_in,
            clock,
            guess: None,
        });
    }
    let mut game = if !is_plain && random.random_bool(0.15) {
        Game::random(variant, random)
    } else {
        Game::normal(variant)
    };
    if random.random_bool(0.3) {
        let plies = random.random_range(1..20);
        game.play_random(plies, random);
    }
    let longest = random.random_range(20..160);
    let Ok(sides) = sides.try_into() else {
        return Err("two sides".to_owned());
    };
    let mut table = Table {
        engines,
        game,
        random,
        tally,
        sides,
        increment,
        is_plain,
    };
    while table.game.goes_on() && table.game.plies() < longest {
        table.ply()?;
    }
    table.end_pondering()?;
    for engine in table.engines.iter_mut() {
        engine.ping()?;
    }
    Ok(())
}

/// Sets parameters at random and begins a game; whether a built-in player plays.
fn configure(
    engine: &mut HubEngine,
    variant: Variant,
    is_plain: bool,
    random: &mut Pcg64Mcg,
) -> Result<bool, String> {
    let is_built_in = !is_plain && random.random_bool(0.04);
    let players = ["easy", "random", "minimax:3:basic", "mcts:100"];
    let player = if is_built_in {
        players.choose(random).copied()
    } else {
        None
    };
    let mut set =
        |name: &str, value: String| engine.send(&format!("set-param name={name} value={value}"));
    let mut number = |from: i32, to: i32| random.random_range(from..=to).to_string();
    set("variant", variant.to_string())?;
    set("player", player.unwrap_or("kamen").to_owned())?;
    set("tt-size", number(12, 16))?;
    set("threads", number(1, 2))?;
    set("seed", number(0, 1000))?;
    set("multi-pv", number(1, 3))?;
    set("exchanges", number(-20, 20))?;
    set("bb-size", number(0, 8))?;
    set("book-ply", number(0, 20))?;
    set("book-margin", number(0, 20))?;
    set("move-overhead", number(0, 2))?;
    for (name, share) in [
        ("pruning", 0.9),
        ("ponder", 0.8),
        ("book", 0.5),
        ("wdl", 0.5),
        ("statistics", 0.5),
    ] {
        set(name, random.random_bool(share).to_string())?;
    }
    let skill = if !is_plain && random.random_bool(0.3) {
        random.random_range(1..20)
    } else {
        20
    };
    set("skill", skill.to_string())?;
    engine.send("init")?;
    engine.expect("ready", PATIENCE)?;
    engine.send("new-game")?;
    Ok(is_built_in)
}

impl Table<'_> {
    fn side(&self) -> usize {
        usize::from(!self.game.is_white_to_move())
    }

    /// A move, and what comes between two moves.
    fn ply(&mut self) -> Result<(), String> {
        let side = self.side();
        let (m, expected) = self.think(side)?;
        let played = self.game.play(&m);
        played.map_err(|error| self.engines[side].fault(&error))?;
        self.tally.moves += 1;
        if let Some(expected) = expected
            && !self.sides[side].is_built_in
            && self
                .random
                .random_bool(if self.is_plain { 0.5 } else { 0.3 })
        {
            self.ponder(side, expected)?;
        }
        if self.is_plain {
            return Ok(());
        }
        if self.random.random_bool(0.03) {
            self.end_pondering()?;
            let plies = self.random.random_range(1..6);
            self.game.take_back(plies);
            self.tally.event("moves taken back");
        }
        if self.random.random_bool(0.03) && self.game.goes_on() {
            let side = self.random.random_range(0..2);
            self.analyse(side)?;
        }
        Ok(())
    }

    /// The level of the next search of a side, and how long it may take.
    fn level(&mut self, side: usize) -> (String, Option<Duration>) {
        if let Some(left) = self.sides[side].clock {
            let increment = self.increment;
            return (format!("level time={left:.3} inc={increment}"), None);
        }
        match self.random.random_range(0..10) {
            0 => {
                let time = Duration::from_millis(self.random.random_range(2..20));
                (
                    format!("level move-time={}", time.as_secs_f64()),
                    Some(time),
                )
            }
            1..4 => (
                format!("level depth={}", self.random.random_range(1..6)),
                None,
            ),
            _ => (
                format!("level nodes={}", self.random.random_range(10..1500)),
                None,
            ),
        }
    }

    /// A move of a side, and the answer that it expects.
    fn think(&mut self, side: usize) -> Result<(String, Option<String>), String> {
        let guess = self.sides[side].guess.take();
        let last = self.game.last();
        if let Some(guess) = guess {
            if last.as_ref() == Some(&guess) {
                self.tally.event("guesses that were right");
                let asked = Instant::now();
                self.engines[side].send("ponder-hit")?;
                return self.answer(side, asked, None);
            }
            self.tally.event("guesses that were wrong");
            self.stop(side)?;
        }
        let (level, limit) = self.level(side);
        let pos = self.game.pos(None);
        let engine = &mut self.engines[side];
        engine.send(&pos)?;
        engine.send(&level)?;
        engine.ping()?;
        let asked = Instant::now();
        engine.send("go think")?;
        if !self.is_plain && self.random.random_bool(0.02) {
            self.tally.event("searches that were asked for a pong");
            self.engines[side].send("ping")?;
        }
        if !self.is_plain && self.random.random_bool(0.02) {
            self.tally.event("searches that were stopped");
            thread::sleep(Duration::from_micros(self.random.random_range(0..2000)));
            self.engines[side].send("stop")?;
        }
        let answer = self.answer(side, asked, limit)?;
        self.engines[side].ping()?;
        Ok(answer)
    }

    /// Waits for the move of a search that was asked for at a moment.
    fn answer(
        &mut self,
        side: usize,
        asked: Instant,
        limit: Option<Duration>,
    ) -> Result<(String, Option<String>), String> {
        let engine = &mut self.engines[side];
        let (came, line) = engine.expect("done", PATIENCE)?;
        let took = came.saturating_duration_since(asked);
        if let Some(limit) = limit {
            self.tally.late.add(took.saturating_sub(limit));
        }
        if let Some(left) = &mut self.sides[side].clock {
            *left += self.increment - took.as_secs_f64();
            if *left < 0.0 {
                return Err(engine.fault(&format!("it lost on time by {} s", -*left)));
            }
        }
        let argument = |name: &str| {
            let mut words = line.split(' ');
            let found = words.find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
            found.map(str::to_owned)
        };
        match argument("move") {
            Some(m) => Ok((m, argument("ponder"))),
            None => Err(engine.fault("a move is missing")),
        }
    }

    /// Lets a side think while the other one does.
    fn ponder(&mut self, side: usize, guess: String) -> Result<(), String> {
        if !self.game.moves().contains(&guess) {
            return Err(
                self.engines[side].fault(&format!("it expects {guess}, which is not legal"))
            );
        }
        let mut after = self.game.clone();
        after.play(&guess)?;
        if !after.goes_on() {
            return Ok(());
        }
        let (level, _) = self.level(side);
        let pos = self.game.pos(Some(&guess));
        let engine = &mut self.engines[side];
        engine.send(&pos)?;
        engine.send(&level)?;
        engine.send("go ponder")?;
        self.sides[side].guess = Some(guess);
        Ok(())
    }

    /// Stops a search that goes on without a limit.
    fn stop(&mut self, side: usize) -> Result<(), String> {
        let engine = &mut self.engines[side];
        let asked = Instant::now();
        engine.send("stop")?;
        let (came, _) = engine.expect("done", PATIENCE)?;
        self.tally.stop.add(came.saturating_duration_since(asked));
        engine.ping()
    }

    fn end_pondering(&mut self) -> Result<(), String> {
        for side in 0..2 {
            if self.sides[side].guess.take().is_some() {
                self.stop(side)?;
            }
        }
        Ok(())
    }

    /// Lets a side analyse for a while.
    fn analyse(&mut self, side: usize) -> Result<(), String> {
        if self.sides[side].is_built_in || self.sides[side].guess.is_some() {
            return Ok(());
        }
        self.tally.event("analyses");
        let pos = self.game.pos(None);
        let engine = &mut self.engines[side];
        engine.send(&pos)?;
        engine.send("go analyze")?;
        thread::sleep(Duration::from_micros(self.random.random_range(0..10_000)));
        self.stop(side)
    }
}
