//! Endgame tables, from the folder of a variant.

use super::{Job, Part, Survey, Unread};
use kamen_core::geometry::Shape;
use kamen_core::rules::Variant;
use kamen_files::is_in_use;
use kamen_tables::{Content, Material, Slice, TableFile};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder, beside the tables, of units that processes of their own have made.
const UNITS: &str = "units";
/// The ending of the files in it.
const COMPLETE: &str = "complete";

/// The folder of the tables of a variant that a file belongs to; `None` for other files.
pub(crate) fn folder_of(path: &Path) -> Option<PathBuf> {
    let ending = path.extension()?.to_str()?;
    let contents = [Content::Values, Content::Distances].map(Content::extension);
    let folder = path.parent()?;
    let is_inside = if ending == COMPLETE {
        folder.file_name()? == UNITS
    } else if contents.contains(&ending) {
        folder.extension().is_some_and(|ending| ending == "parts")
    } else {
        return None;
    };
    let folder = if is_inside { folder.parent()? } else { folder };
    variant(folder).map(|_| folder.to_owned())
}

fn variant(folder: &Path) -> Option<Variant> {
    let folder = folder.canonicalize().ok()?;
    let name = folder.file_name()?.to_str()?;
    Variant::ALL
        .into_iter()
        .find(|variant| variant.name() == name)
}

/// Adds the tables of a folder: those that are there, and the finished units of those that are not whole yet.
pub(crate) fn add(folder: &Path, survey: &mut Survey) {
    let Some(variant) = variant(folder) else {
        return;
    };
    let mut parts = Vec::new();
    let mut pieces = 0;
    for material in materials(folder) {
        let all = Slice::units_of(material, &variant.shape()).len() as u64;
        let file = folder.join(format!("{material}.{}", Content::Values.extension()));
        let mut part = if file.exists() {
            // Its headers and directory have checksums; `kamen tables verify` looks at the rest.
            match TableFile::open(&file, variant, Content::Values) {
                Ok(_) => Part::new(&file, all, Some(all)),
                Err(error) => {
                    survey.unread.push(Unread::damaged(&file, error));
                    continue;
                }
            }
        } else {
            unfinished(folder, material, &variant.shape())
        };
        part.is_running |= is_in_use(&file);
        pieces = pieces.max(material.pieces());
        parts.push(part);
    }
    let all = Material::units_in(variant, pieces);
    let all = all
        .into_iter()
        .map(|material| Slice::units_of(material, &variant.shape()).len() as u64);
    survey.jobs.push(Job {
        command: "tables",
        what: format!("{variant}, up to {pieces} pieces, {}", folder.display()),
        unit: "slices",
        all: Some(all.sum()),
        parts,
        standings: Vec::new(),
        notes: Vec::new(),
        identity: folder.display().to_string(),
    });
}

/// The materials that a folder has files of.
fn materials(folder: &Path) -> BTreeSet<Material> {
    let units = names(&folder.join(UNITS), COMPLETE);
    let units = units.iter().filter_map(|name| material_of(name));
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = files.filter_map(|entry| material_of(entry.path().file_stem()?.to_str()?));
    files.chain(units).map(Material::unit).collect()
}

/// The material of a name such as `mk-k`, or `mk-k-3` for one of its units.
fn material_of(name: &str) -> Option<Material> {
    let sides: Vec<&str> = name.splitn(3, '-').take(2).collect();
    sides.join("-").parse().ok()
}

/// The finished units of a material that is not whole: those in a folder of its own, or those that processes of their own have made.
fn unfinished(folder: &Path, material: Material, board: &Shape) -> Part {
    let units_of = Slice::units_of(material, board);
    let all = units_of.len() as u64;
    let (own, shared) = (folder.join(format!("{material}.parts")), folder.join(UNITS));
    if own.exists() {
        let done = names(&own, Content::Values.extension()).len() as u64;
        return Part::new(&own, done, Some(all));
    }
    let units = names(&shared, COMPLETE);
    let of = units
        .iter()
        .filter(|name| material_of(name) == Some(material));
    let done = match units.contains(&material.to_string()) {
        true => all,
        false => of.count() as u64,
    };
    let mut part = Part::new(&shared, done, Some(all));
    let whole = material.to_string();
    let mut wanted = units_of.iter().map(ToString::to_string).chain([whole]);
    part.is_running = wanted.any(|name| is_in_use(&shared.join(format!("{name}.{COMPLETE}"))));
    part
}

/// The names of the files in a folder that end so, without that.
fn names(folder: &Path, ending: &str) -> BTreeSet<String> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let name = |name: &str| {
        name.strip_suffix(ending)?
            .strip_suffix('.')
            .map(str::to_owned)
    };
    files
        .filter_map(|entry| name(entry.file_name().to_str()?))
        .filter(|name| !name.starts_with('.'))
        .collect()
}
