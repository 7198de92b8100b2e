//! Writes the coding of tables. Begin with [`Encoder`].

use super::coding::{CONTEXTS, LAST, LONGEST, SHORT, WORDS, assign, class, context};
use super::value::Value;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What has no value.
pub(super) const NONE: u8 = 3;

/// The class of a length.
fn class_of(length: usize) -> usize {
    if length < SHORT {
        return length - 1;
    }
    let octave = length.ilog2();
    let quarter = length >> (octave - 2) & 3;
    SHORT - 1 + 4 * (octave - SHORT.ilog2()) as usize + quarter
}

/// A run of a block.
struct Run {
    value: u8,
    length: usize,
    /// The length of the run before; 0 for none.
    before: usize,
    /// Which of two values it followed; 0 for none.
    turn: u8,
    /// The value of the next; `None` for the last.
    next: Option<u8>,
}

/// The runs of a block.
fn runs(block: &[u8]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut idle = 0;
    for &value in block {
        let (before, turn, length) = match runs.last_mut() {
            Some(run) if value == NONE || run.value == value => {
                run.length += 1;
                continue;
            }
            Some(run) => {
                run.next = Some(value);
                (run.length, turn(run.value, value), 1)
            }
            None if value == NONE => {
                idle += 1;
                continue;
            }
            None => (0, 0, idle + 1),
        };
        runs.push(Run {
            value,
            length,
            before,
            turn,
            next: None,
        });
    }
    if runs.is_empty() {
        runs.push(Run {
            value: Value::Draw as u8,
            length: block.len(),
            before: 0,
            turn: 0,
            next: None,
        });
    }
    runs
}

impl Run {
    fn context(&self) -> usize {
        context(self.value, self.turn, self.before)
    }

    fn word(&self) -> usize {
        match self.next {
            None => LAST,
            Some(next) => 2 * class_of(self.length) + usize::from(turn(self.value, next)),
        }
    }
}

/// Which of the two other values follows.
fn turn(value: u8, next: u8) -> u8 {
    u8::from((next + 3 - value) % 3 == 2)
}

/// How often each word occurs in each context.
#[derive(Clone)]
pub(super) struct Counts(Vec<[u32; WORDS]>);

impl Counts {
    pub(super) fn new() -> Counts {
        Counts(vec![[0; WORDS]; CONTEXTS])
    }

    pub(super) fn add(&mut self, block: &[u8]) {
        for run in runs(block) {
            self.0[run.context()][run.word()] += 1;
        }
    }

    pub(super) fn merge(mut self, other: Counts) -> Counts {
        let pairs = self.0.iter_mut().flatten().zip(other.0.iter().flatten());
        pairs.for_each(|(count, other)| *count += other);
        self
    }
}

/// The Huffman codes of a file, for writing.
pub(super) struct Encoder {
    /// The lengths of the codes of all words, context after context; 0 for words that do not occur.
    lengths: Vec<u8>,
    /// By context and word: its code, first bit lowest.
    codes: Vec<u16>,
}

impl Encoder {
    /// The best codes for words that occur so often.
    pub(super) fn new(counts: &Counts) -> Encoder {
        let lengths: Vec<u8> = counts.0.iter().flat_map(huffman).collect();
        let mut codes = vec![0; lengths.len()];
        for (lengths, codes) in lengths.chunks(WORDS).zip(codes.chunks_mut(WORDS)) {
            let given = assign(lengths, |word, _, code| codes[word] = code);
            debug_assert!(given.is_ok());
        }
        Encoder { lengths, codes }
    }

    /// The lengths of all codes, two a byte.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let pairs = self.lengths.chunks(2);
        pairs
            .map(|pair| pair[0] | pair.get(1).unwrap_or(&0) << 4)
            .collect()
    }

    /// Appends the bytes of a block of values.
    pub(super) fn pack(&self, block: &[u8], bytes: &mut Vec<u8>) {
        let runs = runs(block);
        let mut bits = Writer::new(bytes);
        bits.put(u32::from(runs.first().map_or(0, |run| run.value)), 2);
        for run in runs {
            let (context, word) = (run.context(), run.word());
            let place = context * WORDS + word;
            bits.put(u32::from(self.codes[place]), u32::from(self.lengths[place]));
            if word != LAST {
                let (least, more) = class(word / 2);
                bits.put((run.length - least) as u32, more);
            }
        }
        bits.finish();
    }
}

