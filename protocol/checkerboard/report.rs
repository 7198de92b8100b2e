//! What the status bar shows of a search. Begin with [`Report::line`].

use crate::game::Game;
use kamen_core::{AnyGame, AnyPosition, Color, Score};
use kamen_search::Progress;

/// Lines about a search.
pub(crate) struct Report<'a> {
    game: Game,
    fault: Option<&'a str>,
    /// The lines of the last depth, where several are asked for.
    lines: Vec<Progress>,
}

impl<'a> Report<'a> {
    pub(crate) fn new(game: Game, fault: Option<&'a str>) -> Report<'a> {
        let lines = Vec::new();
        Report { game, fault, lines }
    }

    /// What is shown after some progress.
    pub(crate) fn line(&mut self, game: &AnyGame, progress: Progress) -> String {
        let position = *game.position();
        let mut text = match progress.line {
            None => self.one(&position, &progress),
            Some(_) => self.several(&position, progress),
        };
        if let Some(fault) = self.fault {
            text = format!("{fault}; {text}");
        }
        text
    }

    /// All moves with their scores, the best first.
    fn several(&mut self, position: &AnyPosition, progress: Progress) -> String {
        let depth = progress.depth;
        self.lines.retain(|line| line.depth == depth);
        self.lines.push(progress);
        let mut lines: Vec<&Progress> = self.lines.iter().collect();
        lines.sort_by_key(|line| line.line);
        let told = lines.iter().filter_map(|line| {
            let m = line.pv.first()?;
            let score = verdict(position, line.score);
            Some(format!("{} {score}", self.game.line(position, &[*m])))
        });
        format!("depth {depth}  {}", told.collect::<Vec<_>>().join("  "))
    }

    /// The best line; last, for it is longer than the status bar.
    fn one(&self, position: &AnyPosition, progress: &Progress) -> String {
        let seconds = progress.time.as_secs_f64();
        let speed = progress.nodes as f64 / seconds.max(1e-3) / 1e3;
        format!(
            "depth {}/{:.1}  {}  {seconds:.1} s  {speed:.0} kN/s  {}",
            progress.depth,
            progress.mean_depth,
            verdict(position, progress.score),
            self.game.line(position, &progress.pv),
        )
    }
}

/// A score of the side to move: in men for Black, who is below on CheckerBoard's boards, or the end that is seen. Tables may know of a
/// win without knowing how far away it is.
pub(crate) fn verdict(position: &AnyPosition, own: Score) -> String {
    let men = |score: i32| format!("{:+.2}", f64::from(score) / 100.0);
    match own.plies_to_end() {
        Some(plies) if own.0 > 0 => format!("wins in {plies}"),
        Some(plies) => format!("loses in {plies}"),
        None if own > Score::MAX_EVAL => "wins".to_owned(),
        None if own < -Score::MAX_EVAL => "loses".to_owned(),
        None if position.turn() == Color::Black => men(own.0),
        None => men(-own.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::Variant;

    #[test]
    fn what_tables_know_is_no_number_of_men() {
        let start = AnyPosition::start(Variant::English);
        for (score, expected) in [
            (Score::table_win(3), "wins"),
            (-Score::table_win(3), "loses"),
            (Score::win_in(3), "wins in 3"),
            (Score::MAX_EVAL, "+79.99"),
        ] {
            assert_eq!(verdict(&start, score), expected);
        }
    }
}
