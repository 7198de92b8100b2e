//! What Cargo cannot know of the layers: inside a crate, no module uses one above its own, and no files use each other in a
//! circle. Between crates the compiler keeps the order.
//!
//! Read from the `use` lines, without those of tests. A re-export leads to the file that it comes from.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of crates that have several layers, the lowest first; modules beside each other do not use each other.
const LAYERS: &[(&str, &[&[&str]])] = &[(
    "src/core",
    &[
        &["geometry", "score"],
        &["board"],
        &["rules"],
        &["movegen"],
        &["game"],
        &["notation"],
    ],
)];

type Module = Vec<String>;

/// A file of the library.
struct Source {
    /// What it uses, each as a full path from the crate.
    uses: Vec<Module>,
    /// Names that it passes on, with the paths that they come from.
    exports: BTreeMap<String, Module>,
}

/// All files of a crate below a folder, without those of crates inside it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of sources");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .flat_map(|path| {
            if path.join("Cargo.toml").exists() {
                Vec::new()
            } else if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .filter(|path| path.extension().is_some_and(|kind| kind == "rs"))
        .filter(|path| {
            !path
                .iter()
                .any(|part| part == "tests" || part == "tests.rs")
        })
        .collect()
}

/// The module of a file of a crate: `a/b.rs` and `a/b/mod.rs` are `a::b`.
fn module_of(root: &Path, path: &Path) -> Module {
    let path = path
        .strip_prefix(root)
        .expect("a file of the crate")
        .with_extension("");
    let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
    parts
        .filter(|part| part != "mod" && part != "lib")
        .collect()
}

/// Splits `a::{b, c::{d, e}}` into its paths.
fn expand(tree: &str, before: &[String], paths: &mut Vec<Module>) {
    let (mut depth, mut start) = (0, 0);
    let ends = tree.char_indices().chain([(tree.len(), ',')]);
    let mut items = Vec::new();
    for (at, c) in ends {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(tree[start..at].trim());
                start = at + 1;
            }
            _ => (),
        }
    }
    for item in items.into_iter().filter(|item| !item.is_empty()) {
        let (head, rest) = item.split_once('{').map_or((item, None), |(head, rest)| {
            (head, Some(rest.trim_end().trim_end_matches('}')))
        });
        let head = head.split(" as ").next().unwrap_or(head);
        let names = head
            .split("::")
            .map(str::trim)
            .filter(|name| !name.is_empty());
        let path: Module = before
            .iter()
            .cloned()
            .chain(names.map(str::to_owned))
            .collect();
        match rest {
            // One bracket too many is gone where lists end together; the items are the same.
            Some(rest) => expand(rest, &path, paths),
            None => paths.push(path),
        }
    }
}

/// A path from the crate; `None` for one of another crate.
fn absolute(module: &[String], path: &[String], modules: &BTreeSet<Module>) -> Option<Module> {
    let (first, rest) = path.split_first()?;
    let mut base = module.to_vec();
    match first.as_str() {
        "crate" => base.clear(),
        "self" => (),
        "super" => {
            base.pop();
        }
        _ => {
            base.push(first.clone());
            if !modules.contains(&base) {
                return None;
            }
        }
    }
    let mut rest = rest;
    while let Some((name, more)) = rest.split_first().filter(|(name, _)| *name == "super") {
        debug_assert_eq!(name, "super");
        base.pop();
        rest = more;
    }
    Some(base.into_iter().chain(rest.iter().cloned()).collect())
}

fn read(module: &Module, text: &str, modules: &BTreeSet<Module>) -> Source {
    let code = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or(text);
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join("\n");
    let mut source = Source {
        uses: Vec::new(),
        exports: BTreeMap::new(),
    };
    for statement in code.split(';') {
        // What stands before the last item of a statement's text are attributes and earlier blocks.
        let Some(at) = statement.rfind("use ") else {
            continue;
        };
        let before = statement[..at].rsplit('\n').next().unwrap_or("").trim();
        let is_public = before.starts_with("pub");
        if !(before.is_empty() || is_public) || statement[..at].ends_with("#[cfg(test)]\n") {
            continue;
        }
        let mut paths = Vec::new();
        expand(&statement[at + 4..], &[], &mut paths);
        for path in paths
            .iter()
            .filter_map(|path| absolute(module, path, modules))
        {
            match path.last() {
                Some(name) if is_public => {
                    source.exports.insert(name.clone(), path.clone());
                }
                _ => source.uses.push(path),
            }
        }
    }
    source
}

