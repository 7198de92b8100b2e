//! Which options lead to files: clients that are not trusted may not set them.

use kamen_eval::Choice;
use kamen_players::BuiltIn;

/// The options that are about files and nothing else.
pub(super) const OPTIONS: [&str; 4] = ["experience", "experience-learn", "book-file", "bb-path"];

/// Whether the value of an option leads to a file or a folder. Of names of players those are let through that are known to lead to
/// none, and to use neither threads nor much memory of their own. Nothing is opened to find out.
pub(super) fn leads_to_one(option: &str, value: &str) -> bool {
    match option {
        "eval" => matches!(value.parse(), Ok(Choice::File(_))),
        "player" => !is_plain_player(value),
        _ => OPTIONS.contains(&option),
    }
}

fn is_plain_player(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let words: Vec<&str> = name.split(':').collect();
    match words.as_slice() {
        [
            "minimax",
            _,
            "basic" | "progressive" | "simulated",
            style @ ..,
        ] => (style.iter()).all(|word| ["first", "plain"].contains(word)),
        ["goliath" | "montecarlo", _] => true,
        [level, "basic" | "progressive" | "simulated"] => BuiltIn::level_name(level).is_some(),
        [one] => *one == super::ENGINE || one.parse::<BuiltIn>().is_ok(),
        _ => false,
    }
}
