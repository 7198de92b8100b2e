//! The engine: lines of Hub in, lines of Hub out.

use super::status::{Error, Out, Status, borrowed, guarded, handle};
use super::text::{c_string, text};
use crossbeam_channel::{Receiver, Sender, bounded};
use kamen_engine::Options;
use kamen_frontend::hub::{HubSettings, converse};
use std::cell::Cell;
use std::ffi::{c_char, c_void};
use std::io::{self, BufReader, Read, Write};
use std::thread::{self, JoinHandle};

/// Hears a line of the engine, without its end. `line` is valid until the function returns; `user` is what `kamen_engine_new` was
/// given. It is called by a thread of the engine, for one line after another, and must not unwind.
pub type Hear = Option<unsafe extern "C" fn(user: *mut c_void, line: *const c_char)>;

/// Lines that the engine has not read yet; then whoever sends has to wait.
const LINES: usize = 256;

/// A running engine.
pub struct EngineHandle {
    /// Where lines go.
    lines: Sender<Vec<u8>>,
    dialogue: JoinHandle<()>,
}

/// Starts an engine, which speaks Hub version 2 as the program `kamen` does. What it says goes to `hear`, with `user`. Any number
/// of engines may run. End it with `kamen_engine_free`.
///
/// # Safety
/// `hear` is null or may be called from another thread, with `user`, until `kamen_engine_free` has returned; `engine` is null or valid
/// for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_engine_new(
    hear: Hear,
    user: *mut c_void,
    engine: *mut *mut EngineHandle,
) -> Status {
    guarded(|| {
        let place = Out::new(engine, "engine")?;
        let hear = hear.ok_or(Error::Null("hear"))?;
        let (lines, input) = bounded(LINES);
        let input = BufReader::new(Input {
            lines: input,
            rest: Vec::new(),
            read: 0,
        });
        let output = Output {
            hear,
            user: User(user),
            line: Vec::new(),
        };
        let settings = HubSettings {
            options: Options::default(),
            name: "Kamen".to_owned(),
            is_line_by_line: false,
        };
        let dialogue = thread::Builder::new()
            .name("kamen-hub".to_owned())
            .spawn(move || {
                // Where it fails, nothing is heard any more, and sending says that the engine has ended.
                drop(converse(settings, input, false, output));
            })
            .map_err(|error| Error::Machine(format!("cannot start a thread: {error}")))?;
        let engine = EngineHandle { lines, dialogue };
        // SAFETY: valid for a write, as the caller promises.
        unsafe { place.write(handle(engine)) };
        Ok(())
    })
}

/// Sends the engine a line of Hub, with or without its end; any thread may. It waits while the engine has very many lines to read;
/// a callback, for which it must not wait, is told `KAMEN_STATUS_ENGINE` instead, and that the engine has ended after `quit`.
///
/// # Safety
/// `engine` is null or an engine; `line` is null or a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_engine_send(
    engine: *const EngineHandle,
    line: *const c_char,
) -> Status {
    guarded(|| {
        // SAFETY: an engine and a text, as the caller promises.
        let (engine, line) = unsafe { (borrowed(engine, "engine")?, text(line, "line")?) };
        let mut bytes = line.trim_end_matches(['\r', '\n']).as_bytes().to_vec();
        bytes.push(b'\n');
        if HEARS.get() {
            let sent = engine.lines.try_send(bytes);
            return sent.map_err(|_| Error::Engine("the engine does not read any more lines now"));
        }
        let sent = engine.lines.send(bytes);
        sent.map_err(|_| Error::Engine("the engine has ended"))
    })
}

/// Ends an engine and frees it, once its search has stopped and its last line was heard; then `hear` is not called any more. A
/// callback may not call it: it is told `KAMEN_STATUS_ENGINE`, and nothing is freed.
///
/// # Safety
/// `engine` is null or an engine that nobody else uses any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_engine_free(engine: *mut EngineHandle) -> Status {
    guarded(|| {
        if engine.is_null() {
            return Ok(());
        }
        if HEARS.get() {
            return Err(Error::Engine("an engine cannot be ended by a callback"));
        }
        // SAFETY: it comes from `handle`, and nobody uses it any more.
        let engine = *unsafe { Box::from_raw(engine) };
        let EngineHandle { lines, dialogue } = engine;
        // The end of the input ends the dialogue.
        drop(lines);
        // It fails if the dialogue has panicked, and then it has ended as well.
        drop(dialogue.join());
        Ok(())
    })
}

thread_local! {
    /// Whether this thread is calling the listener of an engine.
    static HEARS: Cell<bool> = const { Cell::new(false) };
}

/// A pointer of the caller, who has promised that another thread may use it.
struct User(*mut c_void);

// SAFETY: `kamen_engine_new` asks for it.
unsafe impl Send for User {}

/// The lines that were sent, as a stream.
struct Input {
    lines: Receiver<Vec<u8>>,
    rest: Vec<u8>,
    read: usize,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.rest.len() {
            // When nobody can send any more, the stream has ended.
            self.rest = self.lines.recv().unwrap_or_default();
            self.read = 0;
        }
        let rest = self.rest.get(self.read..).unwrap_or_default();
        let read = (&*rest).read(buffer)?;
        self.read += read;
        Ok(read)
    }
}

/// What the engine says, cut into lines.
struct Output {
    hear: unsafe extern "C" fn(*mut c_void, *const c_char),
    user: User,
    line: Vec<u8>,
}

impl Output {
    fn tell(&mut self) {
        let line = c_string(&String::from_utf8_lossy(&self.line));
        self.line.clear();
        HEARS.set(true);
        // SAFETY: the caller of `kamen_engine_new` has promised that it may be called.
        unsafe { (self.hear)(self.user.0, line.as_ptr()) };
        HEARS.set(false);
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            match byte {
                b'\n' => self.tell(),
                _ => self.line.push(byte),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
