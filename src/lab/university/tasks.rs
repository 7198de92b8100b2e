//! The experiments, as a list of cells that each can be filled alone. Begin with [`tasks`].

use super::Arguments;
use super::cell::{Content, Found, Place};
use super::games::{Match, play_match};
use super::published::{
    BASIC, DEPTH_ROWS, DEPTHS, DepthRow, MATCHES, MAZE, TOURNAMENT, TOURNAMENT_DEPTH,
};
use crate::LabError;
use kamen_core::board::Color;
use kamen_core::rules::{GameResult, Variant};
use kamen_files::Stop;
use kamen_players::lecture::{
    DraughtsExample, LEAVES_EXAMPLE, Leaves, Scale, ShownTree, Viewpoint,
};
use kamen_players::rated::RatedPositions;
use kamen_players::{LeftOut, RowFactor};
use kamen_training::td::{Episode, Learners, Style, TdRule, maze_values};
use std::sync::Arc;

/// Fills a cell; `None` if it was stopped.
type Fill = Box<dyn Fn(&Stop) -> Result<Option<Found>, LabError> + Send + Sync>;

/// A cell to be filled.
pub(super) struct Task {
    pub(super) place: Place,
    /// `None` where it is lost in print.
    pub(super) published: Option<Content>,
    /// Whether it is the same in every run, and found in a second or so.
    pub(super) is_quick: bool,
    pub(super) fill: Fill,
}

impl Task {
    fn new(
        (table, row, column): (&str, impl Into<String>, impl Into<String>),
        published: Option<Content>,
        is_quick: bool,
        fill: impl Fn(&Stop) -> Result<Option<Found>, LabError> + Send + Sync + 'static,
    ) -> Task {
        Task {
            place: Place {
                table: table.to_owned(),
                row: row.into(),
                column: column.into(),
            },
            published,
            is_quick,
            fill: Box::new(fill),
        }
    }
}

/// Every cell that can be compared, table by table.
pub(super) fn tasks(arguments: &Arguments) -> Vec<Task> {
    let mut all = Vec::new();
    trees(&mut all);
    maze(&mut all);
    depths(arguments, &mut all);
    repeated(&mut all);
    graphs(&mut all);
    matches(arguments, &mut all);
    all
}

fn number(number: f64, decimals: usize) -> Content {
    Content::Number(number, decimals)
}

/// The worked trees of the lectures.
fn trees(all: &mut Vec<Task>) {
    let leaves = |what: &'static str| {
        move |_: &Stop| {
            let bad =
                |error: kamen_players::lecture::LeavesError| LabError::Usage(error.to_string());
            let leaves: Leaves = LEAVES_EXAMPLE.parse().map_err(bad)?;
            let scale = Scale::flat(Leaves::MOST_VALUE);
            let label = |_: &usize| String::new();
            let depth = leaves.depth();
            let tree = ShownTree::of(
                &leaves,
                &Leaves::ROOT,
                (depth, scale),
                label,
                Viewpoint::Root,
            );
            let found = match what {
                "value" => f64::from(tree.nodes.first().map_or(0, |node| node.value)),
                _ => tree.count_leaves().1 as f64,
            };
            Ok(Some(number(found, 0).into()))
        }
    };
    for (what, published) in [("value", 3.0), ("leaves looked at", 7.0)] {
        let place = ("trees", LEAVES_EXAMPLE, what);
        all.push(Task::new(
            place,
            Some(number(published, 0)),
            true,
            leaves(what),
        ));
    }
    let values = [("d8-e7", -97.0), ("d8-c7", 12.0)];
    for (m, published) in values {
        let fill = move |_: &Stop| {
            let example = DraughtsExample::new()?;
            let (root, depth) = (example.root.clone(), DraughtsExample::DEPTH);
            let label = |(_, label): &(_, String)| label.clone();
            let how = (depth, Scale::EXAMPLE);
            let tree = ShownTree::of(example, &root, how, label, Viewpoint::Mover);
            let node = tree.nodes.iter().find(|node| node.label == m);
            Ok(node.map(|node| number(f64::from(node.value), 0).into()))
        };
        let place = ("trees", "man d8, man e5", format!("after {m}"));
        all.push(Task::new(place, Some(number(published, 0)), true, fill));
    }
}

