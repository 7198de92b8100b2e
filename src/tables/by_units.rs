//! Makes tables unit by unit, each in a process of its own, and joins them. Begin with [`Folder::make_units`].
//!
//! The complete tables of units stand in files of a folder beside the files of the materials, where those that need them find
//! them. When all materials are joined, that folder is needed no more.

use super::any_maker::{AnyMaker, any_maker};
use super::complete::open_complete;
use super::content::Content;
use super::file::TableFile;
use super::file_error::{TableFileError, Unusable};
use super::folder::{Folder, Made, Settings, check_memory};
use super::make_error::MakeError;
use super::material::Material;
use super::slice::Slice;
use super::units::Units;
use kamen_files::Lock;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The folder of complete tables in that of a variant.
const FOLDER: &str = "units";

/// Units whose complete tables are there.
#[derive(Clone, Debug)]
pub struct MadeUnits {
    /// Their file.
    pub path: PathBuf,
    /// Whether they were made now.
    pub is_new: bool,
    /// Wins, draws and losses.
    pub counts: [u64; 3],
    /// The longest win or loss in plies; 0 without distances.
    pub longest: u16,
    /// Bytes of the file.
    pub bytes: u64,
}

impl Folder {
    /// The file of the complete tables of units.
    pub fn complete(&self, units: Units) -> PathBuf {
        let name = format!("{units}.{}", Content::Complete.extension());
        self.path().join(FOLDER).join(name)
    }

    /// Makes units and verifies them, unless their file is there. Those that they lead to must be there.
    ///
    /// # Errors
    /// If the board has no such units, a file is missing, damaged, does not fit or cannot be written, or the memory does not
    /// suffice.
    pub fn make_units(&self, units: Units, settings: &Settings) -> Result<MadeUnits, MakeError> {
        let all = units.units(&self.variant().shape());
        if all.is_empty() {
            return Err(MakeError::NoUnits(units));
        }
        let path = self.complete(units);
        let found = |is_new| -> Result<MadeUnits, MakeError> {
            let file = self.open_units(units, settings.distances)?;
            file.check_blocks()?;
            Ok(MadeUnits {
                path: path.clone(),
                is_new,
                counts: file.counts(),
                longest: file.longest(),
                bytes: file.bytes(),
            })
        };
        if path.exists() {
            Lock::sweep(&path);
            return found(false);
        }
        self.make_folder(&self.path().join(FOLDER))?;
        let _lock = Lock::on(&path, "process that makes it")?;
        if path.exists() {
            return found(false);
        }
        let needed = units.memory(self.variant(), settings.distances);
        check_memory(&units.to_string(), needed, needed, settings)?;
        let mut maker = any_maker(self.variant(), settings.distances);
        self.load_needed(&mut *maker, units)?;
        for &unit in &all {
            maker.solve(unit)?;
        }
        maker.write_complete(&all, &path)?;
        found(true)
    }

    /// Adds the tables that units need.
    fn load_needed(&self, maker: &mut dyn AnyMaker, units: Units) -> Result<(), MakeError> {
        let mut files = BTreeMap::<Units, BTreeSet<Slice>>::new();
        for needed in units.needs(self.variant()) {
            let holder = self.holder(needed).ok_or_else(|| MakeError::Missing {
                needed: Units::One(needed),
                by: units.to_string(),
                folder: self.path().join(FOLDER),
            })?;
            files.entry(holder).or_default().insert(needed);
        }
        for (holder, needed) in files {
            let file = self.open_units(holder, maker.holds_distances())?;
            maker.add_complete(&file, &|slice| needed.contains(&slice.unit()))?;
        }
        Ok(())
    }

    /// Those whose file has the complete tables of a unit.
    fn holder(&self, unit: Slice) -> Option<Units> {
        let mut holders = [Units::One(unit), Units::All(unit.material)].into_iter();
        holders.find(|&holder| self.complete(holder).exists())
    }

    fn open_units(&self, units: Units, distances: bool) -> Result<TableFile, TableFileError> {
        let file = open_complete(&self.complete(units), self.variant(), distances)?;
        let expected = units.units(&self.variant().shape()).into_iter();
        let expected: BTreeSet<Slice> = expected.flat_map(Slice::both).collect();
        let found: BTreeSet<Slice> = file.slices().iter().map(|entry| entry.slice).collect();
        if found == expected {
            return Ok(file);
        }
        let other = found.first().map(|&slice| Units::One(slice).to_string());
        Err(TableFileError {
            path: file.path().to_owned(),
            why: Unusable::Units {
                found: other.unwrap_or_default(),
                expected: units.to_string(),
            },
        })
    }

    /// Joins all units of a material into its files, unless these are there.
    ///
    /// # Errors
    /// If a unit is missing, a file is damaged, does not fit or cannot be written, or the memory does not suffice.
    pub fn join(&self, material: Material, settings: &Settings) -> Result<Made, MakeError> {
        let variant = self.variant();
        let all = Units::All(material);
        let needed = all.join_memory(&variant.shape(), settings.distances);
        self.make_material(material, settings.distances, &mut |unit| {
            if self.has_part(unit, settings.distances) {
                return Ok(false);
            }
            check_memory(&all.to_string(), needed, needed, settings)?;
            let holder = self.holder(unit).ok_or_else(|| MakeError::Missing {
                needed: Units::One(unit),
                by: all.to_string(),
                folder: self.path().join(FOLDER),
            })?;
            let file = self.open_units(holder, settings.distances)?;
            let mut maker = any_maker(variant, settings.distances);
            maker.add_complete(&file, &|slice| slice.unit() == unit)?;
            maker.write(unit, &|content| self.part(unit, content))?;
            Ok(true)
        })
    }

    /// Whether the files of a unit are there and sound.
    fn has_part(&self, unit: Slice, distances: bool) -> bool {
        let sound = |(values, distances): (TableFile, Option<TableFile>)| {
            let files = [Some(values), distances];
            files
                .iter()
                .flatten()
                .all(|file| file.check_blocks().is_ok())
        };
        self.parts_of(unit, distances).is_some_and(sound)
    }
}
