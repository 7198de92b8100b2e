//! Games of draughts in SGF (Smart Game Format, FF[4], <https://www.red-bean.com/sgf>). Begin with [`games`].
//!
//! The standard has no number for draughts. The program gcheckers writes `GM[40]`, moves by square numbers (`B[12-16]`,
//! `W[22x15x8]`), the rules as `RU[american]`, and positions in points (`AB[ba]`: column and row from the top left), the
//! kings of which stand in `ABK` and `AWK` too.
//!
//! A crate for SGF holds each node within the one before it, so that a long game could overflow the stack.

use super::{
    Comment, Element, Fault, FaultyGame, Game, GameEnd, GameResult, MoveNumber, Place, PlayedMove,
    Strength, Tag,
};
use crate::MoveText;

/// The number of draughts; that of gcheckers.
const DRAUGHTS: &str = "40";
/// The deepest variation.
const MAX_DEPTH: usize = 100;
/// Rules by the names that programs give them, with their game types.
const RULES: [(&str, u16); 6] = [
    ("american", 21),
    ("english", 21),
    ("international", 20),
    ("russian", 25),
    ("brazilian", 26),
    ("canadian", 27),
];

/// Whether a text begins as SGF does and PDN does not: with a tree and its first node.
pub(super) fn is_sgf(start: &[u8]) -> bool {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let inside = start.trim_ascii_start().strip_prefix(b"(");
    inside.is_some_and(|inside| inside.trim_ascii_start().starts_with(b";"))
}

/// The games of a collection.
pub(super) fn games(text: &str) -> Vec<FaultyGame> {
    let mut scanner = Scanner {
        rest: text,
        place: Place { line: 1, column: 1 },
    };
    let mut games = Vec::new();
    let mut tree = Tree::default();
    while let Some((place, c)) = scanner.next() {
        match c {
            '(' => tree.open(place),
            ')' if tree.branches.len() == 1 => games.push(std::mem::take(&mut tree).finish()),
            ')' => tree.close(),
            ';' => tree.nodes += 1,
            c if c.is_ascii_alphabetic() => {
                let (name, values) = scanner.property(c);
                tree.property(&name, &values);
            }
            _ => {}
        }
    }
    if !tree.branches.is_empty() {
        tree.fault(scanner.place, "", ") at the end of the game");
        while tree.branches.len() > 1 {
            tree.close();
        }
        games.push(tree.finish());
    }
    games
}

/// What is left of a text.
struct Scanner<'a> {
    rest: &'a str,
    place: Place,
}

impl Scanner<'_> {
    fn next(&mut self) -> Option<(Place, char)> {
        let (place, mut chars) = (self.place, self.rest.chars());
        let c = chars.next()?;
        self.rest = chars.as_str();
        self.place = match c {
            '\n' => Place {
                line: place.line.saturating_add(1),
                column: 1,
            },
            _ => place.right(1),
        };
        Some((place, c))
    }

    /// Passes over white space up to a sign, if it comes next.
    fn skip(&mut self, sign: char) -> bool {
        let is_next = self.rest.trim_start().starts_with(sign);
        while is_next && self.next().is_some_and(|(_, c)| c != sign) {}
        is_next
    }

    /// The name of a property that begins with a letter, and its values.
    fn property(&mut self, first: char) -> (String, Vec<(Place, String)>) {
        let mut name = first.to_string();
        while self.rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            name.extend(self.next().map(|(_, c)| c));
        }
        // Older files have small letters in names, which do not count.
        name.retain(|c| c.is_ascii_uppercase());
        let mut values = Vec::new();
        while self.skip('[') {
            let place = self.place;
            let mut value = String::new();
            while let Some((_, c)) = self.next().filter(|&(_, c)| c != ']') {
                match c {
                    '\\' => value.extend(self.next().map(|(_, c)| c).filter(|&c| c != '\n')),
                    c => value.push(c),
                }
            }
            values.push((place, value));
        }
        (name, values)
    }
}

/// An open tree: its own elements, and what the trees within it have made.
#[derive(Default)]
struct Branch {
    own: Vec<Element>,
    /// The line that the first tree within it goes on with, from its end; it grows at its beginning.
    next: Option<Vec<Element>>,
    /// The other trees within it.
    variations: Vec<Vec<Element>>,
    is_variation: bool,
    is_main: bool,
}