/// The maze of the thesis of 2011.
fn maze(all: &mut Vec<Task>) {
    for (square, published) in MAZE {
        let fill = move |_: &Stop| {
            let value = maze_values().get(square).map(|rating| rating.value);
            Ok(value.map(|value| number(value, 4).into()))
        };
        let place = ("maze", "values at the end", square);
        all.push(Task::new(place, Some(number(published, 4)), true, fill));
    }
}

fn letter(own: Color, result: GameResult) -> &'static str {
    match result.winner() {
        Some(winner) if winner == own => "W",
        Some(_) => "L",
        None => "D",
    }
}

/// A game without random moves.
fn style(variant: Variant, depth: [u32; 2]) -> Style {
    Style {
        variant,
        depth,
        rows: RowFactor::default(),
        learners: Learners::White,
        random: 0.0,
        max_plies: 300,
        seed: 0,
    }
}

/// Tables 5 and 8: depth against depth.
fn depths(arguments: &Arguments, all: &mut Vec<Task>) {
    for table in ["5", "8"] {
        for row in &DEPTH_ROWS {
            let published = if table == "5" { row.plain } else { row.rated };
            let file = arguments.rated_of(row.variant);
            if table == "8" && file.is_none() {
                continue;
            }
            for (depth, letter) in (1..=DEPTHS as u32).zip(published.chars()) {
                if depth > arguments.depth {
                    continue;
                }
                let cell = DepthCell {
                    own: if row.is_white {
                        Color::White
                    } else {
                        Color::Black
                    },
                    against: row.against,
                    depth,
                    variant: row.variant,
                    file: file.clone().filter(|_| table == "8"),
                };
                let deepest = if row.variant == Variant::Czech { 5 } else { 4 };
                let is_quick = table == "5" && depth.max(row.against) <= deepest;
                let place = (table, name(row), format!("depth {depth}"));
                let published = Some(Content::Words(letter.to_string()));
                all.push(Task::new(place, published, is_quick, move |_| cell.fill()));
            }
        }
    }
}

fn name(row: &DepthRow) -> String {
    let color = if row.is_white { "White" } else { "Black" };
    format!("{}, {color} against depth {}", row.variant, row.against)
}

/// A cell of tables 5 and 8.
struct DepthCell {
    variant: Variant,
    own: Color,
    against: u32,
    depth: u32,
    file: Option<std::path::PathBuf>,
}

impl DepthCell {
    fn fill(&self) -> Result<Option<Found>, LabError> {
        let nothing = Arc::new(RatedPositions::new(self.variant));
        let mut positions = [Arc::clone(&nothing), nothing];
        if let Some(path) = &self.file {
            let read = RatedPositions::read_for(self.variant, path);
            positions[self.own as usize] =
                Arc::new(read.map_err(kamen_training::td::TdError::File)?);
        }
        let mut depths = [self.against; 2];
        depths[self.own as usize] = self.depth;
        let game = style(self.variant, depths).play(0, &positions);
        let letter = letter(self.own, game.result).to_owned();
        Ok(Some(Content::Words(letter).into()))
    }
}

/// Tables 6 and 7: a game that is repeated while White learns.
fn repeated(all: &mut Vec<Task>) {
    // Of table 7 the number of the game that is won is lost; more than 15 were played.
    let cases = [
        ("6", Variant::Czech, [4, 2], 5, Some("LLLLD")),
        ("7", Variant::International, [4, 3], 16, None),
    ];
    for (table, variant, depth, games, published) in cases {
        let fill = move |stop: &Stop| {
            let mut own = RatedPositions::new(variant);
            let mut results = String::new();
            let nothing = Arc::new(RatedPositions::new(variant));
            for number in 0..games {
                if stop.is_wanted() {
                    return Ok(None);
                }
                let positions = [Arc::new(own.clone()), Arc::clone(&nothing)];
                let game = style(variant, depth).play(number, &positions);
                results += letter(Color::White, game.result);
                Episode::of_game(&game).teach(&TdRule::default(), Color::White, &mut own);
            }
            Ok(Some(Content::Words(results).into()))
        };
        let row = format!(
            "{variant}, White at depth {} learns, Black at {}",
            depth[0], depth[1]
        );
        let published = published.map(|letters| Content::Words(letters.to_owned()));
        let place = (table, row, format!("games 1 to {games}"));
        all.push(Task::new(place, published, table == "6", fill));
    }
}

