//! A game as bytes.

use super::{Damage, End, Ply, Record};
use kamen_core::rules::GameResult;
use kamen_core::score::Score;

/// The score of a ply that was not searched.
const NO_SCORE: i16 = i16::MIN;
/// The score of a random move after those at the start.
const RANDOM: i16 = NO_SCORE + 1;
/// A choice of two bytes follows.
const LONG: u8 = 255;

const RESULTS: [GameResult; 3] = [GameResult::Black, GameResult::Draw, GameResult::White];
const ENDS: [End; 6] = [
    End::Rules,
    End::Drawn,
    End::Forced,
    End::Adjudicated,
    End::PlyLimit,
    End::Tables,
];

impl Record {
    /// The game as `FORMAT.md` describes it.
    pub(super) fn to_payload(&self) -> Vec<u8> {
        let place = |found: Option<usize>| found.unwrap_or_default() as u8;
        let mut bytes = Vec::with_capacity(10 + 3 * self.plies.len());
        bytes.extend(self.number.to_le_bytes());
        bytes.push(place(RESULTS.iter().position(|r| *r == self.result)));
        bytes.push(place(ENDS.iter().position(|e| *e == self.end)));
        bytes.extend(self.random_plies.to_le_bytes());
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        for ply in &self.plies {
            match u8::try_from(ply.choice) {
                Ok(choice) if choice < LONG => bytes.push(choice),
                _ => {
                    bytes.push(LONG);
                    bytes.extend(ply.choice.to_le_bytes());
                }
            }
        }
        for ply in self.played() {
            let none = if ply.is_random { RANDOM } else { NO_SCORE };
            let score = ply.score.map_or(none, |score| score.0 as i16);
            bytes.extend(score.to_le_bytes());
        }
        bytes
    }

    /// Reads a game.
    ///
    /// # Errors
    /// What was found and expected.
    pub(super) fn from_payload(bytes: &[u8]) -> Result<Record, Damage> {
        let mut bytes = Bytes(bytes);
        let number = u32::from_le_bytes(bytes.take()?);
        let [result, end] = bytes.take()?;
        let result = *(RESULTS.get(usize::from(result))).ok_or(Damage::Result { found: result })?;
        let end = *(ENDS.get(usize::from(end))).ok_or(Damage::End { found: end })?;
        let random_plies = u16::from_le_bytes(bytes.take()?);
        let count = u16::from_le_bytes(bytes.take()?);
        if random_plies > count {
            return Err(Damage::RandomPlies {
                found: random_plies,
                plies: count,
            });
        }
        let mut plies = Vec::with_capacity(usize::from(count));
        for ply in 0..count {
            let choice = match bytes.take()? {
                [LONG] => u16::from_le_bytes(bytes.take()?),
                [short] => u16::from(short),
            };
            plies.push(Ply {
                choice,
                score: None,
                is_random: ply < random_plies,
            });
        }
        for ply in plies.iter_mut().skip(random_plies.into()) {
            match i16::from_le_bytes(bytes.take()?) {
                RANDOM => ply.is_random = true,
                found => ply.score = score(found)?,
            }
        }
        if !bytes.0.is_empty() {
            let found = bytes.0.len();
            return Err(Damage::Trailing { found });
        }
        Ok(Record {
            number,
            random_plies,
            plies,
            result,
            end,
        })
    }
}

fn score(found: i16) -> Result<Option<Score>, Damage> {
    let score = Score(i32::from(found));
    if found == NO_SCORE {
        Ok(None)
    } else if score <= Score::win_in(0) && score >= Score::loss_in(0) {
        Ok(Some(score))
    } else {
        Err(Damage::Score { found })
    }
}

/// What is still to be read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        let (first, rest) = self.0.split_first_chunk().ok_or(Damage::Short)?;
        self.0 = rest;
        Ok(*first)
    }
}
