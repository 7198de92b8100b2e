//! Reads the suites of `perft/suites`, whose format stands in `perft/PERFT.md`, and counts them
//! again.

use super::{Move, Naive, Position};

/// A file of counts or of lists of moves.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The rules of its variant.
    pub naive: Naive,
    /// In file order.
    pub entries: Vec<Entry>,
}

/// A position and what the file says about it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name in the file.
    pub id: String,
    /// The position of the line `fen`.
    pub position: Position,
    /// In file order; empty in a file of moves.
    pub counts: Vec<Count>,
    /// The rules without which there are other moves.
    pub sensitive: Vec<String>,
    /// The legal moves as [`Move::hub`] writes them, in text order; `None` in a file of counts.
    pub moves: Option<Vec<String>>,
}

/// The number of move sequences of one length.
#[derive(Clone, Debug)]
pub struct Count {
    /// The line of the file, from 1.
    pub line: usize,
    /// The length of the sequences in plies.
    pub depth: usize,
    /// The number of them.
    pub nodes: u64,
    /// Who has counted them.
    pub source: String,
}

/// What has been read so far.
#[derive(Default)]
struct Reader {
    naive: Option<Naive>,
    id: String,
    source: String,
    entries: Vec<Entry>,
}

impl Suite {
    /// Reads a file.
    ///
    /// # Errors
    /// The first line that cannot be read.
    pub fn parse(text: &str) -> Result<Suite, String> {
        let mut reader = Reader::default();
        for (number, line) in (1..).zip(text.lines()) {
            let read = reader.read(number, line);
            read.ok_or_else(|| format!("line {number} cannot be read: {line}"))?;
        }
        let naive = reader.naive.ok_or("no line names a variant")?;
        let entries = reader.entries;
        Ok(Suite { naive, entries })
    }
}

impl Reader {
    fn read(&mut self, number: usize, line: &str) -> Option<()> {
        let (keyword, value) = line.split_once(' ').unwrap_or((line, ""));
        match keyword {
            "" | "#" => {}
            "variant" => self.naive = Some(Naive::new(value)?),
            "count" if value == "unique" => {}
            "count" if value == "paths" => self.naive = Some(self.naive.take()?.counting_orders()),
            "id" => self.id = value.to_owned(),
            "source" => self.source = value.to_owned(),
            "fen" => self.entries.push(Entry {
                id: self.id.clone(),
                position: self.naive.as_ref()?.parse_fen(value)?,
                counts: Vec::new(),
                sensitive: Vec::new(),
                moves: None,
            }),
            "sensitive" => {
                let tags = value.split(' ').map(str::to_owned);
                self.entries.last_mut()?.sensitive = tags.collect();
            }
            "perft" => {
                let (depth, nodes) = value.split_once(' ')?;
                self.entries.last_mut()?.counts.push(Count {
                    line: number,
                    depth: depth.parse().ok().filter(|&depth| depth > 0)?,
                    nodes: nodes.parse().ok()?,
                    source: self.source.clone(),
                });
            }
            "moves" => {
                let naive = self.naive.as_ref()?;
                let moves = value.split(' ').map(|text| numbered(naive, text));
                let mut moves: Vec<String> = moves.collect::<Option<_>>()?;
                moves.sort();
                self.entries.last_mut()?.moves = Some(moves);
            }
            _ => return None,
        }
        Some(())
    }
}

impl Entry {
    /// What the naive generator finds otherwise, a line each. Counts of more than `max_nodes` are
    /// left out.
    pub fn differences(&self, naive: &Naive, max_nodes: u64) -> Vec<String> {
        let mut differences = Vec::new();
        let counts = self.counts_up_to(max_nodes);
        let depth = counts.clone().map(|count| count.depth).max().unwrap_or(0);
        let perfts = naive.perfts(&self.position, depth);
        for count in counts {
            let Count {
                line, depth, nodes, ..
            } = count;
            let found = perfts[depth - 1];
            if found != *nodes {
                differences.push(format!(
                    "line {line}: perft {depth} is {found}, not {nodes}"
                ));
            }
        }
        if let Some(moves) = &self.moves {
            let found = naive.legal_moves(&self.position);
            let mut found: Vec<String> = found.iter().map(Move::hub).collect();
            found.sort();
            if found != *moves {
                let (id, found, moves) = (&self.id, found.join(" "), moves.join(" "));
                differences.push(format!("{id}: the moves are {found}, not {moves}"));
            }
        }
        differences
    }

    /// The counts of at most so many nodes.
    pub fn counts_up_to(&self, max_nodes: u64) -> impl Iterator<Item = &Count> + Clone {
        self.counts
            .iter()
            .filter(move |count| count.nodes <= max_nodes)
    }
}

/// A move whose squares may have names, with their numbers instead.
fn numbered(naive: &Naive, text: &str) -> Option<String> {
    let sign = if text.contains('x') { "x" } else { "-" };
    let squares = text.split(sign).map(|name| naive.square(name));
    let numbers: Option<Vec<String>> = squares.map(|n| Some(n?.to_string())).collect();
    Some(numbers?.join(sign))
}
