//! The rules as the naive generator has them, with the moves of a game.

use kamen_core::rules::Variant;
use kamen_naive::{Move, Naive, Position};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// A game as the referee follows it.
#[derive(Clone, Debug)]
pub struct Game {
    variant: Variant,
    rules: Naive,
    start: Position,
    /// Whether it began at the start position of the variant.
    is_normal: bool,
    /// The moves, and the positions after them.
    line: Vec<(Move, Position)>,
}

/// The most and the fewest pieces of a position that is put up at random.
const PIECES: std::ops::Range<usize> = 2..13;

impl Game {
    /// A game from the start position.
    pub fn normal(variant: Variant) -> Game {
        let rules = Naive::new(variant.name()).expect("a variant that the rule book has");
        Game {
            start: rules.start(),
            variant,
            rules,
            is_normal: true,
            line: Vec::new(),
        }
    }

    /// A game from some pieces on random squares, with a move to make.
    pub fn random(variant: Variant, random: &mut Pcg64Mcg) -> Game {
        let mut game = Game::normal(variant);
        let rows = [true, false].map(|white| game.rules.promotion_row(white));
        loop {
            let mut letters = vec!['e'; game.rules.squares()];
            for i in 0..random.random_range(PIECES) {
                let (square, white) = (random.random_range(0..letters.len()), i % 2 == 0);
                let on_last_row = rows[usize::from(!white)].contains(&(square + 1));
                let king = on_last_row || random.random_bool(0.3);
                if king && variant == Variant::Breakthrough {
                    continue;
                }
                letters[square] = match (white, king) {
                    (true, false) => 'w',
                    (true, true) => 'W',
                    (false, false) => 'b',
                    (false, true) => 'B',
                };
            }
            let turn = if random.random_bool(0.5) { 'W' } else { 'B' };
            let text: String = [turn].into_iter().chain(letters).collect();
            game.start = game.rules.parse_hub(&text).expect("a position");
            let has_both = ['w', 'b']
                .iter()
                .all(|side| text[1..].to_lowercase().contains(*side));
            if has_both && game.goes_on() {
                game.is_normal = false;
                return game;
            }
        }
    }

    /// The position.
    fn position(&self) -> &Position {
        self.line.last().map_or(&self.start, |(_, after)| after)
    }

    /// The legal moves.
    fn legal(&self) -> Vec<Move> {
        self.rules.legal_moves(self.position())
    }

    /// The legal moves in Hub's form.
    pub fn moves(&self) -> Vec<String> {
        self.legal().iter().map(Move::hub).collect()
    }

    /// Whether the side to move has a move, and nobody has won yet: in breakthrough draughts by the first king.
    pub fn goes_on(&self) -> bool {
        let is_king = |letter: char| letter.is_ascii_uppercase();
        let is_won =
            self.variant == Variant::Breakthrough && self.position().hub()[1..].contains(is_king);
        !is_won && !self.legal().is_empty()
    }

    /// Plays a move in Hub's form.
    ///
    /// # Errors
    /// It is not legal.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let legal = self.legal();
        let Some(m) = legal.iter().find(|m| m.hub() == text) else {
            let moves: Vec<String> = legal.iter().map(Move::hub).collect();
            return Err(format!("{text} is not legal, expected one of {moves:?}"));
        };
        let after = self.rules.play(self.position(), m);
        self.line.push((m.clone(), after));
        Ok(())
    }

    /// Plays so many random moves, or fewer where the game ends.
    pub fn play_random(&mut self, plies: usize, random: &mut Pcg64Mcg) {
        for _ in 0..plies {
            if !self.goes_on() {
                return;
            }
            let moves = self.moves();
            self.play(&moves[random.random_range(0..moves.len())])
                .expect("it is legal");
        }
    }

    /// Takes back up to so many plies.
    pub fn take_back(&mut self, plies: usize) {
        self.line.truncate(self.line.len().saturating_sub(plies));
    }

    /// The position in Hub's form.
    pub fn hub(&self) -> String {
        self.position().hub()
    }

    /// The last move.
    pub fn last(&self) -> Option<String> {
        self.line.last().map(|(m, _)| m.hub())
    }

    /// Plies since the start.
    pub fn plies(&self) -> usize {
        self.line.len()
    }

    /// Whether White is to move.
    pub fn is_white_to_move(&self) -> bool {
        self.position().hub().starts_with('W')
    }

    /// The first position in Hub's form; `None` for the start position of the variant.
    pub fn start(&self) -> Option<String> {
        (!self.is_normal).then(|| self.start.hub())
    }

    /// The line `pos` for this position, and after one more move.
    pub fn pos(&self, more: Option<&str>) -> String {
        let start = self
            .start()
            .map_or("start".to_owned(), |hub| format!("pos={hub}"));
        let moves = self.line.iter().map(|(m, _)| m.hub());
        let moves: Vec<String> = moves.chain(more.map(str::to_owned)).collect();
        if moves.is_empty() {
            return format!("pos {start}");
        }
        format!("pos {start} moves=\"{}\"", moves.join(" "))
    }
}
