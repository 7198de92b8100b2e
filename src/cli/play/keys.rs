//! Keys that a person presses while no line is read. Begin with [`Keys::listen`].

/// What was pressed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pressed {
    /// Whether Esc or Ctrl-C was among it.
    pub(super) hurries: bool,
    /// What belongs to the next line.
    pub(super) text: String,
}

#[cfg(any(unix, test))]
impl Pressed {
    /// Reads the bytes that a terminal sends. Arrows and other keys that send an escape sequence are left out.
    fn read(bytes: &[u8]) -> Pressed {
        const CTRL_C: char = '\u{3}';
        const ESCAPE: char = '\u{1b}';
        let typed = String::from_utf8_lossy(bytes);
        let mut keys = typed.chars().peekable();
        let mut pressed = Pressed::default();
        while let Some(key) = keys.next() {
            match (key, keys.peek()) {
                (CTRL_C, _) | (ESCAPE, None) => pressed.hurries = true,
                // A sequence ends with its first character from `@` on.
                (ESCAPE, Some('[' | 'O')) => {
                    keys.next();
                    keys.find(|key| ('@'..='~').contains(key));
                }
                (ESCAPE, Some(_)) => _ = keys.next(),
                ('\r' | '\n', _) => pressed.text.push('\n'),
                _ if key.is_control() => {}
                _ => pressed.text.push(key),
            }
        }
        pressed
    }
}

/// The key that hurries the engine, as people are told.
pub(super) const HURRY: &str = if cfg!(unix) { "Esc" } else { "Ctrl-C" };

#[cfg(unix)]
pub(super) use unix::{Keys, leave_on_signals};

#[cfg(unix)]
mod unix {
    use super::Pressed;
    use kamen_files::note;
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::stdio::stdin;
    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

    /// Until this is dropped, keys come one by one and are not shown, and Ctrl-C is a key, at any time: it never ends a game.
    pub(in super::super) struct Keys {
        before: Option<Termios>,
    }

    impl Keys {
        pub(in super::super) fn listen() -> Keys {
            let before = tcgetattr(stdin()).ok();
            if let Some(mut modes) = before.clone() {
                modes.local_modes -= LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
                set(&modes);
            }
            Keys { before }
        }

        /// What was pressed since the last call; does not wait.
        pub(in super::super) fn pressed() -> Pressed {
            let mut fds = [PollFd::from_borrowed_fd(stdin(), PollFlags::IN)];
            let at_once = Timespec::default();
            let mut bytes = [0; 256];
            match poll(&mut fds, Some(&at_once)) {
                Ok(1..) => {
                    let count = rustix::io::read(stdin(), &mut bytes).unwrap_or(0);
                    Pressed::read(bytes.get(..count).unwrap_or_default())
                }
                _ => Pressed::default(),
            }
        }
    }

    impl Drop for Keys {
        fn drop(&mut self) {
            self.before.as_ref().map(set);
        }
    }

    /// A terminal that is closed cannot be set, and need not.
    fn set(modes: &Termios) {
        let _ = tcsetattr(stdin(), OptionalActions::Now, modes);
    }

    /// A signal ends the program and leaves the terminal as it was.
    pub(in super::super) fn leave_on_signals() {
        let before = tcgetattr(stdin()).ok();
        let handler = move || {
            before.as_ref().map(set);
            note(format_args!("\nkamen: ended by a signal"));
            std::process::exit(130);
        };
        if let Err(error) = ctrlc::set_handler(handler) {
            log::warn!("cannot handle signals: {error}");
        }
    }
}

#[cfg(not(unix))]
pub(super) use other::{Keys, leave_on_signals};

/// Where no keys can be waited for, Ctrl-C alone hurries.
#[cfg(not(unix))]
mod other {
    use super::Pressed;
    use std::sync::atomic::{AtomicBool, Ordering};

    static WAS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

    pub(in super::super) struct Keys;

    impl Keys {
        pub(in super::super) fn listen() -> Keys {
            WAS_INTERRUPTED.store(false, Ordering::Relaxed);
            Keys
        }

        pub(in super::super) fn pressed() -> Pressed {
            Pressed {
                hurries: WAS_INTERRUPTED.swap(false, Ordering::Relaxed),
                ..Pressed::default()
            }
        }
    }

    pub(in super::super) fn leave_on_signals() {
        let set = ctrlc::set_handler(|| WAS_INTERRUPTED.store(true, Ordering::Relaxed));
        if let Err(error) = set {
            log::warn!("cannot handle Ctrl-C: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_escape_and_interrupt_hurry() {
        let cases: [(&[u8], bool, &str); 11] = [
            (b"", false, ""),
            (b"\x1b", true, ""),
            (b"\x03", true, ""),
            (b"ab\x03", true, "ab"),
            (b"\x1b[A", false, ""),
            (b"\x1bOPa\x1b[1;5Cb\x1bx", false, "ab"),
            (b"\x1b[Ahint\r\x1b", true, "hint\n"),
            (b"\x1b[", false, ""),
            (b"22-18\r", false, "22-18\n"),
            (b"hi\tnt\n", false, "hint\n"),
            (b"\xff", false, "\u{fffd}"),
        ];
        for (bytes, hurries, text) in cases {
            let expected = Pressed {
                hurries,
                text: text.to_owned(),
            };
            assert_eq!(Pressed::read(bytes), expected, "{bytes:?}");
        }
    }
}
