//! The coding of tables: lengths of runs, written in few bits by how often they occur. Begin with [`Codes`], which
//! reads; `encoding` writes.
//!
//! Values are coded in blocks of [`BLOCK`], each on its own. A block is its first value and a list of runs; a run is a word that
//! says how long it is and which value follows. Long lengths come in classes of four to an octave, the rest of the length
//! follows in plain bits. How often a word occurs depends much on the value of the run and on the value and the length of the
//! run before: for each of these there is a Huffman code of its own, the same for all blocks of a file.
//!
//! Numbers that belong to no position, and positions whose values follow from others, have no value; they go on with
//! the run before.

use super::value::Value;

/// Values of a block.
pub(super) const BLOCK: usize = 1 << 14;

/// Bytes of an unpacked block, four values a byte.
pub(super) const UNPACKED: usize = BLOCK / 4;

/// Lengths below this one have a class of their own.
pub(super) const SHORT: usize = 16;
/// Classes of lengths: the short ones, and four to an octave.
pub(super) const CLASSES: usize = SHORT - 1 + 4 * (BLOCK.ilog2() - SHORT.ilog2()) as usize + 1;
/// The last run of a block: it goes on to the end.
pub(super) const LAST: usize = 2 * CLASSES;
/// Words: a class of lengths and one of two values that may follow, or [`LAST`].
pub(super) const WORDS: usize = LAST + 1;
/// What a code depends on: the value of the run, that of the run before, and four sizes of the latter.
pub(super) const CONTEXTS: usize = 24;
/// The longest code of a word, in bits.
pub(super) const LONGEST: u32 = 11;

/// The context of a run: its value, which of two values it followed, and the length of the run before.
#[inline]
pub(super) fn context(value: u8, turn: u8, before: usize) -> usize {
    let size = usize::from(before > 2) + usize::from(before > 6) + usize::from(before > 20);
    4 * usize::from(2 * value + turn) + size
}

/// The least length of a class, and the bits that say how much longer it is.
#[inline]
pub(super) const fn class(class: usize) -> (usize, u32) {
    if class + 1 < SHORT {
        return (class + 1, 0);
    }
    let above = class + 1 - SHORT;
    let bits = (above / 4) as u32 + SHORT.ilog2() - 2;
    ((4 + above % 4) << bits, bits)
}

/// The Huffman codes of a file, for reading.
pub(super) struct Codes {
    /// By context and the next [`LONGEST`] bits: the word and the length of its code.
    words: Vec<(u8, u8)>,
}

/// Why bytes are no codes, or no block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no coding of values")]
pub struct CodingError;

impl Codes {
    /// Bytes of the lengths of all codes, two a byte.
    pub(super) const BYTES: usize = (CONTEXTS * WORDS).div_ceil(2);

    /// The codes of these lengths, context after context; 0 for words that do not occur.
    ///
    /// # Errors
    /// If these are no lengths of codes.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Codes, CodingError> {
        let lengths = bytes.iter().flat_map(|byte| [byte & 15, byte >> 4]);
        let lengths: Vec<u8> = lengths.take(CONTEXTS * WORDS).collect();
        if lengths.len() != CONTEXTS * WORDS {
            return Err(CodingError);
        }
        let mut words = vec![(0, 0); CONTEXTS << LONGEST];
        for (context, lengths) in lengths.chunks(WORDS).enumerate() {
            assign(lengths, |word, length, code| {
                for above in (0..1 << LONGEST).step_by(1 << length) {
                    words[context << LONGEST | above | usize::from(code)] = (word as u8, length);
                }
            })?;
        }
        Ok(Codes { words })
    }

    /// Unpacks the values of a block, four a byte.
    ///
    /// # Errors
    /// If the bytes are no block.
    pub(super) fn unpack(
        &self,
        bytes: &[u8],
        values: &mut [u8; UNPACKED],
    ) -> Result<(), CodingError> {
        let mut bits = Reader { bytes, at: 0 };
        let mut value = (bits.look() & 3) as u8;
        bits.at += 2;
        let (mut at, mut before, mut turn) = (0, 0, 0);
        loop {
            let look = bits.look();
            let place =
                context(value, turn, before) << LONGEST | (look as usize & ((1 << LONGEST) - 1));
            let (word, length) = *self.words.get(place).ok_or(CodingError)?;
            bits.at += usize::from(length);
            if length == 0 || bits.at > 8 * bytes.len() {
                return Err(CodingError);
            }
            if usize::from(word) == LAST {
                fill(values, at, BLOCK, value);
                return Ok(());
            }
            let (least, more) = class(usize::from(word) / 2);
            let rest = look >> length & ((1 << more) - 1);
            bits.at += more as usize;
            let run = least + rest as usize;
            if at + run >= BLOCK {
                return Err(CodingError);
            }
            fill(values, at, at + run, value);
            (at, before, turn) = (at + run, run, word & 1);
            value = (value + 1 + turn) % 3;
        }
    }
}

/// Gives each word of a context its code, which is read from the lowest bit on: short codes first, then by word.
///
/// # Errors
/// If these are no lengths of codes.
pub(super) fn assign(
    lengths: &[u8],
    mut give: impl FnMut(usize, u8, u16),
) -> Result<(), CodingError> {
    let (mut next, mut step) = (0u32, 1u32 << LONGEST);
    for length in 1..=LONGEST as u8 {
        step >>= 1;
        for (word, _) in lengths.iter().enumerate().filter(|(_, l)| **l == length) {
            if next + step > 1 << LONGEST {
                return Err(CodingError);
            }
            give(word, length, reversed(next));
            next += step;
        }
    }
    let is_short = |&length: &u8| u32::from(length) <= LONGEST;
    lengths
        .iter()
        .all(is_short)
        .then_some(())
        .ok_or(CodingError)
}

/// Sets the values from one place to another.
#[inline]
fn fill(values: &mut [u8; UNPACKED], from: usize, to: usize, value: u8) {
    let all = value * 0b0101_0101;
    // The values before `from` stay; those behind `to` are still to come.
    let first = from / 4;
    let kept = (1u16 << (2 * (from % 4))) - 1;
    values[first] = values[first] & kept as u8 | all & !kept as u8;
    if let Some(rest) = values.get_mut(first + 1..to.div_ceil(4)) {
        rest.fill(all);
    }
}

/// The value at a place of an unpacked block.
#[inline]
pub(super) fn value_at(values: &[u8; UNPACKED], place: usize) -> Value {
    match values[place / 4] >> (2 * (place % 4)) & 3 {
        0 => Value::Loss,
        1 => Value::Draw,
        _ => Value::Win,
    }
}

/// The bits of a code of [`LONGEST`] bits in reverse.
fn reversed(code: u32) -> u16 {
    (code.reverse_bits() >> (32 - LONGEST)) as u16
}

/// Reads bits, the lowest first.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    /// At least the next 25 bits; 0 behind the end.
    #[inline]
    fn look(&self) -> u32 {
        let rest = self.bytes.get(self.at / 8..).unwrap_or_default();
        let word = match rest.first_chunk::<4>() {
            Some(word) => u32::from_le_bytes(*word),
            None => {
                let mut word = [0; 4];
                word[..rest.len()].copy_from_slice(rest);
                u32::from_le_bytes(word)
            }
        };
        word >> (self.at % 8)
    }
}
