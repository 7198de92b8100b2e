//! Hub without threads of its own. Begin with [`Dialogue`].

use crate::files::wanted;
use kamen_core::rules::Variant;
use kamen_engine::{Controller, Event, Options, Reply, Request, Work};
use kamen_frontend::hub::{event, lines};
use kamen_tournament::transport::lines::next_line;
use std::cell::Cell;
use std::rc::Rc;

/// A dialogue in Hub that takes lines as they come, and leaves it to its owner when a search runs.
///
/// ```
/// use kamen_wasm::Dialogue;
/// use std::{cell::RefCell, rc::Rc};
///
/// let output = Rc::new(RefCell::new(Vec::new()));
/// let lines = Rc::clone(&output);
/// let mut dialogue = Dialogue::new(move |line| lines.borrow_mut().push(line));
/// dialogue.hear(b"set-param name=variant value=czech\ninit\npos start\nlevel depth=3\ngo think");
/// while let Some(search) = dialogue.search() {
///     search();
///     dialogue.pass_on();
/// }
/// assert!(output.borrow().last().unwrap().starts_with("done move="));
/// ```
pub struct Dialogue {
    controller: Controller<Box<dyn FnMut(Reply)>>,
    /// The variant that was asked for last; the engine may not have come to it yet.
    variant: Variant,
    work: Rc<Cell<Option<Work>>>,
}

impl Dialogue {
    /// The name by which the engine calls itself.
    const NAME: &str = "Kamen";

    /// A dialogue whose lines go to `write`, one by one and without their ends.
    pub fn new(mut write: impl FnMut(String) + 'static) -> Dialogue {
        let mut options = Options::default();
        // There is no folder to look into.
        options.bb_path.clear();
        // A tab has less memory to itself than a program: 16 MiB, and all that unpacked tables of four pieces take.
        options.tt_size = 20;
        options.bb_cache = 8;
        let variant = options.variant;
        let reply = move |reply| {
            for line in lines(Dialogue::NAME, reply) {
                write(line.to_string());
            }
        };
        let work = Rc::new(Cell::new(None));
        let place = Rc::clone(&work);
        let starter = move |work| place.set(Some(work));
        Dialogue {
            controller: Controller::without_threads(options, starter, Box::new(reply)),
            variant,
            work,
        }
    }

    /// Has `wake` called by a search, on its thread, whenever there is something for [`Dialogue::pass_on`]; for whoever runs searches
    /// on other threads.
    #[must_use]
    pub fn waking(self, wake: fn()) -> Dialogue {
        let controller = self.controller.waking(wake);
        Dialogue { controller, ..self }
    }

    /// The threads of a search, as the last `init` that was carried out has it.
    pub fn threads(&self) -> usize {
        self.controller.threads()
    }

    /// Hears one or more lines. Nothing of them makes it fail: what cannot be read is answered by `error`.
    pub fn hear(&mut self, text: &[u8]) {
        let mut rest = text;
        // Bytes in memory are read without errors.
        while let Ok(Some(line)) = next_line(&mut rest) {
            let event = event(line);
            if let Event::Input(Request::SetOption { name, value }) = &event
                && name == "variant"
                && let Ok(variant) = value.parse()
            {
                self.variant = variant;
            }
            self.controller.take(event);
        }
    }

    /// The names of the files that `init` would look for and that were not handed over.
    pub fn wanted(&self) -> impl Iterator<Item = String> {
        wanted(self.variant)
    }

    /// The search that has been begun, to be run by the caller, who then calls [`Dialogue::pass_on`]; `None` if none is waiting. While it
    /// runs, the [`Host`](kamen_search::Host) or, if it runs on another thread, the owner may have other lines heard.
    pub fn search(&mut self) -> Option<Work> {
        self.work.take()
    }

    /// Writes what the search has found since.
    pub fn pass_on(&mut self) {
        self.controller.take_reports();
    }

    /// Whether it has ended, after `quit`.
    pub fn has_ended(&self) -> bool {
        self.controller.has_ended()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn files_of_the_variant_that_is_asked_for_are_wanted() {
        let mut dialogue = Dialogue::new(|_| ());
        let wanted = |dialogue: &Dialogue| dialogue.wanted().collect::<Vec<_>>();
        assert_eq!(wanted(&dialogue)[0], "international.weights");
        dialogue.hear(b"set-param name=variant value=bt\nset-param name=variant value=chess");
        let names =
            ["weights", "book", "values", "distances"].map(|end| format!("breakthrough.{end}"));
        assert_eq!(wanted(&dialogue), names);
        kamen_files::give("breakthrough.book", Vec::new());
        assert_eq!(wanted(&dialogue).len(), 3);
    }

    #[test]
    fn what_comes_before_a_search_runs_stops_it() {
        let lines = Rc::new(RefCell::new(Vec::new()));
        let written = Rc::clone(&lines);
        let mut dialogue = Dialogue::new(move |line| written.borrow_mut().push(line));
        dialogue.hear(b"set-param name=variant value=czech\ninit\npos start\nlevel infinite\ngo analyze\nstop\nping");
        assert_eq!(*lines.borrow(), ["ready", "pong"]);
        let search = dialogue.search().unwrap();
        assert!(dialogue.search().is_none());
        search();
        dialogue.hear(b"quit");
        assert!(!dialogue.has_ended());
        dialogue.pass_on();
        assert!(dialogue.has_ended());
        assert!(lines.borrow().last().unwrap().starts_with("done move="));
    }
}
