//! The declaration of a parameter: `param`.

use std::fmt;

use crate::hub::number::{real, signed, write_real};
use crate::hub::{CommandError, Line, write};
use crate::text::words;

/// A parameter that the engine offers (Scan `protocol.txt`, command `param`).
#[derive(Debug, Clone, PartialEq)]
pub struct Param {
    /// The name, for `set-param`.
    pub name: String,
    /// The current value as text.
    pub value: String,
    /// What values it can have.
    pub kind: ParamKind,
}

/// The type of a [`Param`] (Scan `protocol.txt`, command `param`, argument `type`).
#[derive(Debug, Clone, PartialEq)]
pub enum ParamKind {
    /// `true` or `false`.
    Bool,
    /// An integer.
    Int {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// A real number.
    Real {
        /// The least value, finite.
        min: f64,
        /// The greatest value, finite.
        max: f64,
    },
    /// One of these words, none of them empty.
    Enum(Vec<String>),
    /// Any text.
    String,
}

impl Param {
    pub(crate) fn from_line(line: &Line) -> Result<Self, CommandError> {
        let name = line.get("name").filter(|name| !name.is_empty());
        let name =
            name.ok_or_else(|| CommandError::missing(line, "name", "the name of a parameter"))?;
        Ok(Self {
            name: name.to_owned(),
            value: line.get("value").unwrap_or_default().to_owned(),
            kind: kind(line)?,
        })
    }
}

fn kind(line: &Line) -> Result<ParamKind, CommandError> {
    const TYPES: &str = "bool, int, real, enum or string";
    let Some(argument) = line.find("type") else {
        return Err(CommandError::missing(line, "type", TYPES));
    };
    Ok(match argument.value.as_str() {
        "bool" => ParamKind::Bool,
        "int" => ParamKind::Int {
            min: bound(line, "min", signed)?,
            max: bound(line, "max", signed)?,
        },
        "real" => ParamKind::Real {
            min: bound(line, "min", real)?,
            max: bound(line, "max", real)?,
        },
        "enum" => {
            let values = line.get("values").unwrap_or_default();
            ParamKind::Enum(words(values))
        }
        "string" => ParamKind::String,
        _ => return Err(CommandError::bad(line, argument, TYPES)),
    })
}

fn bound<T>(line: &Line, name: &str, read: fn(&str) -> Option<T>) -> Result<T, CommandError> {
    let argument = line
        .find(name)
        .ok_or_else(|| CommandError::missing(line, name, "a number"))?;
    read(&argument.value).ok_or_else(|| CommandError::bad(line, argument, "a number"))
}

/// Writes the line without a line feed: `name` first, and `values` last, as draughtsnet asks.
impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("param")?;
        write::reply_argument(f, "name", &self.name)?;
        write::reply_argument(f, "value", &self.value)?;
        match &self.kind {
            ParamKind::Bool => f.write_str(" type=bool"),
            ParamKind::Int { min, max } => write!(f, " type=int min={min} max={max}"),
            ParamKind::Real { min, max } => {
                let (min, max) = (write_real(*min), write_real(*max));
                write!(f, " type=real min={min} max={max}")
            }
            ParamKind::Enum(values) => {
                f.write_str(" type=enum")?;
                write::list(f, "values", values)
            }
            ParamKind::String => f.write_str(" type=string"),
        }
    }
}
