//! The functions that CheckerBoard calls. Pointers end here.
//!
//! The options are locked for a moment, the engine for a whole search: while one thread has it search, others may set and ask, and a
//! second search is refused. A panic ends here, too.
#![allow(unsafe_code)]

use crate::commands;
use crate::game::{Board, Game};
use crate::moves::{CbMove, Played};
use crate::settings::Settings;
use crate::thinking::{Asker, Question, Reply, Thinker, Verdict};
use std::ffi::{CStr, c_char, c_double, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError, TryLockError};

/// The size of the texts that CheckerBoard offers for answers and for its status bar.
const TEXT: usize = 1024;

static SETTINGS: LazyLock<Mutex<Settings>> =
    LazyLock::new(|| Mutex::new(Settings::of_library(&own_file())));
static THINKER: Mutex<Option<Thinker>> = Mutex::new(None);

/// Makes a move: changes the board, and tells the move. Returns 0 for a draw, 1 for a win of the side to move, 2 for its loss, 3 for
/// what is not known; also, with an unchanged board, if there is no such position, or another thread is thinking.
///
/// `maxtime` is in seconds; `info` and `moreinfo` as `cb_interface.h` has them. The status bar shows how far it is. A null pointer
/// stands for what is of no interest, but for the board.
///
/// # Safety
/// `board` is null or valid for reads and writes of 64 numbers, `status` of 1,024 bytes; `playnow` is null or an aligned number that is
/// valid until the function returns, and that other threads change in one piece, if at all; `played` is null or valid for a write.
/// Others may read the status meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn getmove(
    board: *mut Board,
    color: c_int,
    maxtime: c_double,
    status: *mut c_char,
    playnow: *mut c_int,
    info: c_int,
    moreinfo: c_int,
    played: *mut CbMove,
) -> c_int {
    let work = || {
        // SAFETY: null or valid for reads, as the caller promises; of unaligned numbers, too.
        let asked = match board.is_null() {
            true => return Verdict::Unknown,
            false => unsafe { board.read_unaligned() },
        };
        let question = Question {
            board: asked,
            color,
            seconds: maxtime,
            info,
            more: moreinfo,
        };
        // SAFETY: null or valid while this function runs, as the caller promises.
        let mut asker = unsafe { Caller::new(status, playnow) };
        let reply = think(&question, &mut asker);
        if let Some((after, m)) = reply.played {
            // SAFETY: not null, and valid for writes, as the caller promises.
            unsafe { board.write_unaligned(after) };
            if !played.is_null() {
                // SAFETY: not null, and valid for a write, as the caller promises.
                unsafe { played.write_unaligned(m) };
            }
        }
        reply.verdict
    };
    guarded(work).unwrap_or(Verdict::Unknown) as c_int
}

/// Has the engine search, unless it does already.
fn think(question: &Question, asker: &mut dyn Asker) -> Reply {
    let settings = settings(|settings| settings.clone());
    let mut thinker = match THINKER.try_lock() {
        Ok(thinker) => thinker,
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        Err(TryLockError::WouldBlock) => {
            asker.show("Kamen: another search is running");
            return Reply::without_move(Verdict::Unknown);
        }
    };
    // After a panic nothing is left of the engine.
    let mut taken = thinker.take().unwrap_or_default();
    let reply = taken.think(&settings, question, asker);
    *thinker = Some(taken);
    reply
}

/// Answers a command: writes the answer and returns 1, or returns 0 if the command is unknown.
///
/// # Safety
/// `command` is null or a text with a zero byte at its end; `reply` is null or valid for writes of 1,024 bytes, or of what the answer
/// takes, if that is known to be less.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn enginecommand(command: *const c_char, reply: *mut c_char) -> c_int {
    let work = || {
        if command.is_null() {
            return false;
        }
        // SAFETY: not null, and a text, as the caller promises.
        let command = decoded(unsafe { CStr::from_ptr(command) });
        let answer = settings(|settings| commands::answer(settings, &command));
        // A list of moves that is cut off would be a wrong one.
        match answer.filter(|answer| answer.len() < TEXT) {
            Some(answer) => {
                // SAFETY: null or valid for writes, as the caller promises.
                unsafe { put(&answer, reply) };
                true
            }
            None => false,
        }
    };
    guarded(work).unwrap_or(false).into()
}

/// Whether there is a legal move between two squares, by their numbers; 1 if there is, which is then told, else 0.
///
/// # Safety
/// `board` is null or valid for reads of 64 numbers; `played` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn islegal(
    board: *const Board,
    color: c_int,
    from: c_int,
    to: c_int,
    played: *mut CbMove,
) -> c_int {
    let work = || {
        if board.is_null() {
            return false;
        }
        // SAFETY: not null, and valid for reads, as the caller promises.
        let board = unsafe { board.read_unaligned() };
        let game = settings(|settings| settings.game);
        let Some(found) = legal(game, &board, color, from, to) else {
            return false;
        };
        if !played.is_null() {
            // SAFETY: not null, and valid for a write, as the caller promises.
            unsafe { played.write_unaligned(found.cb()) };
        }
        true
    };
    guarded(work).unwrap_or(false).into()
}

