//! Positions from games in which one move alone wins or holds. Begin with [`exercises`].

use super::Worth;
use super::question::{ExerciseSettings, Question, Task, candidate, next, verified};
use hashbrown::HashSet;
use kamen_core::board::Key;
use kamen_core::game::{AnyGame, AnyMove, AnyPosition};
use kamen_search::{Engine, EngineError, Limits, SKILLS};
use std::cmp::Reverse;

/// An exercise.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    /// The ply of the game, from 0.
    pub ply: usize,
    /// What is to be found.
    pub task: Task,
    /// The positions in which a move is to be found, one after the other; never empty.
    pub questions: Vec<Question>,
    /// The move of the game in the first.
    pub played: AnyMove,
    /// The lowest skill, from 1 to 20, that finds the first move whatever it misjudges.
    pub level: u32,
}

impl Exercise {
    /// The first question.
    pub fn first(&self) -> &Question {
        &self.questions[0]
    }

    /// The position that it begins with.
    pub fn position(&self) -> &AnyPosition {
        &self.first().position
    }

    /// Whether the player missed the solution.
    pub fn is_missed(&self) -> bool {
        self.played != *self.first().solution.played()
    }
}

/// The most questions of an exercise.
const MOST_QUESTIONS: usize = 8;
/// How often a skill must find the solution, each time misjudging other positions.
const TRIALS: u64 = 3;

