//! Reads a command line. Begin with [`read`].

use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, ArgMatches, Command, Error};
use std::any::TypeId;
use std::error::Error as _;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::ops::RangeInclusive;

/// The arguments of a program, by its words. What is wrong with them ends the process, as does a wish for help.
pub fn read(program: Command, words: impl IntoIterator<Item = OsString>) -> ArgMatches {
    let mut program = with_negative_numbers(program);
    let read = program.try_get_matches_from_mut(words);
    read.unwrap_or_else(|error| plainer(error, &program).exit())
}

/// The same program, but where a number is expected, a negative one is no option: its parser says what it wants instead.
fn with_negative_numbers(program: Command) -> Command {
    let of_numbers = |arg: Arg| match is_number(&arg) {
        true => arg.allow_negative_numbers(true),
        false => arg,
    };
    program
        .mut_args(of_numbers)
        .mut_subcommands(with_negative_numbers)
}

fn is_number(arg: &Arg) -> bool {
    let value = arg.get_value_parser().type_id();
    let numbers = [
        TypeId::of::<u8>(),
        TypeId::of::<u16>(),
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<u128>(),
        TypeId::of::<usize>(),
        TypeId::of::<f64>(),
        TypeId::of::<RangeInclusive<u32>>(),
    ];
    arg.get_action().takes_values() && numbers.iter().any(|number| value == *number)
}

/// An error that says of a number what is expected, where the standard library's parser only says that it finds none.
fn plainer(error: Error, program: &Command) -> Error {
    let Some(expected) = error.source().and_then(expected_number) else {
        return error;
    };
    let found = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (value, argument) = (
        found(ContextKind::InvalidValue),
        found(ContextKind::InvalidArg),
    );
    let message = format!("invalid value '{value}' for '{argument}': expected {expected}\n");
    Error::raw(ErrorKind::ValueValidation, message).with_cmd(program)
}

/// What the parser of a number would have taken.
fn expected_number(error: &(dyn std::error::Error + 'static)) -> Option<&'static str> {
    if error.is::<ParseFloatError>() {
        return Some("a number");
    }
    Some(match error.downcast_ref::<ParseIntError>()?.kind() {
        IntErrorKind::PosOverflow => "a smaller number",
        _ => "a whole number, 0 or more",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_cannot_be_are_told_from_options() {
        let cases = [
            ("perft czech -3", "expected a number of plies from 1 to 60"),
            ("perft czech 3 --threads -2", "-2 is not in 1..="),
            (
                "perft czech 3 --max-nodes -2 --suite a",
                "expected a whole number, 0 or more",
            ),
            (
                "analyze a --nodes -2",
                "'-2' for '--nodes <N>': expected a whole number, 0 or more",
            ),
            (
                "analyze a --nodes 1.5",
                "expected a whole number, 0 or more",
            ),
            (
                "analyze a --nodes 99999999999999999999",
                "expected a smaller number",
            ),
            ("analyze a --nodes 0", "0 is not in 1.."),
            ("analyze a --time -2", "expected seconds, above 0"),
            ("exercises a --level -2", "expected a level from 1 to 20"),
            (
                "book check czech --within -0.5",
                "expected men from 0 to 80",
            ),
            ("match czech --engine a --games -2", "-2 is not in"),
            ("play czech --seed -1", "-1 is not in"),
            ("serve --sessions -1", "-1 is not in 1..=4096"),
            ("pdn show a --game -1", "expected a whole number, 0 or more"),
            // No number is expected here.
            ("moves czech -3", "unexpected argument '-3'"),
        ];
        let mut program = with_negative_numbers(crate::command());
        for (text, expected) in cases {
            let words = std::iter::once("kamen").chain(text.split(' '));
            let read = program.try_get_matches_from_mut(words.map(OsString::from));
            let told = plainer(read.unwrap_err(), &program).to_string();
            assert!(told.contains(expected), "{text}: {told}");
        }
    }
}
