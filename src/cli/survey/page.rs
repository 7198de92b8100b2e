//! The page that follows jobs: one file without scripts, which is written anew at each look and shows itself anew as often.

use super::text::{cells, damaged, name, others, said};
use kamen_progress::{Job, Part, Survey};

/// The page but for its content.
const PAGE: &str = include_str!("page.html");

/// The page; `every` is the number of seconds after which it is written again.
pub(super) fn page(found: &Survey, every: Option<f64>) -> String {
    let refresh = every.map_or_else(String::new, |seconds| {
        let seconds = seconds.ceil().max(1.0);
        format!("<meta http-equiv=\"refresh\" content=\"{seconds}\">")
    });
    let jobs: String = found.jobs.iter().map(section).collect();
    let files: String = damaged(found)
        .map(|(path, why)| {
            format!(
                "<li class=\"bad\">{}: {}</li>",
                escaped(&path),
                escaped(why)
            )
        })
        .chain(
            others(found)
                .iter()
                .map(|path| format!("<li>{}</li>", escaped(path))),
        )
        .collect();
    let files = match files.is_empty() {
        true => files,
        false => format!(
            "<details open><summary>Files that do not count</summary><ul>{files}</ul></details>"
        ),
    };
    let nothing = match found.jobs.is_empty() {
        true => "<p>No job has written anything here.</p>",
        false => "",
    };
    let content = format!("{nothing}{jobs}{files}");
    PAGE.replacen("<!-- REFRESH -->", &refresh, 1)
        .replacen("<!-- CONTENT -->", &content, 1)
}

fn section(job: &Job) -> String {
    let bar = job.all.map_or_else(String::new, |all| {
        format!(
            "<progress value=\"{}\" max=\"{}\"></progress>",
            job.done(),
            all.max(1)
        )
    });
    let [_, done, of, unit, running, rate, rest] = &cells(job)[..] else {
        return String::new();
    };
    let facts = [
        ("done", format!("{done} of {of} {unit}")),
        ("running", running.clone()),
        ("an hour", rate.clone()),
        ("to go", rest.clone()),
    ];
    let facts: String = facts
        .iter()
        .map(|(name, fact)| format!("<div><dt>{name}</dt><dd>{}</dd></div>", escaped(fact)))
        .collect();
    let said: String = said(job)
        .iter()
        .map(|line| format!("<p>{}</p>", escaped(line)))
        .collect();
    let parts: String = job.parts.iter().map(part).collect();
    format!(
        "<section><h2>{}</h2>{bar}<dl>{facts}</dl>{said}<details><summary>Parts: {}</summary>\
         <table><tr><th>part<th>done<th>of<th></tr>{parts}</table></details></section>\n",
        escaped(&name(job)),
        job.parts.len(),
    )
}

fn part(part: &Part) -> String {
    let all = part
        .all
        .map_or_else(|| "-".to_owned(), |all| all.to_string());
    let state = match (part.is_running, part.is_complete()) {
        (true, _) => "running",
        (false, true) => "complete",
        (false, false) => "",
    };
    let path = part.path.display().to_string();
    format!(
        "<tr><td>{}<td>{}<td>{all}<td>{state}</tr>",
        escaped(&path),
        part.done
    )
}

/// Text that is nothing but text in HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '&' => escaped += "&amp;",
            '"' => escaped += "&quot;",
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_progress::Unread;

    #[test]
    fn the_page_needs_nothing_from_elsewhere_and_names_stay_text() {
        let mut found = Survey::default();
        found.unread.push(Unread {
            path: "<script>alert(1)</script>".into(),
            damage: Some("\"why\" & where".to_owned()),
        });
        let page = page(&found, Some(0.5));
        assert!(page.contains("default-src 'none'"));
        assert!(page.contains("<meta http-equiv=\"refresh\" content=\"1\">"));
        assert!(
            page.contains("&lt;script&gt;alert(1)&lt;/script&gt;: &quot;why&quot; &amp; where")
        );
        assert!(
            !page.contains("<script") && !page.contains("http://") && !page.contains("https://")
        );
        let still = super::page(&found, None);
        assert!(!still.contains("refresh\"") && !still.contains("<!-- "));
    }
}
