//! Diagrams as SVG: one element that needs no other file, for pages and for files of their own.

use super::Diagram;
use crate::board::{Color, Kind};
use crate::geometry::Square;
use crate::rules::BoardColors;
use std::fmt::Write;

/// The side of a square.
const CELL: usize = 40;
/// The width of the edge, where ranks and files stand.
const EDGE: usize = 20;
/// The head of an arrow: its length, and half its width.
const HEAD: (f64, f64) = (14.0, 8.0);

/// The colours of a board and its pieces.
struct Palette {
    edge: &'static str,
    /// Squares that are not played on.
    light: &'static str,
    /// Squares that are.
    dark: &'static str,
    /// Numbers, letters and lines on the board.
    ink: &'static str,
    white: &'static str,
    black: &'static str,
}

impl Palette {
    const fn of(colors: BoardColors) -> Palette {
        let wood = Palette {
            edge: "#5d3a1e",
            light: "#f0d9b5",
            dark: "#a97a50",
            ink: "#fdf3e3",
            white: "#fbf7ef",
            black: "#2b2523",
        };
        match colors {
            BoardColors::Wood => wood,
            BoardColors::GreenAndBuff => Palette {
                edge: "#2f3e2c",
                light: "#efe3b8",
                dark: "#4f7f4a",
                ink: "#f7f1d8",
                black: "#b3261e",
                ..wood
            },
            BoardColors::Plain => Palette {
                light: "#e3c594",
                dark: "#e3c594",
                ink: "#5d3a1e",
                ..wood
            },
        }
    }

    const fn of_piece(&self, color: Color) -> (&'static str, &'static str) {
        match color {
            Color::White => (self.white, self.black),
            Color::Black => (self.black, self.white),
        }
    }
}

