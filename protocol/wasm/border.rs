//! The border to JavaScript: what the module takes (`host`) and gives. Texts go in through one buffer, and come out as an address and a
//! length that hold until the call returns.
//!
//! Where the module is built for shared memory, one worker hears and answers, and calls all of this but `kamen_serve`, which is
//! what the others call to search.

use crate::{Dialogue, answer, take_file};
use kamen_engine::{Reply, Work};
use kamen_files::tell_processors;
use kamen_frontend::hub::lines;
use kamen_search::{Host, HostThreads};
use std::alloc::{Layout, alloc};
use std::cell::RefCell;
use std::time::Duration;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since some moment, the same for all workers.
    safe fn now() -> f64;
    /// A line of Hub.
    safe fn line(text: *const u8, length: usize);
    /// The answer to a question.
    safe fn reply(text: *const u8, length: usize);
    /// Why the module is about to fail.
    safe fn failed(text: *const u8, length: usize);
}

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static DIALOGUE: RefCell<Dialogue> = RefCell::new(
        Dialogue::new(|text| line(text.as_ptr(), text.len())).waking(threads::wake_listener),
    );
}

/// To be called once, first, with the number of threads that run at once.
#[unsafe(no_mangle)]
pub extern "C" fn kamen_begin(processors: usize) {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        failed(text.as_ptr(), text.len());
    }));
    if log::set_logger(&Log).is_ok() {
        log::set_max_level(log::LevelFilter::Error);
    }
    tell_processors(processors);
    Host {
        now: || Duration::from_secs_f64(now().max(0.0) / 1000.0),
        threads: threads::OF_HOST,
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

/// Runs the search that has been begun, if there is one; 0 if there was none. It pauses, and may be entered again while it does. With
/// threads it runs on another one, and this returns 0 at once.
#[unsafe(no_mangle)]
pub extern "C" fn kamen_search() -> u32 {
    DIALOGUE
        .with_borrow_mut(Dialogue::search)
        .map_or(0, |search| u32::from(threads::run(search)))
}

/// Has the lines written that are due to what searches have found.
#[unsafe(no_mangle)]
pub extern "C" fn kamen_pass_on() {
    DIALOGUE.with_borrow_mut(Dialogue::pass_on);
}

/// The threads of a search, as the last `init` has it.
#[unsafe(no_mangle)]
pub extern "C" fn kamen_threads() -> usize {
    DIALOGUE.with_borrow(Dialogue::threads)
}

/// Memory of this length that nothing else uses, for a stack beside that of the module; null if there is none. The address is a multiple
/// of 16.
#[unsafe(no_mangle)]
pub extern "C" fn kamen_stack(length: usize) -> *mut u8 {
    match Layout::from_size_align(length, 16) {
        // SAFETY: the size is not zero.
        Ok(layout) if length > 0 => unsafe { alloc(layout) },
        _ => std::ptr::null_mut(),
    }
}

/// Whether `quit` was heard and done.
#[unsafe(no_mangle)]
pub extern "C" fn kamen_has_ended() -> u32 {
    DIALOGUE.with_borrow(|dialogue| u32::from(dialogue.has_ended()))
}

/// Searches on the thread that hears, which pause.
#[cfg(not(target_feature = "atomics"))]
mod threads {
    use super::*;
    use std::cell::Cell;

    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Lets what has come in be heard; with 1 the search has nothing to do until then.
        safe fn pause(waits: u32);
    }

    /// Milliseconds between two pauses of a search.
    const PAUSE: f64 = 10.0;

    thread_local! {
        /// When the last pause ended.
        static PAUSED: Cell<f64> = const { Cell::new(0.0) };
    }

    pub(super) const OF_HOST: HostThreads = HostThreads::One {
        pause: |waits| {
            if waits || now() - PAUSED.get() >= PAUSE {
                DIALOGUE.with_borrow_mut(Dialogue::pass_on);
                pause(waits.into());
                PAUSED.set(now());
            }
        },
    };

    /// Nobody sleeps.
    pub(super) fn wake_listener() {}

    /// Runs a search; whether it has ended.
    pub(super) fn run(search: Work) -> bool {
        PAUSED.set(now());
        search();
        DIALOGUE.with_borrow_mut(Dialogue::pass_on);
        true
    }
}

/// Searches on other threads, each a worker of its own.
#[cfg(target_feature = "atomics")]
mod threads {
    use super::*;
    use crate::Pool;

    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Has `kamen_pass_on` called by the worker that hears.
        safe fn wake();
    }

    static POOL: Pool = Pool::new();

    pub(super) const OF_HOST: HostThreads = HostThreads::Several {
        scope: |helpers, help, lead| POOL.scope(helpers, help, lead),
    };

    pub(super) fn wake_listener() {
        wake();
    }

    /// Has a thread run a search; whether it has ended.
    pub(super) fn run(search: Work) -> bool {
        POOL.start(search);
        false
    }

    /// Runs searches on this thread for ever. For an instance of its own on the same memory, with a stack and thread locals of its own.
    #[unsafe(no_mangle)]
    pub extern "C" fn kamen_serve() {
        POOL.serve()
    }
}
