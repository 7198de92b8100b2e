//! Reads games again that an index has. Begin with [`Reopened`].

use crate::CliError;
use crate::pdn::index::first_place;
use crate::pdn::read::{InVariant, Source as Known, TextGame, open};
use crate::pdn::scan::Scan;
use crate::pdn::{PdnError, Reading};
use kamen_collection::index::{Index, IndexError, Indexed, Source};
use kamen_core::notation::pdn::replay;
use kamen_core::rules::Variant;
use kamen_protocol::pdn::{FaultyGame, Reader};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Games on a line are looked at up to this number.
const MOST_ON_A_LINE: usize = 1000;

/// A file of games that an index has, open for reading again.
#[derive(Default)]
pub(super) struct Reopened {
    /// With what the index says of it.
    file: Option<(Source, File)>,
    path: PathBuf,
}

impl Reopened {
    /// The file of the last game.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads a game again, and holds it to be the right one if `is_it` does: where the index says that it begins, or else by its
    /// number from the beginning of the file.
    ///
    /// # Errors
    /// The file has changed, or cannot be read.
    pub(super) fn game(
        &mut self,
        index: &Index,
        source: &Source,
        known: &Indexed,
        variant: Option<Variant>,
        is_it: &(dyn Fn(&TextGame) -> bool + Sync),
    ) -> Result<TextGame, CliError> {
        let failed = |path: &Path, error| CliError::from(PdnError::file(path, error));
        if self.file.as_ref().is_none_or(|(other, _)| other != source) {
            index.check(source).map_err(PdnError::from)?;
            self.path = index.locate(source);
            let opened = File::open(&self.path).map_err(|error| failed(&self.path, error))?;
            self.file = Some((source.clone(), opened));
        }
        if let Some((_, file)) = &mut self.file {
            file.seek(SeekFrom::Start(known.offset))
                .map_err(|error| failed(&self.path, error))?;
            if let Some(game) = at_column(file, known).filter(is_it) {
                return Ok(game);
            }
        }
        by_number(&self.path, known, variant, is_it)?.ok_or_else(|| {
            PdnError::from(IndexError::Changed {
                path: index.path().to_owned(),
                source_path: self.path.clone(),
            })
            .into()
        })
    }
}

/// The game that begins in the first line of a text, at the column that the index knows.
fn at_column(input: impl Read, known: &Indexed) -> Option<TextGame> {
    let games = Reader::new(input)
        .take(MOST_ON_A_LINE)
        .map_while(Result::ok);
    let mut on_line = games.take_while(|game| first_place(game).line <= 1);
    let game = on_line
        .find(|game| known.column == 0 || first_place(game).column == u32::from(known.column))?;
    let variant = known.facts.variant;
    Some(TextGame {
        number: known.number.into(),
        played: InVariant {
            variant,
            source: Known::Tags,
            type_warning: None,
            replay: replay(variant, &game),
        },
        read: FaultyGame {
            game,
            faults: Vec::new(),
        },
        cut: None,
    })
}

/// A game by its number.
fn by_number(
    path: &Path,
    known: &Indexed,
    variant: Option<Variant>,
    is_it: &(dyn Fn(&TextGame) -> bool + Sync),
) -> Result<Option<TextGame>, CliError> {
    let mut found = None;
    let before = u64::from(known.number).saturating_sub(1);
    let scan = Scan {
        skip: before,
        ..Scan::of_all(path, variant, Reading::default())
    };
    scan.run(open(path), &is_it, &mut |game, is_it| {
        found = is_it.then_some(game);
        Ok(ControlFlow::Break(()))
    })?;
    Ok(found)
}