impl Diagram {
    /// Draws the board as an SVG element, which can stand alone as a file.
    pub fn svg(&self) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = self.write_svg(&mut out);
        out
    }

    fn write_svg(&self, out: &mut String) -> std::fmt::Result {
        let palette = Palette::of(self.position.variant().facts().colors);
        let (width, height) = (
            self.width() * CELL + 2 * EDGE,
            self.height() * CELL + 2 * EDGE,
        );
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" font-family=\"sans-serif\" text-anchor=\"middle\">"
        )?;
        let (variant, fen) = (
            self.position.variant(),
            self.position.fen_with(self.letters),
        );
        writeln!(out, "<title>{variant}, {fen}</title>")?;
        let edge = palette.edge;
        writeln!(
            out,
            "<rect width=\"{width}\" height=\"{height}\" rx=\"4\" fill=\"{edge}\"/>"
        )?;
        self.squares(&palette, out)?;
        self.names(&palette, out)?;
        self.draw_pieces(&palette, out)?;
        for arrow in &self.arrows {
            self.arrow(arrow, out)?;
        }
        writeln!(out, "</svg>")
    }

    fn squares(&self, palette: &Palette, out: &mut String) -> std::fmt::Result {
        let (width, height) = (self.width() * CELL, self.height() * CELL);
        let light = palette.light;
        writeln!(
            out,
            "<rect x=\"{EDGE}\" y=\"{EDGE}\" width=\"{width}\" height=\"{height}\" fill=\"{light}\"/>"
        )?;
        let all_squares = self.position.variant().shape().all_squares;
        let line = if all_squares { palette.ink } else { "none" };
        write!(
            out,
            "<path fill=\"{}\" stroke=\"{line}\" d=\"",
            palette.dark
        )?;
        for cell in self.cells().filter(|cell| cell.square.is_some()) {
            let (x, y) = (EDGE + cell.column * CELL, EDGE + cell.row * CELL);
            write!(out, "M{x} {y}h{CELL}v{CELL}h-{CELL}z")?;
        }
        writeln!(out, "\"/>")
    }

    /// Ranks and files at the edges, or numbers on the squares.
    fn names(&self, palette: &Palette, out: &mut String) -> std::fmt::Result {
        if !self.letters {
            writeln!(
                out,
                "<g font-size=\"10\" text-anchor=\"start\" fill=\"{}\">",
                palette.ink
            )?;
            for cell in self.cells() {
                if let Some(square) = cell.square {
                    let (x, y) = (EDGE + cell.column * CELL + 2, EDGE + cell.row * CELL + 10);
                    writeln!(
                        out,
                        "<text x=\"{x}\" y=\"{y}\">{}</text>",
                        self.number(square)
                    )?;
                }
            }
            return writeln!(out, "</g>");
        }
        writeln!(out, "<g font-size=\"13\" fill=\"#f0d9b5\">")?;
        for row in 0..self.height() {
            let y = EDGE + row * CELL + CELL / 2 + 5;
            writeln!(
                out,
                "<text x=\"{}\" y=\"{y}\">{}</text>",
                EDGE / 2,
                self.rank(row)
            )?;
        }
        let y = EDGE + self.height() * CELL + 15;
        for column in 0..self.width() {
            let x = EDGE + column * CELL + CELL / 2;
            writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\">{}</text>",
                self.letter(column)
            )?;
        }
        writeln!(out, "</g>")
    }

    fn draw_pieces(&self, palette: &Palette, out: &mut String) -> std::fmt::Result {
        for cell in self.cells() {
            let Some((color, kind)) = self.piece(&cell) else {
                continue;
            };
            let (x, y) = center(cell.row, cell.column);
            let (fill, mark) = palette.of_piece(color);
            write!(
                out,
                "<g transform=\"translate({x} {y})\" fill=\"{fill}\" stroke=\"{mark}\">\
                 <circle r=\"16\" stroke=\"#1a1411\"/>"
            )?;
            match kind {
                Kind::Man => write!(out, "<circle r=\"11\" stroke-opacity=\".5\"/>")?,
                Kind::King => write!(
                    out,
                    "<path d=\"M-9 6v-12l4.5 5 4.5-7 4.5 7 4.5-5v12z\" fill=\"#e8b923\"/>"
                )?,
            }
            writeln!(out, "</g>")?;
        }
        Ok(())
    }

    /// A line along the squares with a head on the last.
    fn arrow(&self, way: &[Square], out: &mut String) -> std::fmt::Result {
        let points: Vec<(f64, f64)> = way
            .iter()
            .map(|&square| {
                let (row, column) = self.place(square);
                let (x, y) = center(row, column);
                (x as f64, y as f64)
            })
            .collect();
        let &[.., (from_x, from_y), (x, y)] = points.as_slice() else {
            return Ok(());
        };
        let length = (x - from_x).hypot(y - from_y).max(1.0);
        let (along_x, along_y) = ((x - from_x) / length, (y - from_y) / length);
        let (base_x, base_y) = (x - HEAD.0 * along_x, y - HEAD.0 * along_y);
        let (side_x, side_y) = (-HEAD.1 * along_y, HEAD.1 * along_x);
        write!(
            out,
            "<g opacity=\".85\" fill=\"#1f6feb\" stroke=\"#1f6feb\"><path fill=\"none\" stroke-width=\"5\" \
             stroke-linejoin=\"round\" d=\""
        )?;
        let before = points.iter().take(points.len() - 1).copied();
        for (index, (x, y)) in before.chain([(base_x, base_y)]).enumerate() {
            write!(out, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' })?;
        }
        let (left_x, left_y) = (base_x + side_x, base_y + side_y);
        let (right_x, right_y) = (base_x - side_x, base_y - side_y);
        writeln!(
            out,
            "\"/><path d=\"M{x:.1} {y:.1}L{left_x:.1} {left_y:.1}L{right_x:.1} {right_y:.1}z\"/></g>"
        )
    }
}

/// The centre of a square.
fn center(row: usize, column: usize) -> (usize, usize) {
    (
        EDGE + column * CELL + CELL / 2,
        EDGE + row * CELL + CELL / 2,
    )
}
