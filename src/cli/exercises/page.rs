//! The page on which exercises are solved: one file, which needs no other. Begin with [`page`].

use super::entry::Entry;
use crate::analyze::page::{BOARD, STYLE, filled};
use serde_json::{Value, json};

/// The page but for its style, its scripts and the data.
const PAGE: &str = include_str!("page.html");
const OWN_STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page of exercises, which are in their order.
pub(super) fn page(entries: &[Entry]) -> String {
    let style = format!("{STYLE}{OWN_STYLE}");
    let script = format!("{BOARD}{SCRIPT}");
    let (before, behind) = filled(PAGE, &style, &script);
    // Text of the games cannot end the element that the data stands in.
    let data = data(entries).to_string().replace('<', "\\u003c");
    format!("{before}{data}{behind}")
}

/// What the page draws: each board once, and the exercises.
fn data(entries: &[Entry]) -> Value {
    let mut boards: Vec<&Value> = Vec::new();
    let exercise = |entry: &Entry| -> Value {
        let mut drawing = entry.drawing.clone();
        if let Some(fields) = drawing.as_object_mut() {
            fields.remove("boards");
        }
        for name in ["level", "task", "variant", "source"] {
            // The drawing has the task in words.
            if drawing.get(name).is_none() {
                drawing[name] = entry.report[name].clone();
            }
        }
        drawing
    };
    let mut all = Vec::new();
    for entry in entries {
        let board = &entry.drawing["boards"];
        let known = boards.iter().position(|known| *known == board);
        let place = known.unwrap_or_else(|| {
            boards.push(board);
            boards.len() - 1
        });
        let mut exercise = exercise(entry);
        exercise["board"] = place.into();
        all.push(exercise);
    }
    json!({ "boards": boards, "exercises": all })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_needs_nothing_from_elsewhere() {
        let page = page(&[]);
        assert_eq!(page.matches("id=\"data\"").count(), 1);
        assert!(page.contains("{\"boards\":[],\"exercises\":[]}"));
        assert!(page.contains("default-src 'none'"));
        assert!(!page.contains("http://") && !page.contains("https://"));
        assert!(!page.contains("/* STYLE */") && !page.contains("/* SCRIPT */"));
    }
}
