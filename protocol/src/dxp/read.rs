//! Text of a message to its value.

use nom::Parser;
use nom::bytes::complete::take_while_m_n;
use nom::character::complete::anychar;
use nom::multi::count;

use super::message::{
    Acceptance, BackAnswer, EndReason, GameAccept, GameEnd, GameRequest, Message, MoveMade, Start,
};
use super::{NAME_LENGTH, board};
use crate::lex::{Fail, Parsed, Span, expect, fail};
use crate::{HubPosition, ParseError, Side};

impl Message {
    /// Reads a message without its NUL.
    ///
    /// # Errors
    /// Says which field is wrong: each has its place and width, and nothing may follow the last.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Span::new(text).parse("the end of the message", message)
    }
}

fn message(input: &str) -> Parsed<'_, Message> {
    let (rest, letter) = expect("one of R A M E C B K", anychar).parse(input)?;
    match letter {
        'R' => game_request(rest),
        'A' => game_accept(rest),
        'M' => move_made(rest),
        'E' => game_end(rest),
        'C' => Ok(("", Message::Chat(rest.to_owned()))),
        'B' => back_request(rest),
        'K' => code("0, 1 or 2 to a take-back", BackAnswer::CODES)
            .map(Message::BackAccept)
            .parse(rest),
        _ => fail(input, "one of R A M E C B K"),
    }
}

fn game_request(input: &str) -> Parsed<'_, Message> {
    let (rest, version) = number(2, "a version of two digits").parse(input)?;
    let (rest, name) = name(rest)?;
    let (rest, follower) = side("W or Z for the follower's colour").parse(rest)?;
    let (rest, minutes) = number(3, "minutes in three digits").parse(rest)?;
    let (rest, moves) = number(3, "moves in three digits").parse(rest)?;
    let (rest, start) = start(rest)?;
    let request = GameRequest {
        version: version as u8,
        name,
        follower,
        minutes,
        moves,
        start,
    };
    Ok((rest, Message::GameRequest(request)))
}

fn start(input: &str) -> Parsed<'_, Start> {
    let (rest, letter) = expect("A or B for the start position", anychar).parse(input)?;
    match letter {
        'A' => Ok((rest, Start::Normal)),
        'B' => {
            let (rest, turn) = side("W or Z for the colour to move").parse(rest)?;
            let (rest, squares) = squares(rest)?;
            Ok((rest, Start::Position(HubPosition { turn, squares })))
        }
        _ => fail(input, "A or B for the start position"),
    }
}

fn squares(input: &str) -> Parsed<'_, Vec<crate::Cell>> {
    let mut squares = Vec::new();
    for (at, letter) in input.char_indices() {
        match board::to_cell(letter) {
            Some(cell) if squares.len() < board::MAX_SQUARES => squares.push(cell),
            _ => {
                return fail(
                    input.get(at..).unwrap_or_default(),
                    "one of e w z W Z for each square",
                );
            }
        }
    }
    Ok(("", squares))
}

fn game_accept(input: &str) -> Parsed<'_, Message> {
    let (rest, name) = name(input)?;
    let (rest, answer) = code("0, 1, 2 or 3 to the request", Acceptance::CODES).parse(rest)?;
    Ok((rest, Message::GameAccept(GameAccept { name, answer })))
}

fn move_made(input: &str) -> Parsed<'_, Message> {
    let (rest, seconds) = number(4, "seconds in four digits").parse(input)?;
    let (rest, from) = square("the square left, in two digits").parse(rest)?;
    let (rest, to) = square("the square reached, in two digits").parse(rest)?;
    let (rest, captures) = number(2, "the number captured, in two digits").parse(rest)?;
    let (rest, captured) = count(
        square("a captured square, in two digits"),
        usize::from(captures),
    )
    .parse(rest)?;
    let made = MoveMade {
        seconds,
        from,
        to,
        captured,
    };
    Ok((rest, Message::Move(made)))
}

fn game_end(input: &str) -> Parsed<'_, Message> {
    let (rest, reason) = code("0, 1, 2 or 3 for the reason", EndReason::CODES).parse(input)?;
    let stops = &[('0', false), ('1', true)];
    let (rest, stop) = code("0 or 1 for whether to stop", stops).parse(rest)?;
    Ok((rest, Message::GameEnd(GameEnd { reason, stop })))
}

fn back_request(input: &str) -> Parsed<'_, Message> {
    let (rest, move_number) = number(3, "a move number of three digits").parse(input)?;
    let (rest, turn) = side("W or Z for the colour to move").parse(rest)?;
    Ok((rest, Message::BackRequest { move_number, turn }))
}

/// A number of exactly `digits` digits, at most four.
fn number(digits: usize, expected: &'static str) -> impl FnMut(&str) -> Parsed<'_, u16> {
    move |input| {
        let (rest, text) = expect(
            expected,
            take_while_m_n(digits, digits, |c: char| c.is_ascii_digit()),
        )
        .parse(input)?;
        match text.parse() {
            Ok(number) => Ok((rest, number)),
            Err(_) => fail(input, expected),
        }
    }
}

/// A square from 1 to 99.
fn square<'a>(expected: &'static str) -> impl Parser<&'a str, Output = u8, Error = Fail<'a>> {
    move |input| match number(2, expected).parse(input)? {
        (_, 0) => fail(input, expected),
        (rest, number) => Ok((rest, number as u8)),
    }
}

/// A name in its field, which ends only with the field.
fn name(input: &str) -> Parsed<'_, String> {
    let expected = "a name of 32 characters, filled with blanks";
    let field = take_while_m_n(NAME_LENGTH, NAME_LENGTH, |_| true);
    let (rest, name) = expect(expected, field).parse(input)?;
    Ok((rest, name.trim().to_owned()))
}

fn side(expected: &'static str) -> impl FnMut(&str) -> Parsed<'_, Side> {
    move |input| {
        let (rest, letter) = expect(expected, anychar).parse(input)?;
        match board::to_side(letter) {
            Some(side) => Ok((rest, side)),
            None => fail(input, expected),
        }
    }
}

/// One of the characters that stand for something.
fn code<'a, T: Copy>(
    expected: &'static str,
    codes: &'static [(char, T)],
) -> impl Parser<&'a str, Output = T, Error = Fail<'a>> {
    move |input: &'a str| {
        let (rest, found) = expect(expected, anychar).parse(input)?;
        match codes.iter().find(|(code, _)| *code == found) {
            Some(&(_, value)) => Ok((rest, value)),
            None => fail(input, expected),
        }
    }
}
