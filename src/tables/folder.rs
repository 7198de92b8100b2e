//! Makes the tables of a variant in a folder. Begin with [`Folder::make`].
//!
//! The tables of a material and of its turned one stand in one file, and those of the units that are finished while others of
//! the material are not, in files of a folder of their own. Whatever is there is not made again.

use super::any_maker::{AnyMaker, any_maker};
use super::content::Content;
use super::file::{Entry, TableFile};
use super::file_error::{TableFileError, Unusable};
use super::make_error::MakeError;
use super::material::Material;
use super::pack::join;
use super::slice::Slice;
use super::units::bytes_of;
use kamen_core::rules::Variant;
use kamen_files::{Lock, can_have, fault, remove_abandoned};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The folder of the tables of a variant.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    variant: Variant,
}

/// How tables are made.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Whether to keep distances too.
    pub distances: bool,
    /// The most bytes for the tables in memory and the unit that is solved; files are read and written beside.
    pub memory: u64,
}

/// A material whose tables are there.
#[derive(Clone, Debug)]
pub struct Made {
    /// The material; its turned one is in the same file.
    pub material: Material,
    /// Units that were made, and units that had been there.
    pub units: [usize; 2],
    /// Wins, draws and losses.
    pub counts: [u64; 3],
    /// The longest win or loss in plies; 0 without distances.
    pub longest: u16,
    /// Bytes of its files.
    pub bytes: u64,
}

