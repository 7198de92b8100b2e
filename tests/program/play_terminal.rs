//! Games of a person at a terminal: a pseudo-terminal of 24 lines and 60 columns.

use crate::command::kamen;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take; what is interrupted would take longer.
const PATIENCE: Duration = Duration::from_secs(60);
const LONGER: &str = "--level 20 --time 3600 --set book=false";

const ESCAPE: &str = "\u{1b}";
const CTRL_C: &str = "\u{3}";
const CTRL_D: &str = "\u{4}";
const UP: &str = "\u{1b}[A";

/// A program at a terminal.
struct Terminal {
    program: Child,
    /// The keyboard.
    keys: File,
    /// The program's side of it.
    line: File,
    output: Receiver<Vec<u8>>,
    /// What came and was not yet expected.
    heard: String,
}

impl Terminal {
    /// Starts `kamen play` with these words.
    fn play(words: &str, variables: &[(&str, &str)], folder: &Path) -> Terminal {
        let keys = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&keys).unwrap();
        unlockpt(&keys).unwrap();
        let name = ptsname(&keys, Vec::new()).unwrap().into_string().unwrap();
        let line = OpenOptions::new()
            .read(true)
            .write(true)
            .open(name)
            .unwrap();
        let size = Winsize {
            ws_row: 24,
            ws_col: 60,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&line, size).unwrap();
        let mut command = kamen(&format!("play {words}"));
        command.env_remove("NO_COLOR").env("TERM", "xterm-256color");
        command.envs(variables.iter().copied()).current_dir(folder);
        let end = || line.try_clone().unwrap();
        command.stdin(end()).stdout(end()).stderr(end());
        let program = command.spawn().unwrap();
        let keys = File::from(keys);
        let mut screen = keys.try_clone().unwrap();
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal {
            program,
            keys,
            line,
            output,
            heard: String::new(),
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// What comes until this text has come, with it.
    fn expect(&mut self, text: &str) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.heard.find(text) {
                let rest = self.heard.split_off(at + text.len());
                return std::mem::replace(&mut self.heard, rest);
            }
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.heard += &String::from_utf8_lossy(&bytes),
                Err(_) => panic!("no {text:?} in {:?}", self.heard),
            }
        }
    }

    /// Waits for the program, which must succeed and leave the terminal as it was.
    fn wait(mut self) {
        assert!(self.program.wait().unwrap().success());
        let modes = tcgetattr(&self.line).unwrap().local_modes;
        assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG));
    }
}

fn here() -> &'static Path {
    Path::new(".")
}

#[test]
fn moves_are_completed_and_repeated() {
    let words = "czech --level 1 --nodes 100 --seed 2 --set book=false";
    let mut terminal = Terminal::play(words, &[], here());
    let first = terminal.expect("1. White> ");
    // Colours of the squares.
    assert!(first.contains("\u{1b}[48;5;"), "{first}");
    terminal.press("c3-d\t\r");
    terminal.expect("Kamen, level 1: 1... ");
    terminal.expect("2. White> ");
    terminal.press(&format!("{UP}\r"));
    terminal.expect("there is no piece on c3");
    terminal.press("nonsense\r");
    terminal.expect("'nonsense' is neither a move nor a command");
    terminal.press("help\r");
    terminal.expect("play this move; captures as c3xe5, or with\r\n");
    // Pasted.
    terminal.press("\u{1b}[200~resing\nflip it\u{1b}[201~\r");
    terminal.expect("'resing' is neither a move nor a command");
    terminal.expect("'flip it' is neither a move nor a command");
    terminal.press(CTRL_D);
    terminal.wait();
}

#[test]
fn escape_and_interrupt_hurry_the_engine() {
    let mut terminal = Terminal::play(&format!("czech {LONGER}"), &[], here());
    terminal.expect("1. White> ");
    terminal.press("hint\r");
    terminal.expect("thinking (Esc hurries): depth ");
    terminal.press(CTRL_C);
    terminal.expect("1. White> ");
    terminal.press(CTRL_C);
    terminal.expect("quit, or Ctrl-C again, to leave");
    terminal.expect("1. White> ");
    terminal.press("c3-d4\r");
    terminal.expect("thinking (Esc hurries): depth ");
    // Arrows do not hurry; what is typed waits for the prompt.
    terminal.press(UP);
    terminal.press("board\r");
    terminal.press(ESCAPE);
    terminal.expect("Kamen, level 20: 1... ");
    terminal.expect("2. White> board\r\n");
    terminal.expect("2. White> ");
    // A line that was begun is given up, however often.
    for _ in 0..2 {
        terminal.press(&format!("nonsense{CTRL_C}"));
        terminal.expect("nonsense");
        terminal.expect("2. White> ");
    }
    terminal.press(CTRL_C);
    terminal.expect("quit, or Ctrl-C again, to leave");
    terminal.expect("2. White> ");
    terminal.press(CTRL_C);
    terminal.wait();
}

#[test]
fn a_file_that_exists_is_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let mine = folder.path().join("mine.pdn");
    fs::write(&mine, "mine").unwrap();
    let mut terminal = Terminal::play("czech --player easy", &[], folder.path());
    terminal.expect("1. White> ");
    for answer in ["\r", "n\r", CTRL_C, CTRL_D] {
        terminal.press("save mine.pdn\r");
        terminal.expect("mine.pdn exists. Replace it? [y/N] ");
        terminal.press(answer);
        terminal.expect("not saved\r\n");
        terminal.expect("1. White> ");
    }
    assert_eq!(fs::read_to_string(&mine).unwrap(), "mine");
    terminal.press("save mine.pdn\r");
    terminal.expect("[y/N] ");
    terminal.press("y\r");
    terminal.expect("saved to mine.pdn");
    assert!(fs::read_to_string(&mine).unwrap().starts_with("[Event "));
    terminal.press("quit\r");
    terminal.wait();
}

#[test]
fn colours_are_left_out_where_they_are_not_wanted() {
    for (variables, is_plain) in [(("NO_COLOR", "1"), false), (("TERM", "dumb"), true)] {
        let mut terminal = Terminal::play("czech --player easy", &[variables], here());
        let told = terminal.expect("1. White> ");
        assert!(!told.contains("\u{1b}[48;"), "{told}");
        assert!(told.contains("  1 ⛀   ⛀   ⛀   ⛀"), "{told}");
        assert_eq!(!told.contains('\u{1b}'), is_plain, "{told}");
        terminal.press("quit\r");
        terminal.wait();
    }
}
