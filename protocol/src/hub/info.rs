//! The progress of a search: `info`.

use std::fmt;

use crate::hub::number::{real, unsigned, unsigned_32, write_rounded};
use crate::hub::{Argument, CommandError, Line, Score, write};
use crate::text::words;

/// What the search knows so far (Scan `protocol.txt`, command `info`).
///
/// Written in the one order that lidraughts reads, further fields after `pv`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Info {
    /// Completed depth in plies; 0 in a foreign line that has none (Scan sends a bare `pv` for
    /// forced moves), whose score means nothing then.
    pub depth: u32,
    /// Mean depth of the leaves in plies, from 0; one decimal is written.
    pub mean_depth: f64,
    /// Score of the side to move.
    pub score: Score,
    /// Nodes so far.
    pub nodes: u64,
    /// Seconds so far, from 0; three decimals are written.
    pub time: f64,
    /// **Million** nodes per second, from 0; three decimals are written.
    pub nps: f64,
    /// The principal variation, moves as text.
    pub pv: Vec<String>,
    /// Which line this is, from 1, where several are shown: `multi-pv=K`, not in Hub.
    pub multi_pv: Option<u32>,
    /// Whether a forced end is said in plies as well, `wins-in=13` for the score 99.87 and `loses-in=12` for -99.88, not in Hub.
    pub says_end: bool,
    /// Thousandths of the chances to win, draw and lose: `wdl="620 370 10"`, not in Hub.
    pub wdl: Option<[u32; 3]>,
    /// What the search has gone through: `sel-depth=31 hashfull=205 tb-hits=1234`, not in Hub.
    pub statistics: Option<Statistics>,
}

/// What a search has gone through, named as in UCI.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Distance of the farthest leaf, in plies: `sel-depth`.
    pub sel_depth: u32,
    /// How full the transposition table is, in thousandths: `hashfull`.
    pub hash_full: u32,
    /// Positions that endgame tables knew: `tb-hits`.
    pub table_hits: u64,
}

impl Info {
    pub(crate) fn from_line(line: &Line) -> Result<Self, CommandError> {
        let mut info = Self::default();
        for argument in &line.arguments {
            info.set(argument)
                .ok_or_else(|| CommandError::bad(line, argument, "a number"))?;
        }
        Ok(info)
    }

    fn statistics_mut(&mut self) -> &mut Statistics {
        self.statistics.get_or_insert_default()
    }

    /// Takes over one argument; `None` where its number cannot be read.
    fn set(&mut self, argument: &Argument) -> Option<()> {
        let text = argument.value.as_str();
        match argument.name.as_str() {
            "depth" => self.depth = unsigned_32(text)?,
            "mean-depth" => self.mean_depth = real(text)?,
            "score" => self.score = Score::parse(text).ok()?,
            "nodes" => self.nodes = unsigned(text, u64::MAX)?,
            "time" => self.time = real(text)?,
            "nps" => self.nps = real(text)?,
            "pv" => self.pv = words(text),
            "multi-pv" => self.multi_pv = Some(unsigned_32(text)?),
            "wins-in" | "loses-in" => {
                unsigned_32(text)?;
                self.says_end = true;
            }
            "wdl" => {
                let parts = words(text).into_iter().map(|part| unsigned_32(&part));
                let parts = parts.collect::<Option<Vec<u32>>>()?;
                self.wdl = Some(parts.try_into().ok()?);
            }
            "sel-depth" => self.statistics_mut().sel_depth = unsigned_32(text)?,
            "hashfull" => self.statistics_mut().hash_full = unsigned_32(text)?,
            "tb-hits" => self.statistics_mut().table_hits = unsigned(text, u64::MAX)?,
            _ => {}
        }
        Some(())
    }
}

/// Writes ` pv=".."`, with a blank in front of the closing quote where there is none between moves. The reasons are those of
/// three clients:
///
/// - lidraughts-bot removes the first and the last character, whatever they are: there must be quotes.
/// - draughtsnet, and lidraughts-bot of old, look for the closing quote in the words after the first one, and die where there
///   is none: there must be a blank.
/// - lidraughts' pages take digits, `-`, `x` and blanks behind an optional quote: the first word must be a move.
fn write_pv(f: &mut fmt::Formatter<'_>, pv: &[String]) -> fmt::Result {
    let pv = write::words(pv);
    let blank = if pv.contains(' ') { "" } else { " " };
    write!(f, " pv=\"{pv}{blank}\"")
}

/// Writes the line without a line feed. A real that is negative or not finite becomes 0.0.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "info depth={} mean-depth={} score={} nodes={} time={} nps={}",
            self.depth,
            write_rounded(self.mean_depth, 1),
            self.score,
            self.nodes,
            write_rounded(self.time, 3),
            write_rounded(self.nps, 3),
        )?;
        write_pv(f, &self.pv)?;
        if let Some(number) = self.multi_pv {
            write!(f, " multi-pv={number}")?;
        }
        match self.score {
            Score::Win(plies) if self.says_end => write!(f, " wins-in={plies}")?,
            Score::Loss(plies) if self.says_end => write!(f, " loses-in={plies}")?,
            _ => (),
        }
        if let Some([win, draw, loss]) = self.wdl {
            write!(f, " wdl=\"{win} {draw} {loss}\"")?;
        }
        if let Some(found) = self.statistics {
            let Statistics {
                sel_depth,
                hash_full,
                table_hits,
            } = found;
            write!(
                f,
                " sel-depth={sel_depth} hashfull={hash_full} tb-hits={table_hits}"
            )?;
        }
        Ok(())
    }
}
