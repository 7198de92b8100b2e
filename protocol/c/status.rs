//! What a function answers, and what went wrong in words.

use kamen_core::notation::{MoveError, PositionError};
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Whether a function did what it was asked, and if not, why. Numbers keep their meaning; new ones may come.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It did.
    Ok = 0,
    /// A pointer is null that may not be.
    Null = 1,
    /// A text is not UTF-8.
    Encoding = 2,
    /// There is no such variant.
    Variant = 3,
    /// A text is no position of the variant.
    Position = 4,
    /// A text is no legal move of the position.
    Move = 5,
    /// There is no such thing: an index beyond the end, a tag that a game lacks, a position that no table has.
    Absent = 6,
    /// A game of a file has a fault; its moves up to there are given.
    Fault = 7,
    /// A file cannot be read.
    File = 8,
    /// A number does not fit.
    Overflow = 9,
    /// The engine has ended, or it is asked to end by its own callback.
    Engine = 10,
    /// The machine refuses memory or a thread.
    Machine = 11,
    /// A fault of the library itself, which is worth a report.
    Internal = 12,
}

/// Why a function did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("the pointer '{0}' is null")]
    Null(&'static str),
    #[error("the text '{0}' is not UTF-8")]
    Encoding(&'static str),
    #[error(transparent)]
    Variant(#[from] kamen_core::rules::UnknownVariant),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error("{0}")]
    Absent(String),
    #[error("{0}")]
    Fault(String),
    #[error("{0}")]
    File(String),
    #[error("{0}")]
    Overflow(String),
    #[error("{0}")]
    Engine(&'static str),
    #[error("{0}")]
    Machine(String),
}

impl Error {
    fn status(&self) -> Status {
        match self {
            Error::Null(_) => Status::Null,
            Error::Encoding(_) => Status::Encoding,
            Error::Variant(_) => Status::Variant,
            Error::Position(_) => Status::Position,
            Error::Move(_) => Status::Move,
            Error::Absent(_) => Status::Absent,
            Error::Fault(_) => Status::Fault,
            Error::File(_) => Status::File,
            Error::Overflow(_) => Status::Overflow,
            Error::Engine(_) => Status::Engine,
            Error::Machine(_) => Status::Machine,
        }
    }
}

thread_local! {
    /// What went wrong last in a function called by this thread.
    static LAST: RefCell<CString> = RefCell::default();
}

/// What went wrong in words, when a function called by this thread last answered something other than `KAMEN_STATUS_OK`; empty
/// if none has. It belongs to the thread: copy it before the thread calls another function.
#[unsafe(no_mangle)]
pub extern "C" fn kamen_error() -> *const c_char {
    LAST.with_borrow(|message| message.as_ptr())
}

fn remember(message: &str) {
    // A message may quote a text that was given, but that had no zero byte.
    let message = CString::new(message.replace('\0', "")).unwrap_or_default();
    LAST.set(message);
}

/// Does the work of a function behind the border: errors are remembered, panics become one.
pub(crate) fn guarded(work: impl FnOnce() -> Result<(), Error>) -> Status {
    // What a panic leaves half done is behind a handle; the caller is told that it is at fault.
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => Status::Ok,
        Ok(Err(error)) => {
            remember(&error.to_string());
            error.status()
        }
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().copied();
            let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
            remember(text.unwrap_or("a fault of the library"));
            Status::Internal
        }
    }
}

/// What a pointer of the caller points to.
///
/// # Safety
/// The pointer is null or valid for reads while the result lives.
pub(crate) unsafe fn borrowed<'a, T>(
    pointer: *const T,
    name: &'static str,
) -> Result<&'a T, Error> {
    // SAFETY: as the caller promises.
    unsafe { pointer.as_ref() }.ok_or(Error::Null(name))
}

/// What a pointer of the caller points to, to be changed.
///
/// # Safety
/// The pointer is null or valid for reads and writes, and nobody else uses what it points to while the result lives.
pub(crate) unsafe fn changed<'a, T>(
    pointer: *mut T,
    name: &'static str,
) -> Result<&'a mut T, Error> {
    // SAFETY: as the caller promises.
    unsafe { pointer.as_mut() }.ok_or(Error::Null(name))
}

/// A place of the caller for a result.
pub(crate) struct Out<T>(*mut T);

impl<T> Out<T> {
    /// The place, once it is known not to be null.
    pub(crate) fn new(pointer: *mut T, name: &'static str) -> Result<Out<T>, Error> {
        (!pointer.is_null())
            .then_some(Out(pointer))
            .ok_or(Error::Null(name))
    }

    /// Writes the result.
    ///
    /// # Safety
    /// The place is valid for writes, and aligned; what it holds is not read.
    pub(crate) unsafe fn write(self, value: T) {
        // SAFETY: as the caller promises.
        unsafe { self.0.write(value) }
    }
}

/// Gives a handle to the caller.
pub(crate) fn handle<T>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// Takes a handle back and frees it.
///
/// # Safety
/// The pointer is null or comes from [`handle`], is not freed yet, and is used by nobody.
pub(crate) unsafe fn free<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: as the caller promises.
        let value = unsafe { Box::from_raw(pointer) };
        // A panic of a destructor ends at the border like any other.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(value)));
    }
}
