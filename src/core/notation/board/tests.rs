use super::*;
use crate::rules::Variant::{self, *};

fn diagram(variant: Variant, fen: &str) -> Diagram {
    Diagram::new(AnyPosition::parse_fen(variant, fen).unwrap())
}

/// The lines without the blanks at their ends.
fn lines(diagram: &Diagram) -> Vec<String> {
    let text = diagram.to_string();
    text.lines()
        .map(|line| line.trim_end().to_owned())
        .collect()
}

#[test]
fn boards_are_drawn_as_their_players_see_them() {
    let czech = diagram(Czech, "W:Wa1,Kc3:Bh8,Kb8");
    let expected = [
        "  8   ⛃   .   .   ⛂",
        "  7 .   .   .   .",
        "  6   .   .   .   .",
        "  5 .   .   .   .",
        "  4   .   .   .   .",
        "  3 .   ⛁   .   .",
        "  2   .   .   .   .",
        "  1 ⛀   .   .   .",
        "    a b c d e f g h",
    ];
    assert_eq!(lines(&czech), expected);
    let numbers = lines(&czech.clone().with_letters(false));
    assert_eq!(numbers[0], "  1   ⛃   .   .   ⛂   4");
    assert_eq!(numbers[7], " 29 ⛀   .   .   .    32");
    assert_eq!(numbers.len(), 8);
    let turned = lines(&czech.turned(true));
    assert_eq!(turned[0], "  1   .   .   .   ⛀");
    assert_eq!(turned[7], "  8 ⛂   .   .   ⛃");
    assert_eq!(turned[8], "    h g f e d c b a");
}

#[test]
fn each_variant_has_its_corner_and_numbers() {
    // The first and the last row of the start position.
    let cases = [
        (
            International,
            "  1   ⛂   ⛂   ⛂   ⛂   ⛂   5",
            " 46 ⛀   ⛀   ⛀   ⛀   ⛀    50",
        ),
        (
            English,
            "  1   ⛂   ⛂   ⛂   ⛂   4",
            " 29 ⛀   ⛀   ⛀   ⛀    32",
        ),
        (
            Italian,
            "  1 ⛂   ⛂   ⛂   ⛂     4",
            " 29   ⛀   ⛀   ⛀   ⛀  32",
        ),
        (
            Spanish,
            " 32 ⛂   ⛂   ⛂   ⛂    29",
            "  4   ⛀   ⛀   ⛀   ⛀   1",
        ),
        (Thai, " 32   ⛂   ⛂   ⛂   ⛂  29", "  4 ⛀   ⛀   ⛀   ⛀     1"),
    ];
    for (variant, first, last) in cases {
        let drawn = lines(&Diagram::new(AnyPosition::start(variant)));
        assert_eq!(drawn[0], first, "{variant}");
        assert_eq!(drawn.last().unwrap(), last, "{variant}");
    }
    let turkish = lines(&Diagram::new(AnyPosition::start(Turkish)));
    assert_eq!(turkish[0], "  8 . . . . . . . .");
    assert_eq!(turkish[1], "  7 ⛂ ⛂ ⛂ ⛂ ⛂ ⛂ ⛂ ⛂");
    let canadian = lines(&Diagram::new(AnyPosition::start(Canadian)));
    assert_eq!((canadian.len(), &canadian[0][..4]), (12, "  1 "));
}

#[test]
fn every_piece_is_where_its_square_is() {
    for variant in Variant::ALL {
        for is_turned in [false, true] {
            let diagram = Diagram::new(AnyPosition::start(variant)).turned(is_turned);
            let mut squares = 0;
            for cell in diagram.cells() {
                let Some(square) = cell.square else { continue };
                squares += 1;
                assert_eq!(diagram.place(square), (cell.row, cell.column), "{variant}");
                // The printed name is that of the row and the column.
                let name = squares::name(variant, square, true).to_string();
                let at = format!("{}{}", diagram.letter(cell.column), diagram.rank(cell.row));
                assert_eq!(name, at, "{variant}");
            }
            assert_eq!(squares, variant.shape().squares, "{variant}");
            let text = diagram.to_string();
            let men = diagram.position.census(Color::White)[0];
            assert_eq!(text.matches('⛀').count(), men, "{variant}");
            assert_eq!(text.matches('⛂').count(), men, "{variant}");
        }
    }
}

