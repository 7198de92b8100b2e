//! The board as a person sees it: with colours, with signs alone, or with letters. Begin with [`picture`].

use console::Style;
use kamen_core::board::{Color, Kind};
use kamen_core::notation::{Diagram, DiagramCell};

/// What a terminal can show, and what the person wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) has_colors: bool,
    /// Whether pieces are letters: `w` and `b`, kings `W` and `B`.
    pub(super) is_ascii: bool,
}

/// Draws a board; with colours the squares of the last move, with row and column from the top left, are marked.
pub(super) fn picture(diagram: &Diagram, last_move: &[[usize; 2]], look: Look) -> String {
    if look.has_colors {
        return painted(diagram, last_move, look.is_ascii);
    }
    let text = diagram.to_string();
    match look.is_ascii {
        true => text.chars().map(letter).collect(),
        false => text,
    }
}

/// The letter of a sign: that of the Hub protocol.
fn letter(sign: char) -> char {
    match sign {
        '⛀' => 'w',
        '⛁' => 'W',
        '⛂' => 'b',
        '⛃' => 'B',
        other => other,
    }
}

fn painted(diagram: &Diagram, last_move: &[[usize; 2]], is_ascii: bool) -> String {
    let mut text = String::new();
    for row in diagram.rows() {
        text += &format!("{:>3} ", row.label);
        let all_squares = row.cells.iter().all(|cell| cell.is_played_on);
        for cell in &row.cells {
            let style = style(cell, all_squares, last_move.contains(&cell.place));
            text += &style.apply_to(content(cell, is_ascii)).to_string();
        }
        if let Some(end) = row.end {
            text += &format!(" {end}");
        }
        text.push('\n');
    }
    if let Some(files) = diagram.files() {
        let files: String = files.iter().map(|file| format!(" {file} ")).collect();
        text += &format!("    {}\n", files.trim_end());
    }
    text
}

/// What stands in a square, three columns wide. Both sides have the same signs, because their colours tell them apart: an
/// empty circle would show the square within.
fn content(cell: &DiagramCell, is_ascii: bool) -> String {
    let sign = match (cell.piece, is_ascii) {
        (Some((Color::White, Kind::Man)), true) => 'w',
        (Some((Color::White, Kind::King)), true) => 'W',
        (Some((Color::Black, Kind::Man)), true) => 'b',
        (Some((Color::Black, Kind::King)), true) => 'B',
        (Some((_, Kind::Man)), false) => '●',
        (Some((_, Kind::King)), false) => '♛',
        (None, _) => {
            let number = cell.number.map(|number| number.to_string());
            return format!("{:>2} ", number.unwrap_or_default());
        }
    };
    format!(" {sign} ")
}

/// Squares, pieces and numbers have colours of their own, so that the background of the terminal does not matter.
fn style(cell: &DiagramCell, all_squares: bool, is_marked: bool) -> Style {
    // Of the palette of 256 colours.
    const WHITE: u8 = 231;
    const BLACK: u8 = 16;
    const NUMBER: u8 = 52;
    const LIGHT: u8 = 223;
    const DARK: [u8; 2] = [137, 101];
    const MARKED: u8 = 65;
    let square = match (cell.is_played_on, is_marked) {
        (true, true) => MARKED,
        // Where all squares are played on, two shades tell neighbours apart.
        (true, false) if all_squares => DARK[cell.place.iter().sum::<usize>() % 2],
        (true, false) => DARK[0],
        (false, _) => LIGHT,
    };
    let ink = match cell.piece {
        Some((Color::White, _)) => WHITE,
        Some((Color::Black, _)) => BLACK,
        None => NUMBER,
    };
    let style = Style::new().force_styling(true);
    style.color256(ink).on_color256(square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::game::AnyPosition;
    use kamen_core::rules::Variant;

    fn diagram(fen: &str) -> Diagram {
        Diagram::new(AnyPosition::parse_fen(Variant::Czech, fen).unwrap())
    }

    const FEN: &str = "W:Wa1,Kc3:Bh8,Kb8";

    #[test]
    fn letters_stand_for_signs() {
        let look = Look {
            is_ascii: true,
            ..Look::default()
        };
        let text = picture(&diagram(FEN), &[], look);
        assert!(text.starts_with("  8   B   .   .   b\n"), "{text}");
        assert!(text.contains("  3 .   W "), "{text}");
        assert!(text.is_ascii());
        let plain = picture(&diagram(FEN), &[[0, 1]], Look::default());
        assert_eq!(plain, diagram(FEN).to_string());
    }

    #[test]
    fn white_is_painted_white_and_black_black() {
        let look = Look {
            has_colors: true,
            is_ascii: false,
        };
        let position = diagram(FEN);
        let text = picture(&position, &[[0, 1]], look);
        let cell = |piece, square, sign| {
            format!("\u{1b}[38;5;{piece}m\u{1b}[48;5;{square}m {sign} \u{1b}[0m")
        };
        for (found, expected) in [
            (cell(231, 137, '●'), 1),
            (cell(231, 137, '♛'), 1),
            (cell(16, 137, '●'), 1),
            // Marked.
            (cell(16, 65, '♛'), 1),
        ] {
            assert_eq!(text.matches(&found).count(), expected, "{found} {text}");
        }
        let bare = console::strip_ansi_codes(&text);
        assert!(
            bare.ends_with("  1  ●                      \n     a  b  c  d  e  f  g  h\n"),
            "{bare}"
        );
    }

    #[test]
    fn empty_squares_show_their_numbers() {
        let look = Look {
            has_colors: true,
            is_ascii: true,
        };
        let start = AnyPosition::start(Variant::International);
        let text = picture(&Diagram::new(start), &[], look);
        let bare = console::strip_ansi_codes(&text);
        let lines: Vec<&str> = bare.lines().collect();
        assert_eq!(lines[3], " 16  b     b     b     b     b     20");
        assert_eq!(lines[4], " 21    21    22    23    24    25  25");
    }
}
