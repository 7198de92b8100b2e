//! A list of moves.

use super::status::free;
use super::text::c_string;
use kamen_core::notation::usual_name;
use kamen_core::{AnyMove, AnyPosition, SquareName};
use std::ffi::{CString, c_char};
use std::ptr::null;

/// Moves of one position.
pub struct MovesHandle {
    moves: Vec<Texts>,
}

/// A move, as it is written.
struct Texts {
    usual: CString,
    hub: CString,
    path: CString,
    captured: CString,
}

impl MovesHandle {
    pub(crate) fn new(position: &AnyPosition, moves: &[AnyMove]) -> MovesHandle {
        let joined = |squares: Vec<SquareName>| {
            let names = squares.into_iter();
            let names = names.map(|square| usual_name(position.variant(), square).to_string());
            c_string(&names.collect::<Vec<_>>().join(" "))
        };
        let texts = |m: &AnyMove| Texts {
            usual: c_string(&position.write_move(m)),
            hub: c_string(&m.to_string()),
            path: joined(position.path(m)),
            captured: joined(m.captured()),
        };
        MovesHandle {
            moves: moves.iter().map(texts).collect(),
        }
    }

    /// A text of one move; null if it is not there.
    ///
    /// # Safety
    /// `moves` is null or a list of moves.
    unsafe fn text(
        moves: *const MovesHandle,
        index: usize,
        of: impl Fn(&Texts) -> &CString,
    ) -> *const c_char {
        // SAFETY: as the caller promises.
        let moves = unsafe { moves.as_ref() };
        let found = moves.and_then(|moves| moves.moves.get(index));
        found.map_or(null(), |texts| of(texts).as_ptr())
    }
}

/// The number of moves; 0 for a null pointer.
///
/// # Safety
/// `moves` is null or a list of moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_moves_count(moves: *const MovesHandle) -> usize {
    // SAFETY: as the caller promises.
    unsafe { moves.as_ref() }.map_or(0, |moves| moves.moves.len())
}

/// A move in the notation of its variant: `c3-d4`, `32-28`, `d4xf6`. Null beyond the end. It belongs to the list.
///
/// # Safety
/// `moves` is null or a list of moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_moves_text(
    moves: *const MovesHandle,
    index: usize,
) -> *const c_char {
    // SAFETY: as the caller promises.
    unsafe { MovesHandle::text(moves, index, |texts| &texts.usual) }
}

/// A move in the notation of Hub, in which no two moves are alike. Null beyond the end. It belongs to the list.
///
/// # Safety
/// `moves` is null or a list of moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_moves_hub(moves: *const MovesHandle, index: usize) -> *const c_char {
    // SAFETY: as the caller promises.
    unsafe { MovesHandle::text(moves, index, |texts| &texts.hub) }
}

/// The squares on which the piece stands during a move, the first and the last included, with spaces between them. Null beyond the
/// end. It belongs to the list.
///
/// # Safety
/// `moves` is null or a list of moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_moves_path(
    moves: *const MovesHandle,
    index: usize,
) -> *const c_char {
    // SAFETY: as the caller promises.
    unsafe { MovesHandle::text(moves, index, |texts| &texts.path) }
}

/// The squares of the pieces that a move captures, by their numbers, with spaces between them; empty for a quiet move. Null beyond the end. It
/// belongs to the list.
///
/// # Safety
/// `moves` is null or a list of moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_moves_captured(
    moves: *const MovesHandle,
    index: usize,
) -> *const c_char {
    // SAFETY: as the caller promises.
    unsafe { MovesHandle::text(moves, index, |texts| &texts.captured) }
}

/// Frees a list of moves.
///
/// # Safety
/// `moves` is null or a list of moves that nobody uses any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_moves_free(moves: *mut MovesHandle) {
    // SAFETY: as the caller promises.
    unsafe { free(moves) }
}