impl Branch {
    /// The line of the tree, from its end: a variation comes behind the move that it replaces.
    fn line(self) -> Vec<Element> {
        let is_move = |element: &Element| matches!(element, Element::Move(_));
        let mut line = self.next.unwrap_or_default();
        if !self.variations.is_empty() {
            let mut first = Vec::new();
            while let Some(element) =
                line.pop_if(|next| !is_move(next) || !first.iter().any(is_move))
            {
                first.push(element);
            }
            let variations = self.variations.into_iter().rev().map(Element::Variation);
            line.extend(variations);
            line.extend(first.into_iter().rev());
        }
        line.extend(self.own.into_iter().rev());
        line
    }
}

/// One game.
#[derive(Default)]
struct Tree {
    branches: Vec<Branch>,
    /// The variations around what is read.
    depth: usize,
    nodes: usize,
    plies: usize,
    tags: Vec<Tag>,
    rules: String,
    size: Option<usize>,
    /// The side that is to move first, `W` or `B`.
    first: Option<char>,
    /// Points with their property.
    points: Vec<(String, String)>,
    result: String,
    is_other_game: bool,
    faults: Vec<Fault>,
}

impl Tree {
    fn fault(&mut self, place: Place, found: &str, expected: &str) {
        self.faults.push(Fault::new(place, found, expected));
    }

    fn open(&mut self, place: Place) {
        let (is_variation, is_main) = match self.branches.last() {
            None => (false, true),
            Some(parent) => (
                parent.next.is_some(),
                parent.is_main && parent.next.is_none(),
            ),
        };
        self.depth += usize::from(is_variation);
        if is_variation && self.depth == MAX_DEPTH {
            self.fault(place, "(", "variations at most 100 deep");
        }
        self.branches.push(Branch {
            is_variation,
            is_main,
            ..Branch::default()
        });
    }

    /// Closes a tree within the game.
    fn close(&mut self) {
        let Some(branch) = self.branches.pop() else {
            return;
        };
        let is_variation = branch.is_variation;
        let mut line = branch.line();
        let is_too_deep = self.depth >= MAX_DEPTH;
        self.depth -= usize::from(is_variation);
        let Some(parent) = self.branches.last_mut() else {
            return;
        };
        if !is_variation {
            parent.next = Some(line);
        } else if !line.is_empty() && !is_too_deep {
            line.reverse();
            parent.variations.push(line);
        }
    }

    fn property(&mut self, name: &str, values: &[(Place, String)]) {
        let Some((place, value)) = values.first() else {
            return;
        };
        let text = value.trim();
        match name {
            "GM" if text != DRAUGHTS => {
                self.is_other_game = true;
                self.fault(*place, text, "40, the number of draughts");
            }
            _ if self.is_other_game => {}
            "B" | "W" => self.play(name, *place, text),
            "AB" | "AW" | "AE" | "ABK" | "AWK" if self.nodes > 1 => {
                self.fault(*place, name, "a position in the first node alone");
            }
            "AB" | "AW" | "ABK" | "AWK" => {
                let points = values
                    .iter()
                    .map(|(_, point)| (name.to_owned(), point.clone()));
                self.points.extend(points);
            }
            "PL" => self.first = text.chars().next().map(|c| c.to_ascii_uppercase()),
            "SZ" => self.size = text.parse().ok(),
            "RU" => self.rules = text.to_owned(),
            "RE" => self.result = text.to_owned(),
            "C" | "GC" => {
                for (_, comment) in values.iter().filter(|(_, text)| !text.trim().is_empty()) {
                    self.push(Element::Comment(Comment::new(comment)));
                }
            }
            "TE" | "BM" | "DO" | "IT" => self.mark(name),
            name => {
                let tags = [
                    ("EV", "Event"),
                    ("PC", "Site"),
                    ("DT", "Date"),
                    ("RO", "Round"),
                    ("PW", "White"),
                    ("PB", "Black"),
                    ("WR", "WhiteRating"),
                    ("BR", "BlackRating"),
                    ("AN", "Annotator"),
                ];
                let known = tags.iter().find(|(known, _)| *known == name);
                let tag = known.map(|(_, tag)| match *tag {
                    "Date" => Tag::new(tag, &text.replace('-', ".")),
                    tag => Tag::new(tag, text),
                });
                self.tags.extend(tag);
            }
        }
    }

