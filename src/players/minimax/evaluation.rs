//! How a minimax player judges positions: the name of it.

use super::network::{Network, NetworkError};
use crate::rules::Variant;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// How a position is judged.
#[derive(Clone, Debug, PartialEq)]
pub enum Evaluation {
    /// By the sum of its pieces: a man is worth 1, a king 5.
    Basic,
    /// By the sum of its pieces: a king is worth 5, a man `2 + (p - 1)^3 + 1`, where `p` is the part of
    /// the way to the crowning row that lies behind it: 0 on its own back row, 1 on the crowning row.
    Progressive,
    /// By a network.
    Network {
        /// The file that it is from.
        file: String,
        /// The network.
        network: Arc<Network>,
    },
}

/// What stands before the name of a network's file.
const NETWORK: &str = "network:";

impl Evaluation {
    /// Reads what [`Display`](fmt::Display) writes, in upper or lower case, and the file of a network
    /// with it; `None` if it is no evaluation.
    ///
    /// # Errors
    /// Why the file is of no use.
    pub fn read(text: &str) -> Option<Result<Evaluation, NetworkError>> {
        match text.to_ascii_lowercase().as_str() {
            "basic" => Some(Ok(Evaluation::Basic)),
            "progressive" => Some(Ok(Evaluation::Progressive)),
            lower if lower.starts_with(NETWORK) && lower.len() > NETWORK.len() => {
                let file = &text[NETWORK.len()..];
                let network = Network::read(Path::new(file));
                Some(network.map(|network| Evaluation::Network {
                    file: file.to_owned(),
                    network: Arc::new(network),
                }))
            }
            _ => None,
        }
    }

    /// Whether positions of the variant can be judged so.
    ///
    /// # Errors
    /// A network is of another variant.
    pub fn check(&self, variant: Variant) -> Result<(), NetworkError> {
        match self {
            Evaluation::Network { file, network } if network.variant != variant => {
                let found = network.variant;
                let what = format!("found a network of {found}, expected {variant}");
                Err(NetworkError::new(Path::new(file), what))
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluation::Basic => f.write_str("basic"),
            Evaluation::Progressive => f.write_str("progressive"),
            Evaluation::Network { file, .. } => write!(f, "{NETWORK}{file}"),
        }
    }
}
