use super::*;
use kamen_core::rules::Variant;
use kamen_eval::Choice as Evaluator;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const SETTINGS: ProblemSettings = ProblemSettings {
    nodes: 2_000,
    tree: 300,
    plies: 1,
};

/// An engine that knows the rules and an evaluation, but no tables.
fn engine(variant: Variant) -> Engine {
    Engine::with(variant, &Evaluator::default(), 16).unwrap()
}

/// Whether the side to move wins within so many plies, by looking at everything.
fn wins(position: &AnyPosition, plies: usize) -> bool {
    if let Some(over) = position.won() {
        return over.winner() == Some(position.turn());
    }
    let mut moves = position.legal_moves().into_iter();
    plies > 0 && moves.any(|m| loses(&position.after_legal(&m), plies - 1))
}

/// Whether the side to move loses within so many plies.
fn loses(position: &AnyPosition, plies: usize) -> bool {
    if let Some(over) = position.won() {
        return over.winner() == Some(!position.turn());
    }
    let mut moves = position.legal_moves().into_iter();
    plies > 0 && moves.all(|m| wins(&position.after_legal(&m), plies - 1))
}

/// Positions with few pieces from games of random moves, in which no capture decides at once.
fn positions(variant: Variant, count: usize) -> Vec<AnyPosition> {
    let mut random = Pcg64Mcg::seed_from_u64(64);
    let mut found = Vec::new();
    while found.len() < count {
        let mut game = AnyGame::start(variant);
        while game.over().is_none() && game.plies() < 150 {
            let moves = game.legal_moves();
            game.play_legal(&moves[random.random_range(0..moves.len())]);
            let position = *game.position();
            let pieces: usize = [Color::White, Color::Black]
                .iter()
                .flat_map(|&color| position.census(color))
                .sum();
            if pieces <= 5 && position.legal_moves().len() > 1 && position.won().is_none() {
                found.push(position);
                break;
            }
        }
    }
    found
}

/// Walks through a proved tree: every move of the other side is there, and every variation ends with the game won, or in a position
/// whose variations stand elsewhere.
fn walk(tree: &Tree, position: &AnyPosition, solver: Color) {
    assert!(tree.is_proved);
    match tree.leaf {
        Some(Leaf::End(winner)) => {
            assert_eq!(winner, Some(solver));
            assert_eq!(position.won().unwrap().winner(), winner);
            return;
        }
        Some(Leaf::Seen) => return,
        Some(other) => panic!("{other:?} in a proof at {position}"),
        None => {}
    }
    let mut played: Vec<AnyMove> = tree.branches.iter().map(|branch| branch.played).collect();
    played.sort();
    let mut legal = position.legal_moves();
    legal.sort();
    match position.turn() == solver {
        true => assert!(played.len() == 1 && legal.contains(&played[0])),
        false => assert_eq!(played, legal),
    }
    for branch in &tree.branches {
        walk(&branch.tree, &position.after_legal(&branch.played), solver);
    }
}

#[test]
fn verdicts_agree_with_looking_at_everything() {
    let (mut proofs, mut sound, mut second) = (0, 0, 0);
    for variant in [Variant::Czech, Variant::English, Variant::Losing] {
        let engine = engine(variant);
        for position in positions(variant, 25) {
            let plies = 5;
            let winning: Vec<AnyMove> = (position.legal_moves().into_iter())
                .filter(|m| loses(&position.after_legal(m), plies))
                .collect();
            let problem = Problem {
                position,
                solver: position.turn(),
                stipulation: Stipulation::Win,
                given: Vec::new(),
            };
            let judged = problem
                .judge(&engine, SETTINGS, &|| false)
                .unwrap()
                .unwrap();
            if judged.tree.is_proved {
                proofs += 1;
                walk(&judged.tree, &position, position.turn());
            }
            let choice = &judged.choices[0];
            let all = std::iter::once(&choice.chosen).chain(&choice.others);
            for worth in all {
                let wins = winning.contains(worth.played());
                let effect = Stipulation::Win.effect(worth);
                assert!(
                    !wins || effect == Effect::Achieves,
                    "{position} {}",
                    worth.played()
                );
            }
            match (winning.len(), judged.verdict) {
                (0, _) => {}
                (1, Verdict::Sound) => sound += 1,
                (1, Verdict::SecondSolution | Verdict::Undecided) => {}
                (2.., Verdict::SecondSolution | Verdict::Dual) => second += 1,
                (count, verdict) => panic!("{position}: {count} winning moves, {verdict:?}"),
            }
        }
    }
    assert!(
        proofs > 10 && sound > 3 && second > 5,
        "{proofs} {sound} {second}"
    );
}

/// A problem with the moves of its solution.
fn problem(variant: Variant, fen: &str, stipulation: Stipulation, moves: &str) -> Problem {
    let position = AnyPosition::parse_fen(variant, fen).unwrap();
    let (mut now, mut given) = (position, Vec::new());
    for text in moves.split_whitespace() {
        let m = now.parse_move(text).unwrap();
        now = now.after_legal(&m);
        given.push(m);
    }
    Problem {
        position,
        solver: position.turn(),
        stipulation,
        given,
    }
}

#[test]
fn each_verdict_has_its_problem() {
    use Stipulation::{Draw, Win};
    let cases = [
        // White jumps the only man.
        (Variant::English, "W:W18:B15", Win, "", Verdict::Sound),
        // Both kings win against the man in the corner's way.
        (
            Variant::English,
            "W:WK18,K19:B12",
            Win,
            "",
            Verdict::SecondSolution,
        ),
        // Nothing is won with king against king.
        (
            Variant::International,
            "W:WK46:BK5,1",
            Win,
            "",
            Verdict::NoSolution,
        ),
        (
            Variant::International,
            "W:WK47:BK5",
            Draw,
            "",
            Verdict::SecondSolution,
        ),
    ];
    for (variant, fen, stipulation, moves, expected) in cases {
        let problem = problem(variant, fen, stipulation, moves);
        let engine = Engine::new(variant).unwrap();
        let judged = problem
            .judge(&engine, SETTINGS, &|| false)
            .unwrap()
            .unwrap();
        assert_eq!(judged.verdict, expected, "{fen}: {:?}", judged.findings);
    }
    let stopped = problem(Variant::English, "W:W18:B15", Win, "");
    let engine = Engine::new(Variant::English).unwrap();
    assert_eq!(stopped.judge(&engine, SETTINGS, &|| true).unwrap(), None);
}