/// The first legal move between two squares.
fn legal(game: Game, board: &Board, color: i32, from: i32, to: i32) -> Option<Played> {
    let place = |number: i32| game.place_numbered(u16::try_from(number).ok()?);
    let ends = (place(from)?, place(to)?);
    let position = game.read(board, color).ok()?;
    let moves = position.legal_moves();
    let mut moves = moves.iter().filter_map(|m| Played::of(game, &position, m));
    moves.find(|m| (m.from, m.to) == ends)
}

/// Does something with the options.
fn settings<T>(work: impl FnOnce(&mut Settings) -> T) -> T {
    work(&mut SETTINGS.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Does the work of a function; `None` if it panics.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    // What a panic leaves half done is dropped ([`think`]), or is a copy.
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// The status bar and the button "Play" of a caller.
struct Caller<'a> {
    status: *mut c_char,
    playnow: Option<&'a AtomicI32>,
}

impl Caller<'_> {
    /// # Safety
    /// Both are null, or `status` is valid for writes of [`TEXT`] bytes and `playnow` is an aligned number, as long as this lives.
    unsafe fn new<'a>(status: *mut c_char, playnow: *mut c_int) -> Caller<'a> {
        let is_there = !playnow.is_null() && playnow.is_aligned();
        // SAFETY: aligned and valid, as the caller promises; others change it in one piece.
        let playnow = is_there.then(|| unsafe { AtomicI32::from_ptr(playnow) });
        Caller { status, playnow }
    }
}

impl Asker for Caller<'_> {
    fn show(&mut self, line: &str) {
        // SAFETY: null or valid for writes, as promised to `Caller::new`.
        unsafe { put(line, self.status) }
    }

    fn is_waiting(&self) -> bool {
        (self.playnow).is_some_and(|playnow| playnow.load(Ordering::Relaxed) != 0)
    }
}

/// Writes a text, cut to [`TEXT`] bytes with the zero at its end.
///
/// # Safety
/// `place` is null or valid for writes of so many bytes.
unsafe fn put(text: &str, place: *mut c_char) {
    if place.is_null() {
        return;
    }
    let text = text.bytes().filter(|&byte| byte != 0).take(TEXT - 1);
    for (index, byte) in text.chain([0]).enumerate() {
        // SAFETY: at most `TEXT` bytes from a valid place. Each is written by itself, for others who read it meanwhile.
        unsafe { place.add(index).write_volatile(byte.cast_signed()) };
    }
}

#[cfg(not(windows))]
use elsewhere::{decoded, own_file};
#[cfg(windows)]
use windows::{decoded, own_file};

#[cfg(not(windows))]
mod elsewhere {
    use std::ffi::CStr;
    use std::path::PathBuf;

    /// A library has no file of its own here.
    pub(super) fn own_file() -> PathBuf {
        PathBuf::new()
    }

    pub(super) fn decoded(text: &CStr) -> String {
        text.to_string_lossy().into_owned()
    }
}

#[cfg(windows)]
mod windows {
    use std::ffi::{CStr, OsString};
    use std::os::windows::ffi::OsStringExt;
    use std::path::PathBuf;
    use std::ptr::null_mut;
    use windows_sys::Win32::Globalization::{CP_ACP, MultiByteToWideChar};
    use windows_sys::Win32::System::LibraryLoader::{
        GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, GET_MODULE_HANDLE_EX_FLAG_PIN, GetModuleFileNameW,
        GetModuleHandleExW,
    };

    /// The file of this library. From now on it stays in memory, for threads of a search may outlive its last use by a moment.
    pub(super) fn own_file() -> PathBuf {
        let mut module = null_mut();
        let flags = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_PIN;
        let here = own_file as fn() -> PathBuf as *const u16;
        let mut path = [0; 1024];
        // SAFETY: an address within this library, a place for its handle, and one for so many characters.
        let length = unsafe {
            match GetModuleHandleExW(flags, here, &mut module) {
                0 => 0,
                _ => GetModuleFileNameW(module, path.as_mut_ptr(), path.len() as u32),
            }
        };
        let path = path.get(..length as usize).unwrap_or_default();
        OsString::from_wide(path).into()
    }

    /// A text in the code page of the system, which CheckerBoard writes.
    pub(super) fn decoded(text: &CStr) -> String {
        let Ok(bytes) = i32::try_from(text.count_bytes()) else {
            return String::new();
        };
        // Each byte becomes one character of 16 bits, or less.
        let mut wide = vec![0; text.count_bytes()];
        // SAFETY: both places have so many bytes and characters.
        let length = unsafe {
            let text = text.as_ptr().cast();
            MultiByteToWideChar(CP_ACP, 0, text, bytes, wide.as_mut_ptr(), bytes)
        };
        let length = usize::try_from(length).unwrap_or_default();
        String::from_utf16_lossy(wide.get(..length).unwrap_or_default())
    }
}
