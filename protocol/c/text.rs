//! Texts of C, in and out.

use super::status::{Error, Out};
use std::ffi::{CStr, CString, c_char};

/// A text that must be there.
///
/// # Safety
/// The pointer is null or points to a text with a zero byte at its end that nobody changes while the result lives.
pub(crate) unsafe fn text<'a>(
    pointer: *const c_char,
    name: &'static str,
) -> Result<&'a str, Error> {
    // SAFETY: as the caller promises.
    unsafe { optional_text(pointer, name) }?.ok_or(Error::Null(name))
}

/// A text that may be left out by a null pointer.
///
/// # Safety
/// As [`text`].
pub(crate) unsafe fn optional_text<'a>(
    pointer: *const c_char,
    name: &'static str,
) -> Result<Option<&'a str>, Error> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: it is not null, and as the caller promises.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map(Some).map_err(|_| Error::Encoding(name))
}

/// Gives a text to the caller, who frees it.
///
/// # Safety
/// As [`Out::write`].
pub(crate) unsafe fn give(place: Out<*mut c_char>, text: &str) {
    // SAFETY: as the caller promises.
    unsafe { place.write(c_string(text).into_raw()) }
}

/// A text for C, which ends at the first zero byte; none of ours has one.
pub(crate) fn c_string(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(text.get(..end).unwrap_or_default()).unwrap_or_default()
}

/// Frees a text that a function of this library gave.
///
/// # Safety
/// `text` is null, or was given by a function of this library to be freed, and is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_text_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: it comes from `CString::into_raw`.
        drop(unsafe { CString::from_raw(text) });
    }
}
