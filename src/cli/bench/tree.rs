//! `kamen bench --tree` and `--leaves`: small trees, with what alpha-beta cuts of them and why.

use super::Arguments;
use super::tree_drawing;
use crate::CliError;
use crate::json::print_json;
use kamen_files::{can_write_whole, write_whole};
use kamen_players::lecture::{
    DraughtsExample, LEAVES_EXAMPLE, Leaves, LectureSearch, Scale, Seen, ShownNode, ShownTree,
    Value, Viewpoint,
};
use serde::Serialize;
use std::io::Write;

/// A position of a tree, as JSON. Values are as shown, those of alpha-beta for the side to move.
#[derive(Serialize)]
struct Event<'a> {
    event: &'a str,
    ply: usize,
    #[serde(rename = "move", skip_serializing_if = "str::is_empty")]
    label: &'a str,
    /// By minimax.
    value: Value,
    /// Whether alpha-beta looked at it.
    visited: bool,
    /// Moves that alpha-beta left out.
    left_out: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<[Value; 2]>,
}

/// Shows the trees of the lectures.
pub(super) fn worked(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let example = DraughtsExample::new()?;
    let (root, depth) = (example.root.clone(), DraughtsExample::DEPTH);
    let label = |(_, label): &(_, String)| label.clone();
    let viewpoint = Viewpoint::Mover;
    let tree = ShownTree::of(
        example.clone(),
        &root,
        (depth, Scale::EXAMPLE),
        label,
        viewpoint,
    );
    if !arguments.json {
        let fen = root.0.fen();
        let Scale { most, many } = Scale::EXAMPLE;
        writeln!(
            out,
            "Minimax: {fen}, {depth} plies, a win is {most}, above {many} one is sure; values for the side to move"
        )?;
    }
    show(&tree, arguments, out)?;
    let mut search = LectureSearch::new(example, Scale::EXAMPLE, ());
    let mut moves = Vec::new();
    kamen_players::lecture::GameTree::children(&mut search.tree, &root, &mut moves);
    if !arguments.json
        && let Some((place, value)) = search.best_move(&moves, depth, false)
        && let Some((_, best)) = moves.get(place)
    {
        writeln!(out, "best move {best}, {value} ahead\n")?;
        writeln!(out, "Adversarial search: {LEAVES_EXAMPLE}; values for MAX")?;
    }
    let leaves: Leaves = LEAVES_EXAMPLE.parse().map_err(bad_leaves)?;
    let tree = of(&leaves);
    show(&tree, arguments, out)?;
    draw(&tree, arguments)
}

/// Shows a tree with given leaves.
pub(super) fn of_leaves(
    leaves: &Leaves,
    arguments: &Arguments,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let tree = of(leaves);
    show(&tree, arguments, out)?;
    draw(&tree, arguments)
}

fn bad_leaves(error: kamen_players::lecture::LeavesError) -> CliError {
    CliError::Usage(error.to_string())
}

fn of(leaves: &Leaves) -> ShownTree {
    // No leaf is a win, so that values are what is written.
    let scale = Scale::flat(Leaves::MOST_VALUE);
    let label = |_: &usize| String::new();
    let viewpoint = Viewpoint::Root;
    ShownTree::of(
        leaves,
        &Leaves::ROOT,
        (leaves.depth(), scale),
        label,
        viewpoint,
    )
}

/// Prints a tree, a position a line.
fn show(tree: &ShownTree, arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    for node in &tree.nodes {
        if arguments.json {
            let window = |seen: Seen| [seen.window.0, seen.window.1];
            let event = Event {
                event: "node",
                ply: node.ply,
                label: &node.label,
                value: tree.shown(node.value, node.ply),
                visited: node.seen.is_some(),
                left_out: node.seen.map_or(0, |seen| seen.left_out),
                window: node.seen.map(window),
            };
            print_json(&event, out)?;
        } else {
            let indent = "  ".repeat(node.ply);
            writeln!(out, "{indent}{}", words(tree, node))?;
        }
    }
    if !arguments.json {
        let (leaves, seen) = tree.count_leaves();
        writeln!(out, "alpha-beta looks at {seen} of {leaves} leaves")?;
    }
    out.flush()?;
    Ok(())
}

/// A position with its value, and why moves of it were left out.
fn words(tree: &ShownTree, node: &ShownNode) -> String {
    let value = tree.shown(node.value, node.ply);
    let side = side(node.ply);
    let mut text = match (node.label.as_str(), node.children.is_empty()) {
        ("", true) => value.to_string(),
        ("", false) => format!("{side} {value}"),
        (label, _) => format!("{label} {value}"),
    };
    match node.seen {
        None => text += " (left out)",
        Some(seen) if seen.left_out > 0 => {
            let moves = if seen.left_out == 1 { "move" } else { "moves" };
            let (left_out, bound) = (seen.left_out, tree.shown(seen.window.1, node.ply));
            let (relation, other, has) = match tree.viewpoint {
                Viewpoint::Root if node.ply % 2 == 1 => {
                    ("at most", self::side(node.ply + 1), bound)
                }
                Viewpoint::Root => ("at least", self::side(node.ply + 1), bound),
                Viewpoint::Mover => ("at least", "the other side", -bound),
            };
            text += &format!(
                ": {left_out} {moves} left out, as it is {relation} {bound} and {other} has {has} elsewhere"
            );
        }
        Some(_) => (),
    }
    text
}

/// Who is to move.
fn side(ply: usize) -> &'static str {
    if ply.is_multiple_of(2) { "MAX" } else { "MIN" }
}

/// Draws the tree where the arguments want it.
fn draw(tree: &ShownTree, arguments: &Arguments) -> Result<(), CliError> {
    let Some(path) = &arguments.svg else {
        return Ok(());
    };
    let cannot = |error| CliError::Usage(format!("cannot write {}: {error}", path.display()));
    can_write_whole(path).map_err(cannot)?;
    write_whole(path, tree_drawing::svg(tree).as_bytes()).map_err(cannot)
}
