//! Reads tactics suites: positions with one best move. Begin with [`read`].
//!
//! Each line holds a variant, a FEN, the best move and optionally a remark, separated by spaces.
//! Empty lines and lines that begin with `#` are skipped.

use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::rules::{UnknownVariant, Variant};
use std::io;
use std::path::{Path, PathBuf};

/// A position whose best move is known.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tactic {
    /// The position as it is written in the file.
    pub(super) fen: String,
    pub(super) position: AnyPosition,
    pub(super) best: AnyMove,
}

/// Why suites cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// A file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// Lines that cannot be used, each with its file and number; only the first few.
    #[error("{}", .0.join("\n"))]
    Lines(Vec<String>),
    /// The file is not a suite.
    #[error("{first}; the file is no suite")]
    Foreign {
        /// The fault in its first line.
        first: String,
    },
    /// The file holds no position.
    #[error(
        "no positions in {}, expected on each line a variant, a FEN and the best move",
        path.display()
    )]
    Empty {
        /// The file.
        path: PathBuf,
    },
}

/// Reads suites, in file and line order.
///
/// # Errors
/// A file cannot be read, is not a suite, or has faulty lines, of which the first [`MOST_FAULTS`]
/// are reported.
pub(super) fn read(paths: &[PathBuf]) -> Result<Vec<Tactic>, SuiteError> {
    let (mut tactics, mut faults) = (Vec::new(), Vec::new());
    for path in paths {
        let bytes = std::fs::read(path).map_err(|error| SuiteError::Read {
            path: path.clone(),
            error,
        })?;
        let known = (tactics.len(), faults.len());
        // Invalid UTF-8 spoils its line, not the rest of the file.
        parse(
            path,
            &String::from_utf8_lossy(&bytes),
            &mut tactics,
            &mut faults,
        );
        if (tactics.len(), faults.len()) == known {
            return Err(SuiteError::Empty { path: path.clone() });
        }
        if tactics.len() == known.0 && faults.len() >= known.1 + FOREIGN {
            return Err(SuiteError::Foreign {
                first: faults.swap_remove(known.1),
            });
        }
        if faults.len() >= MOST_FAULTS {
            break;
        }
    }
    if faults.is_empty() {
        Ok(tactics)
    } else {
        if faults.len() >= MOST_FAULTS {
            faults.push("what follows was not read".to_owned());
        }
        Err(SuiteError::Lines(faults))
    }
}

/// Most faulty lines reported; reading stops there.
const MOST_FAULTS: usize = 10;
/// A file with this many faulty lines and no tactic is not a suite.
const FOREIGN: usize = 3;

/// Reads the lines of a file, up to [`MOST_FAULTS`] faults.
fn parse(path: &Path, text: &str, tactics: &mut Vec<Tactic>, faults: &mut Vec<String>) {
    let text = text.trim_start_matches('\u{feff}');
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match parse_line(line) {
            Ok(tactic) => tactics.push(tactic),
            Err(message) => {
                let (path, number) = (path.display(), index + 1);
                faults.push(format!("{path}, line {number}: {message}"));
                if faults.len() >= MOST_FAULTS {
                    return;
                }
            }
        }
    }
}

fn parse_line(line: &str) -> Result<Tactic, String> {
    let mut words = line.split_whitespace();
    let (Some(variant), Some(fen), Some(best)) = (words.next(), words.next(), words.next()) else {
        let shown: String = line.chars().filter(|c| !c.is_control()).take(40).collect();
        return Err(format!(
            "found '{shown}', expected a variant, a FEN and the best move"
        ));
    };
    let unknown = |UnknownVariant { found }| {
        format!("unknown variant '{found}', expected one of those that kamen variants lists")
    };
    let variant: Variant = variant.parse().map_err(unknown)?;
    let position = AnyPosition::parse_fen(variant, fen).map_err(|error| error.to_string())?;
    let best = position
        .parse_move(best)
        .map_err(|error| error.to_string())?;
    if position.legal_moves().len() == 1 {
        let best = position.write_move(&best);
        return Err(format!("only '{best}' is legal, expected a choice"));
    }
    Ok(Tactic {
        fen: fen.to_owned(),
        position,
        best,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<Tactic>, Vec<String>) {
        let (mut tactics, mut faults) = (Vec::new(), Vec::new());
        parse(Path::new("s.txt"), text, &mut tactics, &mut faults);
        (tactics, faults)
    }

    #[test]
    fn lines_are_read_with_and_without_a_remark() {
        let text = "\u{feff}# Mine\n\nczech W:Wc3,e3:Bf6 c3-d4 wins, they say\r\n  normal W:W31-35:B1 31-27";
        let (tactics, faults) = read(text);
        let expected = [
            (Variant::Czech, "W:Wc3,e3:Bf6", "22-18".to_owned()),
            (Variant::International, "W:W31-35:B1", "31-27".to_owned()),
        ];
        let found: Vec<_> = (tactics.iter())
            .map(|tactic| {
                let variant = tactic.position.variant();
                (variant, tactic.fen.as_str(), tactic.best.to_string())
            })
            .collect();
        assert_eq!(found, expected);
        assert_eq!(faults, [""; 0]);
    }

    #[test]
    fn faults_name_the_line_and_what_was_expected() {
        let cases = [
            (
                "czech W:Wc3:Bf6",
                "found 'czech W:Wc3:Bf6', expected a variant",
            ),
            ("chess W:Wc3:Bf6 c3-d4", "unknown variant 'chess'"),
            ("czech W:Wc3:Bz6 c3-d4", "bad position"),
            (
                "czech W:Wc3,e3:Bf6 c3-e5",
                "illegal move 'c3-e5': a man moves one square, expected one of: c3-b4",
            ),
            ("czech W:Wc3,a1:Bd4 c3xe5", "only 'c3xe5' is legal"),
            ("czech W:Wc3:B f6", "bad move 'f6'"),
        ];
        for (line, expected) in cases {
            let (tactics, faults) = read(&format!("# first\n{line}\nczech W:Wc3:Bf6 c3-d4"));
            assert_eq!(tactics.len(), 1, "{line}");
            let [fault] = faults.as_slice() else {
                panic!("{line}: {faults:?}");
            };
            let expected = format!("s.txt, line 2: {expected}");
            assert!(fault.starts_with(&expected), "{fault}");
        }
    }
}