impl Folder {
    /// The folder of a variant below the folder of all.
    pub fn new(root: &Path, variant: Variant) -> Folder {
        Folder {
            path: root.join(variant.facts().name),
            variant,
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file of a material.
    pub fn file(&self, material: Material, content: Content) -> PathBuf {
        let name = format!("{}.{}", material.unit(), content.extension());
        self.path.join(name)
    }

    /// Its variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The folder of the units of a material while not all are finished.
    fn parts(&self, material: Material) -> PathBuf {
        self.path.join(format!("{}.parts", material.unit()))
    }

    /// The file of a unit there.
    pub(super) fn part(&self, unit: Slice, content: Content) -> PathBuf {
        let name = format!("{unit}.{}", content.extension());
        self.parts(unit.material).join(name)
    }

    /// Makes the tables of some materials, in their order; what these need must be there, or come before them.
    /// `done` hears of each.
    ///
    /// # Errors
    /// If a file is missing, damaged or cannot be written, or the memory does not suffice. What was made stays.
    pub fn make(
        &self,
        materials: &[Material],
        settings: &Settings,
        done: &mut dyn FnMut(&Made),
    ) -> Result<(), MakeError> {
        let mut maker = any_maker(self.variant, settings.distances);
        self.make_with(&mut *maker, materials, settings, done)
    }

    fn make_with(
        &self,
        maker: &mut dyn AnyMaker,
        materials: &[Material],
        settings: &Settings,
        done: &mut dyn FnMut(&Made),
    ) -> Result<(), MakeError> {
        let board = &self.variant.shape();
        for (place, &material) in materials.iter().enumerate() {
            let mut missing = needed_by(material);
            missing.retain(|&other| {
                let slice = Slice::of_material(other, board)[0];
                !maker.has(slice)
            });
            // What a later one needs stays, if there is room: reading takes time.
            let wanted = missing.iter().chain([&material]);
            let units = wanted.flat_map(|&wanted| Slice::units_of(wanted, board));
            let bytes = units.map(|unit| bytes_of(unit, board, settings.distances));
            let has_room = maker.held_bytes() + bytes.sum::<u64>() <= settings.memory;
            let last = if has_room { materials.len() } else { place + 1 };
            let later = materials[place..last].iter().copied().map(needed_by);
            let kept: BTreeSet<_> = later.flatten().collect();
            maker.keep(&|slice| kept.contains(&slice.material.unit()));
            if !self.has(material, settings.distances) {
                for other in missing {
                    self.load(maker, other)?;
                }
            }
            done(
                &self.make_material(material, settings.distances, &mut |unit| {
                    // A damaged one is made anew.
                    if self.read_part(maker, unit).unwrap_or_default() {
                        return Ok(false);
                    }
                    let more = bytes_of(unit, board, settings.distances);
                    let needed = maker.held_bytes() + more;
                    check_memory(&unit.material.to_string(), needed, more, settings)?;
                    maker.solve(unit)?;
                    maker.write(unit, &|content| self.part(unit, content))?;
                    Ok(true)
                })?,
            );
        }
        Ok(())
    }

    /// Whether a material is there. Values that were made without distances are none that belong to some.
    pub fn has(&self, material: Material, distances: bool) -> bool {
        let there = |content| self.file(material, content).exists();
        if !distances {
            return there(Content::Values);
        }
        // What is damaged is told when it is read.
        there(Content::Values)
            && there(Content::Distances)
            && self
                .files(material, true)
                .map_or(true, |files| belong(&files))
    }

    /// Makes the files of a material, unless they are there, of those of its units, which `make` makes; it says whether they
    /// had not been there.
    pub(super) fn make_material(
        &self,
        material: Material,
        distances: bool,
        make: &mut dyn FnMut(Slice) -> Result<bool, MakeError>,
    ) -> Result<Made, MakeError> {
        let parts = self.parts(material);
        let all = Slice::units_of(material, &self.variant.shape());
        let is_there = || self.has(material, distances);
        if is_there() && !parts.exists() {
            Lock::sweep(&self.file(material, Content::Values));
            return self.made(material, distances, [0, 0]);
        }
        self.make_folder(&parts)?;
        let _lock = self.lock(material)?;
        if is_there() {
            // Left by a run that was killed when the file was there, or made meanwhile.
            self.remove_parts(material, &all);
            return self.made(material, distances, [0, 0]);
        }
        let mut units = [0, 0];
        for &unit in &all {
            let is_new = make(unit)?;
            units[usize::from(!is_new)] += 1;
        }
        let files = all.iter().map(|&unit| self.open_part(unit, distances));
        let files = files.collect::<Result<Vec<_>, _>>()?;
        join(self.variant, &files, &|content| {
            self.file(material, content)
        })?;
        self.remove_parts(material, &all);
        self.made(material, distances, units)
    }

    /// Keeps other processes from making the tables of a material.
    fn lock(&self, material: Material) -> Result<Lock, MakeError> {
        let path = self.file(material, Content::Values);
        Ok(Lock::on(&path, "process that makes it")?)
    }

    /// Removes the files of units that are in the file of their material, and their folder, if nothing else is in it. What
    /// cannot be removed does no harm.
    fn remove_parts(&self, material: Material, units: &[Slice]) {
        for &unit in units {
            for content in [Content::Values, Content::Distances] {
                let path = self.part(unit, content);
                remove_abandoned(&path);
                if path.exists() {
                    let _ = fault::remove(&path);
                }
            }
        }
        fault::before_write();
        let _ = std::fs::remove_dir(self.parts(material));
    }

    /// Adds the tables of a unit that was finished before; whether it was.
    fn read_part(&self, maker: &mut dyn AnyMaker, unit: Slice) -> Result<bool, MakeError> {
        let Some((values, distances)) = self.parts_of(unit, maker.holds_distances()) else {
            return Ok(false);
        };
        maker.add(&values, distances.as_ref())?;
        Ok(true)
    }

    /// The files of a unit that was finished before, if they are there, can be opened and belong together.
    pub(super) fn parts_of(
        &self,
        unit: Slice,
        distances: bool,
    ) -> Option<(TableFile, Option<TableFile>)> {
        self.open_part(unit, distances).ok().filter(belong)
    }

    /// Makes a folder and those above it.
    pub(super) fn make_folder(&self, path: &Path) -> Result<(), MakeError> {
        std::fs::create_dir_all(path).map_err(|why| MakeError::Folder {
            path: path.to_owned(),
            why,
        })
    }

    /// Opens the files of a unit, of values and, if they are asked for, of distances.
    fn open_part(
        &self,
        unit: Slice,
        distances: bool,
    ) -> Result<(TableFile, Option<TableFile>), TableFileError> {
        let open = |content| {
            let path = self.part(unit, content);
            TableFile::open(&path, self.variant, content)
        };
        let distances = distances.then(|| open(Content::Distances)).transpose()?;
        Ok((open(Content::Values)?, distances))
    }

    fn open(&self, material: Material, content: Content) -> Result<TableFile, TableFileError> {
        let file = TableFile::open(&self.file(material, content), self.variant, content)?;
        let is_of_it = |entry: &Entry| entry.slice.material.unit() == material.unit();
        match file.slices().iter().find(|entry| !is_of_it(entry)) {
            None => Ok(file),
            Some(other) => Err(TableFileError {
                path: file.path().to_owned(),
                why: Unusable::Material {
                    found: other.slice.material,
                    expected: material,
                },
            }),
        }
    }

    /// Adds the tables of a material to a maker that has all those that it leads to.
    ///
    /// # Errors
    /// If there is no such file, or it is damaged.
    pub fn load(&self, maker: &mut dyn AnyMaker, material: Material) -> Result<(), MakeError> {
        let (values, distances) = self.files(material, maker.holds_distances())?;
        maker.add(&values, distances.as_ref())?;
        Ok(())
    }

    /// Opens the files of a material, of values and, if they are asked for, of distances.
    ///
    /// # Errors
    /// If there is no such file, or it is damaged.
    pub(super) fn files(
        &self,
        material: Material,
        distances: bool,
    ) -> Result<(TableFile, Option<TableFile>), TableFileError> {
        let open = |content| self.open(material, content);
        let distances = distances.then(|| open(Content::Distances)).transpose()?;
        Ok((open(Content::Values)?, distances))
    }

    /// Verifies the tables of a material, which must have been added to the maker with all that they lead to.
    ///
    /// # Errors
    /// If a value is not what the moves of its position say, or the file counts otherwise.
    pub fn verify(&self, maker: &dyn AnyMaker, material: Material) -> Result<(), MakeError> {
        let file = self.open(material, Content::Values)?;
        for entry in file.slices() {
            if maker.counts(entry.slice) != Some(entry.counts) {
                return Err(MakeError::File(TableFileError {
                    path: file.path().to_owned(),
                    why: Unusable::Counts(entry.slice.to_string()),
                }));
            }
        }
        for unit in Slice::units_of(material, &self.variant.shape()) {
            maker.check(unit)?;
        }
        Ok(())
    }

    /// What there is of a material now, after a look at all bytes of its files.
    fn made(
        &self,
        material: Material,
        distances: bool,
        units: [usize; 2],
    ) -> Result<Made, MakeError> {
        let open = |content| -> Result<TableFile, MakeError> {
            let file = self.open(material, content)?;
            file.check_blocks()?;
            Ok(file)
        };
        let values = open(Content::Values)?;
        let mut bytes = values.bytes();
        if distances {
            bytes += open(Content::Distances)?.bytes();
        }
        Ok(Made {
            material,
            units,
            counts: values.counts(),
            longest: values.longest(),
            bytes,
        })
    }
}

/// The materials that positions of a material lead to, by one move or more, each after those that it leads to itself.
pub fn needed_by(material: Material) -> Vec<Material> {
    let mut found = BTreeSet::new();
    let mut open = vec![material.unit()];
    while let Some(next) = open.pop() {
        for after in next.successors() {
            if after != material.unit() && found.insert(after) {
                open.push(after);
            }
        }
    }
    let all = Material::units(material.pieces()).into_iter();
    all.filter(|other| found.contains(other)).collect()
}

/// Whether values and distances are of one run, and not the values of an earlier one without distances.
fn belong((values, distances): &(TableFile, Option<TableFile>)) -> bool {
    (distances.as_ref()).is_none_or(|distances| distances.longest() == values.longest())
}

/// Whether so many bytes may be used, of which `more` are not in use yet.
pub(super) fn check_memory(
    what: &str,
    needed: u64,
    more: u64,
    settings: &Settings,
) -> Result<(), MakeError> {
    let what = what.to_owned();
    if needed > settings.memory {
        let allowed = settings.memory;
        return Err(MakeError::Memory {
            what,
            needed,
            allowed,
        });
    }
    match can_have(more) {
        true => Ok(()),
        false => Err(MakeError::Refused { what, needed }),
    }
}
