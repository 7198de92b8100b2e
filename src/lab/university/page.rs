//! The page of `kamen-lab university`.

use super::Arguments;
use super::cell::Compared;
use super::report::{published, sums, title};
use std::fmt::Write;

const HEAD: &str = "<!doctype html>
<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">
<title>Published and here</title>
<style>
body { font: 15px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; color: #222 }
table { border-collapse: collapse; width: 100%; margin: 0 0 1.5em }
th, td { text-align: left; padding: .2em .7em; border-bottom: 1px solid #ddd }
h2 { font-size: 1em; margin: 1.2em 0 .3em }
.equal td:last-child { color: #1b6e2b } .differs td:last-child { color: #a33 }
</style>
<h1>Published and here</h1>
";

/// All cells as tables, with what they come to above.
pub(super) fn page(arguments: &Arguments, cells: &[Compared]) -> String {
    let mut text = HEAD.to_owned();
    // Writing to a string does not fail.
    let _ = writeln!(text, "<ul>");
    for line in sums(arguments, cells) {
        let _ = writeln!(text, "<li>{}</li>", escaped(&line));
    }
    let _ = writeln!(text, "</ul>");
    let mut heading = None;
    for cell in cells {
        let place = &cell.place;
        if heading != Some((&place.table, &place.row)) {
            if heading.is_some() {
                text += "</table>\n";
            }
            let title = escaped(&title(&place.table, &place.row));
            let _ = writeln!(
                text,
                "<h2>{title}</h2>\n<table><tr><th></th><th>published</th><th>here</th><th>difference</th></tr>"
            );
            heading = Some((&place.table, &place.row));
        }
        let is_far = cell.p.is_some_and(|p| p < 0.01) || cell.equal == Some(false);
        let class = if is_far { "differs" } else { "equal" };
        let words = [
            place.column.clone(),
            published(cell),
            cell.found.content.to_string(),
            cell.difference(),
        ];
        let row: String = words
            .iter()
            .map(|word| format!("<td>{}</td>", escaped(word)))
            .collect();
        let _ = writeln!(text, "<tr class=\"{class}\">{row}</tr>");
    }
    if heading.is_some() {
        text += "</table>\n";
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