/// The module that a path leads to, through re-exports.
fn target(path: &[String], sources: &BTreeMap<Module, Source>) -> Option<Module> {
    let mut module = Module::new();
    let mut rest = path;
    while let Some((name, more)) = rest.split_first() {
        let mut inner = module.clone();
        inner.push(name.clone());
        if !sources.contains_key(&inner) {
            break;
        }
        (module, rest) = (inner, more);
    }
    let name = rest.first().or(path.last())?;
    match sources.get(&module)?.exports.get(name) {
        Some(other) if other.as_slice() != path => target(other, sources),
        _ => Some(module),
    }
}

fn rank(layers: &[&[&str]], module: &[String]) -> Option<usize> {
    let top = module.first()?;
    layers
        .iter()
        .position(|layer| layer.contains(&top.as_str()))
}

/// A circle that a file is part of, if there is one, by a walk in depth.
fn circle<'a>(
    at: &'a Module,
    arrows: &'a BTreeMap<Module, BTreeSet<Module>>,
    way: &mut Vec<&'a Module>,
    done: &mut BTreeSet<&'a Module>,
) -> Option<Vec<String>> {
    if let Some(start) = way.iter().position(|&seen| seen == at) {
        return Some(
            way[start..]
                .iter()
                .map(|module| module.join("::"))
                .collect(),
        );
    }
    if !done.insert(at) {
        return None;
    }
    way.push(at);
    let found = arrows.get(at).into_iter().flatten();
    let found = found
        .into_iter()
        .find_map(|next| circle(next, arrows, way, done));
    way.pop();
    found
}

/// The folders of all crates with several files.
fn crates() -> Vec<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let below = fs::read_dir(top.join("src")).expect("the folder src");
    let below = below.map(|entry| entry.expect("an entry").path());
    below
        .filter(|path| path.join("Cargo.toml").exists())
        .chain(["src", "protocol/src", "perft/src"].map(|path| top.join(path)))
        .collect()
}

/// The arrows between the files of a crate.
fn arrows(root: &Path) -> BTreeMap<Module, BTreeSet<Module>> {
    let paths = files(root)
        .into_iter()
        .filter(|path| !path.ends_with("main.rs"));
    let texts: BTreeMap<Module, String> = paths
        .map(|path| {
            (
                module_of(root, &path),
                fs::read_to_string(&path).expect("a file of the crate"),
            )
        })
        .collect();
    let modules: BTreeSet<Module> = texts.keys().cloned().collect();
    let read = |(module, text): (&Module, &String)| (module.clone(), read(module, text, &modules));
    let sources: BTreeMap<Module, Source> = texts.iter().map(read).collect();
    // A module that puts its own parts together lies above them, also where they use what it defines.
    let arrow = |module: &Module, source: &Source| {
        let targets = source.uses.iter().filter_map(|path| target(path, &sources));
        targets
            .filter(|to| !to.starts_with(module) && !to.is_empty())
            .collect()
    };
    sources
        .iter()
        .map(|(module, source)| (module.clone(), arrow(module, source)))
        .collect()
}

#[test]
fn every_arrow_leads_down() {
    for (folder, layers) in LAYERS {
        let arrows = arrows(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
        let mut upward = Vec::new();
        for (from, to) in arrows
            .iter()
            .flat_map(|(from, all)| all.iter().map(move |to| (from, to)))
        {
            let inside = from.first() == to.first();
            if !from.is_empty() && !inside && rank(layers, from) <= rank(layers, to) {
                upward.push(format!("{} -> {}", from.join("::"), to.join("::")));
            }
        }
        assert_eq!(upward, [""; 0], "{folder}");
        let all: BTreeSet<&str> = layers.concat().into_iter().collect();
        let found: BTreeSet<&str> = arrows
            .keys()
            .filter_map(|module| module.first())
            .map(String::as_str)
            .collect();
        assert_eq!(found, all, "{folder}");
    }
}

#[test]
fn no_files_use_each_other() {
    let mut count = 0;
    for root in crates() {
        let arrows = arrows(&root);
        let mut done = BTreeSet::new();
        for module in arrows.keys() {
            let circle = circle(module, &arrows, &mut Vec::new(), &mut done);
            assert_eq!(circle, None, "{}", root.display());
        }
        count += arrows.values().map(BTreeSet::len).sum::<usize>();
    }
    assert!(count > 500, "{count} arrows are too few to be all");
}
