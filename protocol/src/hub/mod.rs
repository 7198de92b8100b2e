//! The Hub protocol, version 2 (Scan 3.1 `protocol.txt`): lines of text between a user interface
//! and an engine.
//!
//! [`Command`] is what the interface sends, [`Reply`] what the engine answers, [`Line`] the
//! syntax of both. An engine reads commands and writes replies; a match runner does the opposite,
//! so both are read and written.
//!
//! What must stay true: each message is one line without its line feed. Replies are written so
//! that every known client reads them: an argument has exactly one `=`, also inside quotes, no
//! flag occurs, `pv` and `values` are always quoted, and there is a blank within the quotes of `pv`.

mod command;
mod error;
mod info;
mod level;
mod line;
mod number;
mod param;
mod reply;
mod score;
mod write;

pub use command::{Command, Go, Mode, PosText};
pub use error::CommandError;
pub use info::{Info, Statistics};
pub use level::Level;
pub use line::{Argument, Line};
pub use param::{Param, ParamKind};
pub use reply::Reply;
pub use score::Score;
