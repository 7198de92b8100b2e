use super::*;

fn shown_leaves(text: &str) -> ShownTree {
    let leaves: Leaves = text.parse().unwrap();
    let (depth, scale) = (leaves.depth(), Scale::flat(Leaves::MOST_VALUE));
    let label = |_: &usize| String::new();
    ShownTree::of(
        &leaves,
        &Leaves::ROOT,
        (depth, scale),
        label,
        Viewpoint::Root,
    )
}

/// Every position of a tree: its ply, value as shown, and what alpha-beta left out of it (`None`: it was left out itself).
fn lines(tree: &ShownTree) -> Vec<(usize, Value, Option<usize>)> {
    let line = |node: &ShownNode| {
        let left_out = node.seen.map(|seen| seen.left_out);
        (node.ply, tree.shown(node.value, node.ply), left_out)
    };
    tree.nodes.iter().map(line).collect()
}

/// The tree of the lecture on adversarial search, node by node.
#[test]
fn the_tree_of_leaves_comes_out() {
    let seen = Some(0);
    let expected = [
        (0, 3, seen),
        (1, 3, seen),
        (2, 3, seen),
        (2, 12, seen),
        (2, 8, seen),
        (1, 2, Some(2)),
        (2, 2, seen),
        (2, 4, None),
        (2, 6, None),
        (1, 2, seen),
        (2, 14, seen),
        (2, 5, seen),
        (2, 2, seen),
    ];
    let tree = shown_leaves(LEAVES_EXAMPLE);
    assert_eq!(lines(&tree), expected);
    assert_eq!(tree.count_leaves(), (9, 7));
    // Where the second branch is cut MAX has 3 already, which MIN sees as -3.
    assert_eq!(tree.nodes[5].seen.unwrap().window.1, -3);
}

/// The tree of the lecture on minimax, node by node, values for the side to move.
#[test]
fn the_tree_of_draughts_comes_out() {
    let example = DraughtsExample::new().unwrap();
    let root = example.root.clone();
    let label = |(_, label): &(_, String)| label.clone();
    let tree = |depth| {
        let example = DraughtsExample::new().unwrap();
        ShownTree::of(
            example,
            &root,
            (depth, Scale::EXAMPLE),
            label,
            Viewpoint::Mover,
        )
    };
    let found: Vec<(usize, String, Value)> = tree(DraughtsExample::DEPTH)
        .nodes
        .into_iter()
        .map(|node| (node.ply, node.label, node.value))
        .collect();
    let expected = [
        (0, "start", 96),
        (1, "d8-e7", -97),
        (2, "e5-d6", 98),
        (3, "e7xc5", -99),
        (2, "e5-f6", 98),
        (3, "e7xg5", -99),
        (1, "d8-c7", 12),
        (2, "e5-d6", 98),
        (3, "c7xe5", -99),
        (2, "e5-f6", -12),
        (3, "c7-b6", 15),
        (4, "f6-e7", -15),
        (4, "f6-g7", -10),
        (3, "c7-d6", 12),
        (4, "f6-e7", -12),
        (4, "f6-g7", -9),
    ];
    let expected = expected.map(|(ply, label, value)| (ply, label.to_owned(), value));
    assert_eq!(found, expected);
    // The win in three is seen at depth 3, as the terminal tests stand before that of the depth; nearer to it, it is not.
    for (depth, value) in [(4, 96), (3, 96), (2, 0)] {
        assert_eq!(tree(depth).nodes[0].value, value, "{depth}");
    }
    let mut search = LectureSearch::new(example, Scale::EXAMPLE, ());
    let mut moves = Vec::new();
    search.tree.children(&root, &mut moves);
    for (prunes, value) in [(false, 97), (true, 96)] {
        let best = search.best_move(&moves, DraughtsExample::DEPTH, prunes);
        assert_eq!(best, Some((0, value)));
    }
}

/// What alpha-beta says of random trees is what minimax says.
#[test]
fn alpha_beta_keeps_the_value_and_the_first_best_move() {
    use rand::{RngExt, SeedableRng};
    let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(3);
    let mut left_out = 0;
    for _ in 0..300 {
        let mut branch = || {
            let leaves: Vec<String> = (0..random.random_range(1..5))
                .map(|_| random.random_range(-6..7))
                .map(|leaf: i32| if leaf.abs() == 6 { 2 * leaf } else { leaf })
                .map(|leaf| leaf.to_string())
                .collect();
            leaves.join(" ")
        };
        let text = format!(
            "{} / {} // {} / {} / {}",
            branch(),
            branch(),
            branch(),
            branch(),
            branch()
        );
        let leaves: Leaves = text.parse().unwrap();
        // Leaves of 12 count as decided, so that distances matter.
        let scale = Scale { most: 12, many: 7 };
        let mut search = LectureSearch::new(&leaves, scale, ());
        let value = search.minimax(&Leaves::ROOT, 3);
        let pruned = search.alpha_beta(&Leaves::ROOT, 3, (-12, 12));
        assert_eq!(value, pruned, "{text}");
        let mut moves = Vec::new();
        (&leaves).children(&Leaves::ROOT, &mut moves);
        let [with, without] = [true, false].map(|prunes| search.best_move(&moves, 3, prunes));
        let without = without.map(|(place, value)| (place, scale.closer(value)));
        assert_eq!(with, without, "{text}");
        assert_eq!(with.map(|(_, value)| value), Some(value), "{text}");
        let seen = |node: &ShownNode| node.seen.map_or(0, |seen| seen.left_out);
        left_out += shown_leaves(&text).nodes.iter().map(seen).sum::<usize>();
    }
    assert!(left_out > 300, "{left_out}");
}

#[test]
fn closer_and_farther_undo_each_other() {
    let scale = Scale::EXAMPLE;
    let cases = [
        (99, 98),
        (92, 91),
        (91, 90),
        (90, 90),
        (0, 0),
        (-90, -90),
        (-91, -90),
        (-99, -98),
    ];
    for (value, closer) in cases {
        assert_eq!(scale.closer(value), closer);
        if closer.abs() > scale.many {
            assert_eq!(scale.farther(closer), value);
        }
    }
    assert_eq!(Scale::flat(99).closer(99), 99);
}

#[test]
fn trees_are_read_or_refused() {
    for (text, depth, leaves) in [
        ("7", 1, 1),
        ("1 2 3", 1, 3),
        ("1 2/3", 2, 3),
        ("1 -2 / 3 // 4 / 5 6", 3, 6),
    ] {
        let tree: Leaves = text.parse().unwrap();
        assert_eq!(tree.depth(), depth, "{text}");
        assert_eq!(shown_leaves(text).count_leaves().0, leaves, "{text}");
    }
    let many = "1 ".repeat(2001);
    for (text, expected) in [
        ("", "without a leaf"),
        ("/", "without a leaf"),
        ("1 / / 2", "without a leaf"),
        ("1 2 /", "without a leaf"),
        ("1 // 2 / ", "without a leaf"),
        ("1 x", "bad leaf 'x'"),
        ("1.5", "bad leaf '1.5'"),
        ("9999999", "bad leaf"),
        ("1 //////////////// 2", "too large"),
        (&many, "too large"),
    ] {
        let error = text.parse::<Leaves>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