    fn push(&mut self, element: Element) {
        if let Some(branch) = self.branches.last_mut() {
            branch.own.push(element);
        }
    }

    fn play(&mut self, side: &str, place: Place, text: &str) {
        let is_main = self.branches.last().is_some_and(|branch| branch.is_main);
        if is_main && self.plies == 0 {
            self.first = self.first.or(side.chars().next());
        }
        let read = match text {
            "" => None,
            text => match MoveText::parse(text) {
                Ok(read) => Some(read),
                Err(error) => {
                    let found = text.get(error.at..).unwrap_or_default();
                    self.fault(place.right(error.at), found, &error.expected);
                    None
                }
            },
        };
        let number = (is_main && self.plies.is_multiple_of(2)).then_some(MoveNumber {
            number: (self.plies / 2 + 1) as u32,
            second: false,
        });
        self.plies += usize::from(is_main);
        self.push(Element::Move(PlayedMove {
            number,
            text: read,
            place,
            ..PlayedMove::default()
        }));
    }

    fn mark(&mut self, name: &str) {
        let marks = match name {
            "TE" => "!",
            "BM" => "?",
            "DO" => "?!",
            _ => "!?",
        };
        let branch = self.branches.last_mut();
        if let Some(Element::Move(played)) = branch.and_then(|branch| branch.own.last_mut()) {
            played.strength = Strength::new(marks);
        }
    }

    /// The number of the rules.
    fn game_type(&self) -> Option<u16> {
        let is = |(name, _): &&(&str, u16)| self.rules.eq_ignore_ascii_case(name);
        RULES.iter().find(is).map(|&(_, number)| number)
    }

    /// The squares on a row, as far as the tree says them.
    fn width(&self) -> usize {
        let by_rules = match self.game_type() {
            Some(20) => 10,
            Some(27) => 12,
            Some(_) => 8,
            None => 0,
        };
        let letters = self.points.iter().flat_map(|(_, point)| point.bytes());
        let letters = letters.filter(u8::is_ascii_lowercase);
        let widest = letters
            .map(|c| usize::from(c.saturating_sub(b'a')) + 1)
            .max();
        let known = self.size.filter(|size| (8..=12).contains(size));
        let least = known.unwrap_or(by_rules).max(widest.unwrap_or(8));
        least.next_multiple_of(2)
    }

    /// The position of the first node as FEN.
    fn fen(&self) -> Option<String> {
        let width = self.width();
        let square = |point: &str| match *point.as_bytes() {
            [column @ b'a'..=b'l', row @ b'a'..=b'l'] => {
                let (column, row) = (usize::from(column - b'a'), usize::from(row - b'a'));
                (row * (width / 2) + column / 2 + 1).to_string()
            }
            _ => point.to_owned(),
        };
        let of = |name: &str| {
            let king = format!("{name}K");
            let points = self.points.iter().filter(|(of, _)| of == name);
            let pieces = points.map(|(_, point)| {
                let is_king = self.points.contains(&(king.clone(), point.clone()));
                format!("{}{}", if is_king { "K" } else { "" }, square(point))
            });
            pieces.collect::<Vec<_>>().join(",")
        };
        let turn = self.first.unwrap_or('?');
        (!self.points.is_empty()).then(|| format!("{turn}:W{}:B{}", of("AW"), of("AB")))
    }

    /// The result; the side that begins comes first.
    fn end(&self) -> GameEnd {
        let first = match (self.first, self.game_type()) {
            (Some(first), _) => first,
            (None, Some(21)) => 'B',
            (None, _) => 'W',
        };
        let mut letters = self.result.chars();
        let winner = letters.next().map(|c| c.to_ascii_uppercase());
        let result = match (winner, letters.next()) {
            (Some(winner @ ('W' | 'B')), Some('+')) if winner == first => GameResult::Win1,
            (Some('W' | 'B'), Some('+')) => GameResult::Loss1,
            (Some('D' | '0'), _) => GameResult::Draw1,
            _ => return GameEnd::Asterisk,
        };
        GameEnd::Result(result)
    }

