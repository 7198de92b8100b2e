//! Marks of annotators that the standard has as numbers.

/// Signs and their numbers (PGN, "Numeric Annotation Glyphs"), the longest first.
const GLYPHS: [(&str, u16); 22] = [
    ("+/=", 14),
    ("=/+", 15),
    ("=/∞", 44),
    ("+/-", 16),
    ("-/+", 17),
    ("+=", 14),
    ("=+", 15),
    ("=∞", 44),
    ("∞=", 44),
    ("+-", 18),
    ("-+", 19),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("∞", 13),
    ("□", 7),
    ("=", 10),
    ("→", 40),
    ("↑", 36),
    ("⇆", 132),
    ("⇄", 132),
];

/// Whether a mark may begin with `c`.
pub(super) fn is_mark(c: char) -> bool {
    matches!(
        c,
        '=' | '+'
            | '±'
            | '∓'
            | '∞'
            | '□'
            | '⩲'
            | '⩱'
            | '→'
            | '↑'
            | '⇆'
            | '⇄'
            | '~'
            | '#'
            | '^'
            | '☐'
            | '▢'
            | '⌓'
            | '⟳'
            | '◻'
            | '■'
            | '●'
            | '○'
            | '†'
            | '‡'
            | '°'
            | '·'
            | '•'
    )
}

/// Whether `c` may stand within a mark.
pub(super) fn is_of_mark(c: char) -> bool {
    is_mark(c) || crate::text::is_dash(c) || c == '/'
}

/// The number of a mark; `None` if the standard has none.
pub(super) fn glyph(mark: &str) -> Option<u16> {
    let plain: String = mark
        .chars()
        .map(|c| match c {
            '☐' | '▢' | '◻' => '□',
            c if crate::text::is_dash(c) => '-',
            c => c,
        })
        .collect();
    GLYPHS
        .iter()
        .find(|(sign, _)| *sign == plain)
        .map(|&(_, number)| number)
}
