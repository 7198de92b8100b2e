//! Text in lines of a width.

/// Breaks text at blanks into lines of at most `width` characters, if its words allow that; the number of a move, such as
/// `12.`, stays with the move. Lines after the first of a paragraph begin with `indent` blanks.
pub(super) fn wrap(text: &str, width: usize, indent: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in words(paragraph) {
            let length = line.chars().count() + 1 + word.chars().count();
            if length > width && !line.trim().is_empty() {
                lines.push(line);
                line = " ".repeat(indent) + word;
            } else {
                if !line.is_empty() {
                    line.push(' ');
                }
                line += word;
            }
        }
        lines.push(line);
    }
    lines.join("\n")
}

/// Words, and numbers of moves with what follows.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_number =
        |word: &str| word.ends_with('.') && word.trim_end_matches('.').parse::<u32>().is_ok();
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut blanks = text.match_indices(' ').map(|(at, _)| at);
        let end = blanks
            .next()
            .filter(|&at| !is_number(&text[..at]))
            .or_else(|| blanks.next());
        rest = end.map(|at| &text[at + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole() {
        let cases = [
            ("", 10, 0, ""),
            ("one two", 10, 0, "one two"),
            ("one two three", 8, 0, "one two\nthree"),
            ("one two three", 8, 2, "one two\n  three"),
            ("22-18 11-14", 5, 0, "22-18\n11-14"),
            ("1. 22-18 2. 23-19", 14, 0, "1. 22-18\n2. 23-19"),
            ("1... 22-18 23-19", 5, 0, "1... 22-18\n23-19"),
            ("incomprehensible", 5, 0, "incomprehensible"),
            ("a\nb c", 2, 0, "a\nb\nc"),
            ("⛀⛀⛀ ⛂⛂⛂", 7, 0, "⛀⛀⛀ ⛂⛂⛂"),
        ];
        for (text, width, indent, expected) in cases {
            assert_eq!(wrap(text, width, indent), expected, "{text} {width}");
        }
    }
}