    fn finish(mut self) -> FaultyGame {
        let fen = self.fen();
        if let Some(number) = self.game_type() {
            // Here White may begin in English draughts.
            let text = match (number, self.first, &fen) {
                (21, Some('W'), None) => "21,W,8,8,N2,0".to_owned(),
                _ => number.to_string(),
            };
            self.tags.push(Tag::new("GameType", &text));
        } else if !self.rules.is_empty() {
            self.tags.push(Tag::new("Variant", &self.rules));
        }
        if let Some(fen) = fen {
            self.tags.push(Tag::new("SetUp", "1"));
            self.tags.push(Tag::new("FEN", &fen));
        }
        let end = self.end();
        let mut body = self.branches.pop().map_or(Vec::new(), Branch::line);
        body.reverse();
        let game = Game {
            tags: self.tags,
            body,
            end: Some(end),
            ..Game::default()
        };
        FaultyGame {
            game,
            faults: self.faults,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, Vec<String>)> {
        assert!(is_sgf(text.as_bytes()), "{text}");
        let games = games(text).into_iter();
        let told = |game: FaultyGame| {
            let faults = game.faults.iter().map(ToString::to_string);
            (game.game.to_string(), faults.collect())
        };
        games.map(told).collect()
    }

    #[test]
    fn games_are_those_of_the_tree() {
        let cases = [
            (
                "(;FF[4]GM[40]RU[american]PB[Anna]PW[Bert]DT[2024-05-01]RE[B+R];B[11-15];W[23-19]TE[1];B[8-11]C[book])",
                "[Black \"Anna\"]\n[White \"Bert\"]\n[Date \"2024.05.01\"]\n[GameType \"21\"]\n\n\
                 1. 11-15 23-19! 2. 8-11 {book} 1-0\n",
            ),
            // White begins.
            (
                "( ; GM[40] RU[american]\n;W[22-18];B[11-15] )",
                "[GameType \"21,W,8,8,N2,0\"]\n\n1. 22-18 11-15 *\n",
            ),
            // A position, kings among it.
            (
                "(;GM[40]RU[american]AB[ab][dg]ABK[dg]AE[ba]AW[be][fg]AWK[be]PL[B];B[26-22];W[17x26])",
                "[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"B:WK17,27:B5,K26\"]\n\n1. 26-22 17x26 *\n",
            ),
            (
                "(;GM[40]AB[ba]AW[aj];W[46-41])",
                "[SetUp \"1\"]\n[FEN \"W:W46:B1\"]\n\n1. 46-41 *\n",
            ),
            // Variations replace the move at their fork.
            (
                "(;GM[40];W[31-26](;B[18-22];W[26-21])(;B[19-23]C[or];W[32-28](;B[23x32])(;B[20-24])))",
                "1. 31-26 18-22 (19-23 {or} 32-28 23x32 (20-24)) 2. 26-21 *\n",
            ),
            // Escapes and line ends.
            ("(;GM[40]\nC[a\\]b];W[32-28])", "{a]b} 1. 32-28 *\n"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), [(expected.to_owned(), Vec::new())], "{text}");
        }
        assert_eq!(read("(;GM[40];W[32-28])\n(;GM[40];W[31-27])").len(), 2);
    }

    #[test]
    fn faults_have_their_place() {
        let cases = [
            (
                "(;GM[1]SZ[19];B[pd];W[dp])",
                "line 1, column 6: found '1', expected 40",
            ),
            (
                "(;GM[40]\n;W[32-28];B[pass])",
                "line 2, column 13: found 'pass', expected a square",
            ),
            (
                "(;GM[40];W[32-28]",
                "column 18: found nothing, expected ) at the end",
            ),
            (
                "(;GM[40];W[32-28]AB[ba])",
                "expected a position in the first node",
            ),
        ];
        for (text, fault) in cases {
            let [(_, faults)] = &read(text)[..] else {
                panic!("{text}");
            };
            assert!(
                faults.len() == 1 && faults[0].contains(fault),
                "{text}: {faults:?}"
            );
        }
    }

    #[test]
    fn other_texts_are_no_sgf() {
        for text in [
            "",
            "(",
            "(32-28)",
            "1. 32-28 (;",
            "[Event \"(;\"]",
            "; a comment",
        ] {
            assert!(!is_sgf(text.as_bytes()), "{text}");
        }
        let deep = format!("(;GM[40]{}", "(;W[32-28])(;W[31-27]".repeat(5000));
        assert!(!read(&deep)[0].1.is_empty());
        let long = format!("(;GM[40]{})", ";W[32-28]".repeat(100_000));
        assert_eq!(read(&long).len(), 1);
    }
}