/// The lengths of Huffman codes of at most [`LONGEST`] bits.
fn huffman(counts: &[u32; WORDS]) -> Vec<u8> {
    let mut counts = counts.map(u64::from);
    loop {
        let lengths = unlimited(&counts);
        if lengths.iter().all(|&length| u32::from(length) <= LONGEST) {
            return lengths;
        }
        // The rare words become less rare.
        for count in counts.iter_mut().filter(|count| **count > 0) {
            *count = *count / 2 + 1;
        }
    }
}

fn unlimited(counts: &[u64; WORDS]) -> Vec<u8> {
    let used: Vec<usize> = (0..WORDS).filter(|&word| counts[word] > 0).collect();
    let mut lengths = vec![0u8; WORDS];
    if let [word] = used[..] {
        lengths[word] = 1;
        return lengths;
    }
    // The nodes of the tree, words first; each joins the two rarest.
    let leaves = used.iter().enumerate();
    let leaves = leaves.map(|(node, &word)| Reverse((counts[word], node)));
    let mut rarest: BinaryHeap<_> = leaves.collect();
    let mut parents = vec![0; used.len()];
    while let Some(Reverse((a, left))) = rarest.pop() {
        let Some(Reverse((b, right))) = rarest.pop() else {
            break;
        };
        let node = parents.len();
        (parents[left], parents[right]) = (node, node);
        parents.push(node);
        rarest.push(Reverse((a + b, node)));
    }
    let mut depths = vec![0u8; parents.len()];
    for node in (0..parents.len()).rev().skip(1) {
        depths[node] = depths[parents[node]] + 1;
    }
    for (node, word) in used.into_iter().enumerate() {
        lengths[word] = depths[node];
    }
    lengths
}

/// Writes bits, the lowest first.
struct Writer<'a> {
    bytes: &'a mut Vec<u8>,
    held: u64,
    count: u32,
}

impl<'a> Writer<'a> {
    fn new(bytes: &'a mut Vec<u8>) -> Writer<'a> {
        Writer {
            bytes,
            held: 0,
            count: 0,
        }
    }

    fn put(&mut self, bits: u32, count: u32) {
        self.held |= u64::from(bits) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.held as u8);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    fn finish(self) {
        if self.count > 0 {
            self.bytes.push(self.held as u8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::coding::{BLOCK, CLASSES, Codes, UNPACKED, value_at};
    use super::*;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn every_length_has_a_class() {
        for length in 1..=BLOCK {
            let (least, more) = class(class_of(length));
            assert!(least <= length && length - least < 1 << more, "{length}");
            assert!(class_of(length) < CLASSES, "{length}");
        }
    }

    #[test]
    fn blocks_come_back() {
        let mut random = rand_pcg::Pcg64::seed_from_u64(7);
        for mean in [1, 2, 5, 30, 400, 20_000] {
            let mut blocks = Vec::new();
            for _ in 0..5 {
                let (mut block, mut value) = (Vec::new(), 0);
                while block.len() < BLOCK {
                    let length = random.random_range(1..=2 * mean);
                    block.extend(std::iter::repeat_n(value, length));
                    value = random.random_range(0..4);
                }
                block.truncate(BLOCK);
                blocks.push(block);
            }
            blocks.push(vec![3; BLOCK]);
            blocks.push(vec![2; 100]);
            let mut counts = Counts::new();
            blocks.iter().for_each(|block| counts.add(block));
            let codes = Encoder::new(&counts);
            let again = Codes::from_bytes(&codes.to_bytes()).unwrap();
            assert_eq!(codes.to_bytes().len(), Codes::BYTES);
            for block in blocks {
                let mut bytes = Vec::new();
                codes.pack(&block, &mut bytes);
                let mut values = [0xff; UNPACKED];
                again.unpack(&bytes, &mut values).unwrap();
                for (place, &value) in block.iter().enumerate() {
                    if value < 3 {
                        assert_eq!(value_at(&values, place) as u8, value, "{mean} {place}");
                    }
                }
                // Whatever the bytes, it ends.
                for at in 0..bytes.len().min(50) {
                    let mut damaged = bytes.clone();
                    damaged[at] ^= 1 << (at % 8);
                    let _ = again.unpack(&damaged, &mut values);
                    let _ = again.unpack(&bytes[..at], &mut values);
                }
            }
        }
    }
}