#[test]
fn a_picture_has_all_that_the_text_has() {
    for variant in Variant::ALL {
        let letters = variant.facts().algebraic;
        let svg = Diagram::new(AnyPosition::start(variant)).svg();
        let (shape, men) = (
            variant.shape(),
            AnyPosition::start(variant).census(Color::White)[0],
        );
        assert_eq!(
            svg.matches("<circle r=\"16\"").count(),
            2 * men,
            "{variant}"
        );
        assert_eq!(svg.matches('M').count(), shape.squares, "{variant}");
        let names = if letters {
            shape.width + shape.height
        } else {
            shape.squares
        };
        assert_eq!(svg.matches("<text ").count(), names, "{variant}");
        let is_well_formed = svg.matches("<g").count() == svg.matches("</g>").count();
        assert!(
            is_well_formed && svg.ends_with("</svg>\n") && !svg.contains("href"),
            "{variant}"
        );
    }
    let svg = diagram(Czech, "W:Wa1:BKh8").svg();
    assert!(svg.contains("<title>czech, W:Wa1:BKh8</title>"), "{svg}");
    // a1 is at the bottom left, h8 with its crown at the top right.
    let white = "<g transform=\"translate(40 320)\" fill=\"#fbf7ef\"";
    let black = "<g transform=\"translate(320 40)\" fill=\"#2b2523\"";
    assert!(svg.contains(white) && svg.contains(black), "{svg}");
    assert_eq!(svg.matches("M-9 6v-12").count(), 1);
    let italian = diagram(Italian, "W:W32:B1").svg();
    assert!(!italian.contains("#b3261e"), "{italian}");
    assert!(
        diagram(English, "W:W32:B1")
            .svg()
            .contains("fill=\"#b3261e\"")
    );
}

/// Numbers stand in the corners of their squares, letters and ranks in the edge before the middle of files and rows.
#[test]
fn names_stand_where_they_belong() {
    let cases = [
        (
            Variant::International,
            "440 440",
            ["22\" y=\"70\">6", "22\" y=\"390\">46"],
        ),
        (
            Variant::Spantsireti,
            "440 360",
            ["10\" y=\"325\">1", "400\" y=\"355\">j"],
        ),
        (Czech, "360 360", ["10\" y=\"45\">8", "320\" y=\"355\">h"]),
    ];
    for (variant, size, names) in cases {
        let svg = Diagram::new(AnyPosition::start(variant)).svg();
        let size = format!("viewBox=\"0 0 {size}\"");
        assert!(svg.contains(&size), "{variant}: {svg}");
        for name in names {
            let text = format!("<text x=\"{name}</text>");
            assert!(svg.contains(&text), "{variant}, {text}: {svg}");
        }
    }
}

#[test]
fn arrows_pass_the_stops_of_a_capture() {
    let position = AnyPosition::parse_fen(Czech, "W:Wc3:Bd4,f6").unwrap();
    let capture = position.parse_move("c3xg7").unwrap();
    let svg = Diagram::new(position).with_arrow(&capture).svg();
    // c3, the stop e5, and the base of the head on the way to g7.
    assert!(
        svg.contains("d=\"M120.0 240.0L200.0 160.0L270.1 89.9\""),
        "{svg}"
    );
    // The head, 14 long and 16 wide.
    let head = "<path d=\"M280.0 80.0L275.8 95.6L264.4 84.2z\"/>";
    assert!(svg.contains(head), "{svg}");
    let quiet = AnyPosition::start(Czech).parse_move("c3-d4").unwrap();
    let svg = Diagram::new(AnyPosition::start(Czech))
        .with_arrow(&quiet)
        .turned(true)
        .svg();
    assert!(svg.contains("d=\"M240.0 120.0L"), "{svg}");
}
