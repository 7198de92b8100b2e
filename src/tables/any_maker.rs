//! A [`Maker`] whose rules are known at run time: what makes tables is compiled in this crate, once for each type of rules.

use super::codings::{Codings, compare};
use super::complete::{read_complete, write_complete};
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
use std::path::{Path, PathBuf};

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

    /// See [`Maker::retain`].
    fn keep(&mut self, wanted: &dyn Fn(Slice) -> bool);

    /// Makes the tables of a unit, checks and adds them.
    ///
    /// # Errors
    /// If a value is wrong.
    fn solve(&mut self, unit: Slice) -> Result<(), MakeError>;

    /// Writes the tables of a unit; see [`write()`].
    ///
    /// # Errors
    /// If a file cannot be written.
    fn write(
        &self,
        unit: Slice,
        path_of: &dyn Fn(Content) -> PathBuf,
    ) -> Result<(), TableFileError>;

    /// Writes the complete tables of units into a file.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_complete(&self, units: &[Slice], path: &Path) -> Result<(), TableFileError>;

    /// Adds the tables of a file of complete ones, of the slices of which this is true.
    ///
    /// # Errors
    /// If it is damaged.
    fn add_complete(
        &mut self,
        file: &TableFile,
        wanted: &dyn Fn(Slice) -> bool,
    ) -> Result<(), TableFileError>;

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

    fn keep(&mut self, wanted: &dyn Fn(Slice) -> bool) {
        self.retain(wanted);
    }

    fn solve(&mut self, unit: Slice) -> Result<(), MakeError> {
        let tables = self.make(unit);
        let all: Vec<_> = tables.iter().collect();
        check(self, unit, &all)?;
        tables.into_iter().for_each(|table| self.insert(table));
        Ok(())
    }

    fn write(
        &self,
        unit: Slice,
        path_of: &dyn Fn(Content) -> PathBuf,
    ) -> Result<(), TableFileError> {
        write(self, &tables_of(self, &[unit]), path_of)
    }

    fn write_complete(&self, units: &[Slice], path: &Path) -> Result<(), TableFileError> {
        let variant = self.variant().variant();
        let tables = tables_of(self, units);
        write_complete(variant, &tables, self.has_distances(), path)
    }

    fn add_complete(
        &mut self,
        file: &TableFile,
        wanted: &dyn Fn(Slice) -> bool,
    ) -> Result<(), TableFileError> {
        let tables = read_complete(file, wanted)?;
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
        check(self, unit, &tables_of(self, &[unit]))
    }

    fn codings(&self, slices: &[Slice]) -> io::Result<Codings> {
        let tables: Vec<_> = slices
            .iter()
            .filter_map(|&slice| self.table(slice))
            .collect();
        compare::<R>(&tables)
    }
}

/// The tables of units, as far as they are there.
fn tables_of<'a, R: Rules>(maker: &'a Maker<R>, units: &[Slice]) -> Vec<&'a Table<R::Geometry>> {
    let slices = units.iter().flat_map(|unit| unit.both());
    slices.filter_map(|slice| maker.table(slice)).collect()
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
