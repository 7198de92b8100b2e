//! A [`Maker`] whose rules are known at run time: what makes tables is compiled in this crate, once for each type of rules.

use super::codings::{Codings, compare};
use super::content::Content;
use super::file::TableFile;
use super::file_error::TableFileError;
use super::make::Maker;
use super::make_error::MakeError;
use super::pack::{read, write};
use super::slice::Slice;
use super::value::Table;
use kamen_core::rules::{Rules, Variant};
use kamen_core::with_rules;
use std::io;
use std::path::PathBuf;

/// A maker for a variant, with or without distances.
pub fn any_maker(variant: Variant, distances: bool) -> Box<dyn AnyMaker> {
    with_rules!(variant, of: R => Box::new(Maker::<R>::new(of, distances)))
}

/// What is asked of a [`Maker`], whatever its rules.
pub trait AnyMaker {
    /// See [`Maker::has_distances`].
    fn holds_distances(&self) -> bool;

    /// Whether it has the table of a slice.
    fn has(&self, slice: Slice) -> bool;

    /// Wins, draws and losses of the table of a slice, if it is there.
    fn counts(&self, slice: Slice) -> Option<[u64; 3]>;

    /// See [`Maker::held`].
    fn held_bytes(&self) -> u64;

    /// See [`Maker::bytes`].
    fn bytes_of(&self, unit: Slice) -> u64;

    /// See [`Maker::retain`].
    fn keep(&mut self, wanted: &dyn Fn(Slice) -> bool);

    /// Makes the tables of a unit, checks and writes them, and adds them.
    ///
    /// # Errors
    /// If a value is wrong, or a file cannot be written.
    fn make_into(
        &mut self,
        unit: Slice,
        path_of: &dyn Fn(Content) -> PathBuf,
    ) -> Result<(), MakeError>;

    /// Adds the tables of a file of values, and of one of distances.
    ///
    /// # Errors
    /// If a file is damaged.
    fn add(
        &mut self,
        values: &TableFile,
        distances: Option<&TableFile>,
    ) -> Result<(), TableFileError>;

    /// Verifies the tables of a unit.
    ///
    /// # Errors
    /// If a value is not what the moves of its position say.
    fn check(&self, unit: Slice) -> Result<(), MakeError>;

    /// Packs the tables of some slices by each coding; those that are not there are left out.
    ///
    /// # Errors
    /// If zstd fails.
    fn codings(&self, slices: &[Slice]) -> io::Result<Codings>;
}

impl<R: Rules> AnyMaker for Maker<R> {
    fn holds_distances(&self) -> bool {
        self.has_distances()
    }

    fn has(&self, slice: Slice) -> bool {
        self.table(slice).is_some()
    }

    fn counts(&self, slice: Slice) -> Option<[u64; 3]> {
        self.table(slice).map(Table::counts)
    }

    fn held_bytes(&self) -> u64 {
        self.held()
    }

    fn bytes_of(&self, unit: Slice) -> u64 {
        Maker::<R>::bytes(unit, self.has_distances())
    }

    fn keep(&mut self, wanted: &dyn Fn(Slice) -> bool) {
        self.retain(wanted);
    }

    fn make_into(
        &mut self,
        unit: Slice,
        path_of: &dyn Fn(Content) -> PathBuf,
    ) -> Result<(), MakeError> {
        let tables = self.make(unit);
        let all: Vec<_> = tables.iter().collect();
        check(self, unit, &all)?;
        write(self, &all, path_of)?;
        tables.into_iter().for_each(|table| self.insert(table));
        Ok(())
    }

    fn add(
        &mut self,
        values: &TableFile,
        distances: Option<&TableFile>,
    ) -> Result<(), TableFileError> {
        read(self, values, distances).map(drop)
    }

    fn check(&self, unit: Slice) -> Result<(), MakeError> {
        let mut tables = Vec::new();
        for slice in unit.both() {
            tables.extend(self.table(slice));
        }
        check(self, unit, &tables)
    }

    fn codings(&self, slices: &[Slice]) -> io::Result<Codings> {
        let tables: Vec<_> = slices
            .iter()
            .filter_map(|&slice| self.table(slice))
            .collect();
        compare::<R>(&tables)
    }
}

fn check<R: Rules>(
    maker: &Maker<R>,
    unit: Slice,
    tables: &[&Table<R::Geometry>],
) -> Result<(), MakeError> {
    match maker.fault(tables) {
        None => Ok(()),
        Some(_) => Err(MakeError::Wrong(unit)),
    }
}