/// The exercises of a game whose moves are legal, in its order, from the positions with `is_wanted`; `None` if `is_stopped`
/// said so before the end. A position that came twice is one exercise.
///
/// One engine on one thread finds the same every time.
///
/// # Errors
/// If the game is of another variant.
pub fn exercises(
    engine: &Engine,
    settings: ExerciseSettings,
    start: AnyPosition,
    moves: &[AnyMove],
    is_wanted: &dyn Fn(&AnyPosition) -> bool,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Option<Vec<Exercise>>, EngineError> {
    engine.forget();
    let mut seen: HashSet<Key> = HashSet::new();
    let mut candidates = Vec::new();
    let mut position = start;
    for (ply, played) in moves.iter().enumerate() {
        if is_stopped() {
            return Ok(None);
        }
        let is_new = is_wanted(&position) && seen.insert(position.key());
        if is_new && let Some((task, best)) = candidate(engine, settings, position)? {
            candidates.push((ply, position, *played, task, best));
        }
        position = position.after_legal(played);
    }
    let mut found = Vec::new();
    for (ply, position, played, task, best) in candidates {
        if is_stopped() {
            return Ok(None);
        }
        let Some(mut first) = verified(engine, settings, position, task, best)? else {
            continue;
        };
        let (level, tries) = level(engine, settings, position, &best)?;
        let place = |other: &Worth| {
            let tried = tries.iter().position(|m| m == other.played());
            tried.unwrap_or(usize::MAX)
        };
        (first.others).sort_by(|a, b| place(a).cmp(&place(b)).then(b.score.cmp(&a.score)));
        let mut questions = vec![first];
        while questions.len() < MOST_QUESTIONS
            && let Some(last) = questions.last()
            && let Some(next) = next(engine, settings, task, last)?
        {
            let is_there = |known: &Question| known.position.is_like(&next.position);
            if questions.iter().any(is_there) {
                break;
            }
            questions.push(next);
        }
        found.push(Exercise {
            ply,
            task,
            questions,
            played,
            level,
        });
    }
    // What the last search found says nothing if it was stopped.
    Ok((!is_stopped()).then_some(found))
}

/// The lowest skill that finds a move, and what those below it chose instead, the most frequent first.
fn level(
    engine: &Engine,
    settings: ExerciseSettings,
    position: AnyPosition,
    solution: &AnyMove,
) -> Result<(u32, Vec<AnyMove>), EngineError> {
    let game = AnyGame::new(position);
    let mut tries: Vec<(AnyMove, u32)> = Vec::new();
    let mut found = *SKILLS.end();
    'skills: for skill in *SKILLS.start()..*SKILLS.end() {
        for trial in 0..TRIALS {
            let seed = settings.seed.wrapping_add(trial);
            let limits = Limits::default().with_skill(position.variant(), skill, seed);
            engine.forget();
            let chosen = engine.think(&game, &limits)?.best;
            if let Some(chosen) = chosen.filter(|chosen| chosen != solution) {
                match tries.iter_mut().find(|(m, _)| *m == chosen) {
                    Some((_, count)) => *count += 1,
                    None => tries.push((chosen, 1)),
                }
                continue 'skills;
            }
        }
        found = skill;
        break;
    }
    // What they misjudged is not for the searches to come.
    engine.forget();
    tries.sort_by_key(|&(_, count)| Reverse(count));
    Ok((found, tries.into_iter().map(|(m, _)| m).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::rules::Variant;
    use kamen_tables::Value;

    const SETTINGS: ExerciseSettings = ExerciseSettings {
        nodes: 1_000,
        seed: 1,
    };

    /// Plays the first move that is not one of the best, so that much is missed.
    fn endgame(variant: Variant, fen: &str, plies: usize) -> (AnyPosition, Vec<AnyMove>) {
        let start = AnyPosition::parse_fen(variant, fen).unwrap();
        let (mut game, mut moves) = (AnyGame::new(start), Vec::new());
        while game.over().is_none() && moves.len() < plies {
            let legal = game.legal_moves();
            let m = legal[moves.len() * 5 % legal.len()];
            moves.push(m);
            game.play_legal(&m);
        }
        (start, moves)
    }

    #[test]
    fn exercises_are_those_that_the_tables_have() {
        let (mut found, mut longest) = (0, 0);
        for (variant, fen) in [
            (Variant::Czech, "W:Wc3,Ka1:BKh8,b6"),
            (Variant::Czech, "B:Wb2,d2:Bc7,e7"),
            (Variant::English, "W:W30,K23:BK2,11"),
            (Variant::English, "W:W30,31:B1,4"),
            (Variant::English, "B:W22,25:B6,8"),
            (Variant::Russian, "B:Wd2,g3:Bc7,Kf8"),
            (Variant::Russian, "W:Wd2,g3:Bc7,h8"),
        ] {
            let engine = Engine::new(variant).unwrap();
            let (start, moves) = endgame(variant, fen, 60);
            let all = |_: &AnyPosition| true;
            let exercises = |settings| {
                exercises(&engine, settings, start, &moves, &all, &|| false)
                    .unwrap()
                    .unwrap()
            };
            let made = exercises(SETTINGS);
            assert_eq!(made, exercises(SETTINGS), "{variant}: not the same again");
            let tables = engine.tables().unwrap();
            let value = |position: &AnyPosition, m: &AnyMove| {
                let outcome = tables.outcome(&position.after_legal(m)).unwrap();
                outcome.value.reversed()
            };
            // All positions of the game in which one move alone wins, or one alone does not lose.
            let (mut position, mut seen, mut expected) = (start, HashSet::new(), Vec::new());
            for (ply, m) in moves.iter().enumerate() {
                let legal = position.legal_moves();
                let best = legal.iter().map(|m| value(&position, m)).max().unwrap();
                let ways = legal.iter().filter(|m| value(&position, m) == best).count();
                if seen.insert(position.key()) && legal.len() > 1 && ways == 1 {
                    let other = legal
                        .iter()
                        .map(|m| value(&position, m))
                        .filter(|v| *v != best)
                        .max();
                    // A draw where others lose, a win where others draw or lose.
                    let task = match (best, other) {
                        (Value::Win, _) => Some(Task::Win),
                        (Value::Draw, Some(Value::Loss)) => Some(Task::Draw),
                        _ => None,
                    };
                    expected.extend(task.map(|task| (ply, task)));
                }
                position = position.after_legal(m);
            }
            let told: Vec<(usize, Task)> = made.iter().map(|one| (one.ply, one.task)).collect();
            assert_eq!(told, expected, "{variant}");
            found += made.len();
            for one in &made {
                assert!((1..=20).contains(&one.level));
                assert_eq!(
                    one.is_missed(),
                    one.played != *one.first().solution.played()
                );
                let mut here = *one.position();
                for (number, question) in one.questions.iter().enumerate() {
                    for m in &question.before {
                        // What is not asked has no alternative.
                        let is_forced = here.legal_moves().len() == 1;
                        assert!(here.turn() != one.position().turn() || is_forced);
                        here = here.after(m).unwrap();
                    }
                    assert_eq!(
                        (here, here.turn()),
                        (question.position, one.position().turn())
                    );
                    let legal = here.legal_moves();
                    assert_eq!(question.others.len(), legal.len() - 1);
                    assert!(legal.len() > 1, "question {number}");
                    let certainty = question.certainty();
                    assert!(certainty.contains("tables") || certainty.contains("at once"));
                    let of = |worth: &Worth| value(&here, worth.played());
                    let best = of(&question.solution);
                    assert!(best >= Value::Draw);
                    assert!(question.others.iter().all(|other| of(other) < best));
                    for worth in question.others.iter().chain([&question.solution]) {
                        let mut now = question.position;
                        for m in &worth.line {
                            now = now.after(m).unwrap();
                        }
                    }
                    here = here.after(question.solution.played()).unwrap();
                }
                longest = longest.max(one.questions.len());
            }
            let none = |_: &AnyPosition| false;
            let unwanted = super::exercises(&engine, SETTINGS, start, &moves, &none, &|| false);
            assert_eq!(unwanted.unwrap(), Some(Vec::new()));
            let stopped = super::exercises(&engine, SETTINGS, start, &moves, &all, &|| true);
            assert_eq!(stopped.unwrap(), None);
        }
        assert!(found >= 4 && longest >= 2, "{found}, {longest}");
    }
}
