//! The variants by number and by name, and the version.

use super::status::{Error, Out, Status, guarded};
use super::text::{c_string, text};
use kamen_core::geometry::Square;
use kamen_core::notation::{Diagram, SquareName, square_named};
use kamen_core::{AnyPosition, Variant};
use std::ffi::{CString, c_char};
use std::sync::LazyLock;

/// The version of the library, as `0.1.0`. It belongs to the library.
#[unsafe(no_mangle)]
pub extern "C" fn kamen_version() -> *const c_char {
    const VERSION: &[u8] = concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes();
    VERSION.as_ptr().cast()
}

/// The number of variants.
#[unsafe(no_mangle)]
pub extern "C" fn kamen_variant_count() -> usize {
    Variant::ALL.len()
}

/// The name of a variant by its place in the list, from 0, as functions that take a variant want it: `czech`. Null beyond the
/// end. It belongs to the library.
#[unsafe(no_mangle)]
pub extern "C" fn kamen_variant_name(index: usize) -> *const c_char {
    static NAMES: LazyLock<Vec<CString>> = LazyLock::new(|| {
        let names = Variant::ALL.iter();
        names.map(|variant| c_string(variant.name())).collect()
    });
    NAMES
        .get(index)
        .map_or(std::ptr::null(), |name| name.as_ptr())
}

/// The number of ranks and of files of the board of a variant.
///
/// # Safety
/// `variant` is null or a text; `ranks` and `files` are null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_variant_board(
    variant: *const c_char,
    ranks: *mut u32,
    files: *mut u32,
) -> Status {
    guarded(|| {
        let (to_ranks, to_files) = (Out::new(ranks, "ranks")?, Out::new(files, "files")?);
        // SAFETY: a text, as the caller promises.
        let variant = variant_of(unsafe { text(variant, "variant") }?)?;
        let shape = variant.shape();
        // SAFETY: valid for a write, as the caller promises.
        unsafe {
            to_ranks.write(shape.height as u32);
            to_files.write(shape.width as u32);
        }
        Ok(())
    })
}

/// Where a square lies on the board as White sees it: its row from the top and its column from the left, both from 0. Squares are
/// named by their number or their letters.
///
/// # Safety
/// `variant` and `square` are null or texts; `row` and `column` are null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_variant_place(
    variant: *const c_char,
    square: *const c_char,
    row: *mut u32,
    column: *mut u32,
) -> Status {
    guarded(|| {
        let (to_row, to_column) = (Out::new(row, "row")?, Out::new(column, "column")?);
        // SAFETY: texts, as the caller promises.
        let (variant, name) = unsafe { (text(variant, "variant")?, text(square, "square")?) };
        let variant = variant_of(variant)?;
        let square = square_of(variant, name)?.1;
        let [row, column] = Diagram::new(AnyPosition::start(variant)).cell(square);
        // SAFETY: valid for a write, as the caller promises.
        unsafe {
            to_row.write(row as u32);
            to_column.write(column as u32);
        }
        Ok(())
    })
}

/// A square by its name.
pub(crate) fn square_of(variant: Variant, text: &str) -> Result<(SquareName, Square), Error> {
    let name: Option<SquareName> = text.parse().ok();
    let found = name.and_then(|name| Some((name, square_named(variant, name)?)));
    found.ok_or_else(|| Error::Absent(format!("no square '{text}' in {variant}")))
}

/// A variant by its name.
pub(crate) fn variant_of(name: &str) -> Result<Variant, Error> {
    Ok(name.parse()?)
}
