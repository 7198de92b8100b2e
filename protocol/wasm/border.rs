//! The border to JavaScript: what the module takes (`host`) and gives. Texts go in through one buffer, and come out as an address and a
//! length that hold until the call returns.

use crate::{Dialogue, answer, take_file};
use kamen_engine::Reply;
use kamen_frontend::hub::lines;
use kamen_search::Host;
use std::cell::{Cell, RefCell};
use std::time::Duration;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
    /// Lets what has come in be heard; with 1 the search has nothing to do until then.
    safe fn pause(waits: u32);
    /// A line of Hub.
    safe fn line(text: *const u8, length: usize);
    /// The answer to a question.
    safe fn reply(text: *const u8, length: usize);
    /// Why the module is about to fail.
    safe fn failed(text: *const u8, length: usize);
}

/// Milliseconds between two pauses of a search.
const PAUSE: f64 = 10.0;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static DIALOGUE: RefCell<Dialogue> = RefCell::new(Dialogue::new(|text| {
        line(text.as_ptr(), text.len());
    }));
    /// When the last pause ended.
    static PAUSED: Cell<f64> = const { Cell::new(0.0) };
}

/// To be called once, first.
#[unsafe(no_mangle)]
pub extern "C" fn kamen_begin() {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        failed(text.as_ptr(), text.len());
    }));
    if log::set_logger(&Log).is_ok() {
        log::set_max_level(log::LevelFilter::Error);
    }
    Host {
        now: || Duration::from_secs_f64(now().max(0.0) / 1000.0),
        pause: |waits| {
            if waits || now() - PAUSED.get() >= PAUSE {
                DIALOGUE.with_borrow_mut(Dialogue::pass_on);
                pause(waits.into());
                PAUSED.set(now());
            }
        },
    }
    .install();
}

/// Work that was lost is told as an error.
struct Log;

impl log::Log for Log {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.level() == log::Level::Error
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            for text in lines("", Reply::Error(record.args().to_string())) {
                let text = text.to_string();
                line(text.as_ptr(), text.len());
            }
        }
    }

    fn flush(&self) {}
}

/// The address of a buffer of this length for the next call; null if there is no memory for it.
#[unsafe(no_mangle)]
pub extern "C" fn kamen_input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        *input = Vec::new();
        if input.try_reserve_exact(length).is_err() {
            return std::ptr::null_mut();
        }
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Hears the input as lines of Hub.
#[unsafe(no_mangle)]
pub extern "C" fn kamen_hear() {
    let text = INPUT.take();
    DIALOGUE.with_borrow_mut(|dialogue| dialogue.hear(&text));
}

/// Replies with the names of the files that `init` would look for now, separated by spaces.
#[unsafe(no_mangle)]
pub extern "C" fn kamen_wanted() {
    let names: Vec<String> = DIALOGUE.with_borrow(|dialogue| dialogue.wanted().collect());
    let text = names.join(" ");
    reply(text.as_ptr(), text.len());
}

/// Takes over a file: the input is its name, of this length, and its contents. 0 if its checksum is not the one that is expected.
#[unsafe(no_mangle)]
pub extern "C" fn kamen_take(name_length: usize, has_checksum: u32, checksum: u32) -> u32 {
    let mut name = INPUT.take();
    if name_length > name.len() {
        return 0;
    }
    let bytes = name.split_off(name_length);
    let checksum = (has_checksum != 0).then_some(checksum);
    let name = String::from_utf8_lossy(&name);
    u32::from(take_file(&name, bytes, checksum).is_ok())
}

/// Answers the question of the input.
#[unsafe(no_mangle)]
pub extern "C" fn kamen_ask() {
    let text = answer(&INPUT.take());
    reply(text.as_ptr(), text.len());
}

/// Runs the search that has been begun, if there is one; 0 if there was none. It pauses, and may be entered again while it does.
#[unsafe(no_mangle)]
pub extern "C" fn kamen_search() -> u32 {
    let Some(search) = DIALOGUE.with_borrow_mut(Dialogue::search) else {
        return 0;
    };
    PAUSED.set(now());
    search();
    DIALOGUE.with_borrow_mut(Dialogue::pass_on);
    1
}

/// Memory of this length that nothing else uses, for a stack beside that of the module; null if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn kamen_stack(length: usize) -> *mut u8 {
    let mut stack = Vec::new();
    if stack.try_reserve_exact(length).is_err() {
        return std::ptr::null_mut();
    }
    stack.resize(length, 0u8);
    stack.leak().as_mut_ptr()
}

/// Whether `quit` was heard and done.
#[unsafe(no_mangle)]
pub extern "C" fn kamen_has_ended() -> u32 {
    DIALOGUE.with_borrow(|dialogue| u32::from(dialogue.has_ended()))
}