/// Graphs 1 and 2, measured in ten games of learning at depth 4. Graph 3, seconds, is another machine's.
fn graphs(all: &mut Vec<Task>) {
    let variants = [(Variant::Czech, 31.0), (Variant::International, 38.0)];
    for graph in ["graph 1", "graph 2"] {
        for (variant, lone) in variants {
            let fill = move |_: &Stop| {
                let percent = 100.0 * measure(variant, graph == "graph 1");
                Ok(Some(number(percent, 0).into()))
            };
            let (row, published) = match graph {
                "graph 1" => ("% of states left out", Content::Words("a third".to_owned())),
                _ => ("% of turns with one move", number(lone, 0)),
            };
            let place = (graph, row, variant.name());
            all.push(Task::new(place, Some(published), true, fill));
        }
    }
}

/// The share of states left out, or of turns with one legal move, where a side searches.
fn measure(variant: Variant, is_left_out: bool) -> f64 {
    const DEPTH: u32 = 4;
    let learning = Style {
        learners: Learners::Alternate,
        random: 1.0,
        max_plies: 200,
        seed: 1,
        ..style(variant, [DEPTH; 2])
    };
    let nothing = Arc::new(RatedPositions::new(variant));
    let positions = [Arc::clone(&nothing), nothing];
    let (mut left_out, mut turns, mut lone) = (LeftOut::default(), 0, 0);
    for number in 0..10 {
        let game = learning.play(number, &positions);
        let mut here = game.line.start;
        for m in &game.line.moves {
            if !Learners::Alternate.has(here.turn(), number) {
                turns += 1;
                lone += u32::from(here.legal_moves().len() == 1);
                if is_left_out {
                    left_out += LeftOut::of(&here, DEPTH);
                }
            }
            here = here.after_legal(m);
        }
    }
    match is_left_out {
        true => left_out.share().unwrap_or(0.0),
        false => f64::from(lone) / f64::from(turns.max(1)),
    }
}

/// The matches and the tournament of the thesis with networks; a player whose network is not given is left out.
fn matches(arguments: &Arguments, all: &mut Vec<Task>) {
    for table in &MATCHES {
        for (depth, published) in (1..).zip(table.cells) {
            let names = [table.first, table.second].map(|name| arguments.player(name, depth));
            let [Some(first), Some(second)] = names else {
                continue;
            };
            if depth > arguments.depth {
                continue;
            }
            let row = format!("{}, {} v. {}", table.variant, table.first, table.second);
            let place = (table.id, row, format!("depth {depth}"));
            let game = Match {
                variant: table.variant,
                players: [first, second],
                games: arguments.games,
                seed: arguments.seed,
            };
            all.push(Task::new(
                place,
                Some(Content::Games(published)),
                false,
                move |stop| play_match(&game, stop),
            ));
        }
    }
    for (first, second, wins, losses) in TOURNAMENT {
        let names = [first, second].map(|name| arguments.player(name, TOURNAMENT_DEPTH));
        let [Some(one), Some(two)] = names else {
            continue;
        };
        let game = Match {
            variant: Variant::Czech,
            players: [one, two],
            games: arguments.games,
            // The first pair is that of table 4.5, but other games.
            seed: arguments.seed.wrapping_add(u64::from(first == BASIC)),
        };
        let published = Content::Wins([wins, losses, 1000 - wins - losses]);
        let place = ("4.14", format!("{first} v. {second}"), "wins");
        all.push(Task::new(place, Some(published), false, move |stop| {
            let found = play_match(&game, stop)?;
            Ok(found.map(|found| match found.content {
                Content::Games(games) => Found {
                    content: Content::Wins(games),
                    ..found
                },
                content => content.into(),
            }))
        }));
    }
}
