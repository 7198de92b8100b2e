//! Endgame tables.

use super::game::GameHandle;
use super::status::{Error, Out, Status, borrowed, free, guarded, handle};
use super::text::{optional_text, text};
use super::variants::variant_of;
use kamen_tables::{MOST_PIECES, Tables, Value};
use std::ffi::c_char;
use std::path::Path;

/// The endgame tables of a variant.
pub struct TablesHandle {
    tables: Tables,
}

/// The tables of a variant: those inside the library, and those of `folder` as `kamen tables make` writes them, unless it is null. If
/// a file cannot be used, the answer is `KAMEN_STATUS_FILE`, and there are no tables. Free them with `kamen_tables_free`.
///
/// # Safety
/// `variant` and `folder` are null or texts; `tables` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_tables_new(
    variant: *const c_char,
    folder: *const c_char,
    tables: *mut *mut TablesHandle,
) -> Status {
    guarded(|| {
        let place = Out::new(tables, "tables")?;
        // SAFETY: texts, as the caller promises.
        let (variant, folder) =
            unsafe { (text(variant, "variant")?, optional_text(folder, "folder")?) };
        let mut tables = Tables::embedded(variant_of(variant)?);
        if let Some(folder) = folder {
            let folder = Path::new(folder);
            if !folder.is_dir() {
                return Err(Error::File(format!("no folder {}", folder.display())));
            }
            if let Some(problem) = tables.add_folder(folder, MOST_PIECES).first() {
                return Err(Error::File(problem.to_string()));
            }
        }
        // SAFETY: valid for a write, as the caller promises.
        unsafe { place.write(handle(TablesHandle { tables })) };
        Ok(())
    })
}

/// The most pieces of a position that the tables may have; 0 for a null pointer.
///
/// # Safety
/// `tables` is null or tables.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_tables_pieces(tables: *const TablesHandle) -> usize {
    // SAFETY: as the caller promises.
    unsafe { tables.as_ref() }.map_or(0, |tables| tables.tables.pieces())
}

/// The value of the position of a game for the side to move: 1 won, 0 drawn, -1 lost, and in how many plies, where both sides do their
/// best; -1 for a draw and where the tables do not tell. `plies` may be null. The answer is `KAMEN_STATUS_ABSENT` if no table has the
/// position.
///
/// # Safety
/// `tables` is null or tables; `game` is null or a game; `value` and `plies` are null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_tables_probe(
    tables: *const TablesHandle,
    game: *const GameHandle,
    value: *mut i32,
    plies: *mut i32,
) -> Status {
    guarded(|| {
        let place = Out::new(value, "value")?;
        // SAFETY: tables and a game, as the caller promises.
        let (tables, game) = unsafe { (borrowed(tables, "tables")?, borrowed(game, "game")?) };
        let position = game.game.position();
        let found = tables.tables.look_up(position);
        let none = || Error::Absent(format!("no table has {}", position.fen()));
        let (outcome, is_distance_known) = found.ok_or_else(none)?;
        let (number, is_decided) = match outcome.value {
            Value::Win => (1, true),
            Value::Draw => (0, false),
            Value::Loss => (-1, true),
        };
        let distance = match is_distance_known && is_decided {
            true => i32::from(outcome.distance),
            false => -1,
        };
        // SAFETY: valid for a write, as the caller promises.
        unsafe { place.write(number) };
        if let Ok(place) = Out::new(plies, "plies") {
            // SAFETY: not null, and valid for a write, as the caller promises.
            unsafe { place.write(distance) };
        }
        Ok(())
    })
}

/// Frees tables.
///
/// # Safety
/// `tables` is null or tables that nobody uses any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_tables_free(tables: *mut TablesHandle) {
    // SAFETY: as the caller promises.
    unsafe { free(tables) }
}
