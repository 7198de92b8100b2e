//! Draws a searched tree as SVG.

use kamen_players::lecture::ShownTree;
use std::fmt::Write;

/// The width of a leaf, the height of a ply, the margin, and the radius of a position.
const LEAF: usize = 52;
const PLY: usize = 84;
const MARGIN: usize = 40;
const RADIUS: usize = 17;

/// The tree with the root above; what alpha-beta left out is grey, its lines broken.
pub(super) fn svg(tree: &ShownTree) -> String {
    let places = places(tree);
    let (leaves, _) = tree.count_leaves();
    let plies = tree.nodes.iter().map(|node| node.ply).max().unwrap_or(0);
    let (width, height) = (leaves * LEAF + 2 * MARGIN, plies * PLY + 2 * MARGIN);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (node, &(x, y)) in tree.nodes.iter().zip(&places) {
        for &child in &node.children {
            let (Some(&(to_x, to_y)), Some(below)) = (places.get(child), tree.nodes.get(child))
            else {
                continue;
            };
            let line = match below.seen {
                Some(_) => "stroke=\"#333\"",
                None => "stroke=\"#aaa\" stroke-dasharray=\"5 4\"",
            };
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "<line x1=\"{x}\" y1=\"{y}\" x2=\"{to_x}\" y2=\"{to_y}\" {line}/>"
            );
        }
    }
    for (node, &(x, y)) in tree.nodes.iter().zip(&places) {
        let (fill, ink) = match node.seen {
            Some(seen) if seen.left_out > 0 => ("#f6c667", "#000"),
            Some(_) => ("#cfe3f7", "#000"),
            None => ("#f2f2f2", "#999"),
        };
        let value = tree.shown(node.value, node.ply);
        let (base, label) = (y + 5, y - RADIUS - 4);
        let _ = writeln!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"{fill}\" stroke=\"{ink}\"/>\
             <text x=\"{x}\" y=\"{base}\" fill=\"{ink}\">{value}</text>"
        );
        if !node.label.is_empty() {
            let move_text = &node.label;
            let _ = writeln!(
                text,
                "<text x=\"{x}\" y=\"{label}\" fill=\"{ink}\">{move_text}</text>"
            );
        }
    }
    text + "</svg>\n"
}

/// Where each position stands: leaves side by side, the others above the middle of what follows.
fn places(tree: &ShownTree) -> Vec<(usize, usize)> {
    let mut places = vec![(0, 0); tree.nodes.len()];
    let mut leaves = 0;
    // A position comes before those behind it; leaves are numbered from the left, then all others from the back.
    for (place, node) in places.iter_mut().zip(&tree.nodes) {
        place.1 = MARGIN + node.ply * PLY;
        if node.children.is_empty() {
            place.0 = MARGIN + leaves * LEAF + LEAF / 2;
            leaves += 1;
        }
    }
    for (number, node) in tree.nodes.iter().enumerate().rev() {
        let xs = node
            .children
            .iter()
            .filter_map(|&child| places.get(child).map(|place| place.0));
        let (count, sum) = xs.fold((0, 0), |(count, sum), x| (count + 1, sum + x));
        if let (Some(mean), Some(place)) = (sum.checked_div(count), places.get_mut(number))
            && count > 0
        {
            place.0 = mean;
        }
    }
    places
}
