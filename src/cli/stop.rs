//! Stops long work cleanly, on a signal or after some time.

use super::CliError;
use crossbeam_channel::{RecvTimeoutError, Sender, bounded};
use kamen_files::{Stop, note};
use std::process::exit;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// The first Ctrl-C or SIGTERM stops the work cleanly, the second at once.
pub fn stop_on_signals() -> Arc<Stop> {
    let stop = Arc::new(Stop::default());
    let ours = Arc::clone(&stop);
    let set = ctrlc::set_handler(move || {
        if ours.is_wanted() {
            exit(130);
        }
        ours.now();
    });
    if let Err(error) = set {
        log::warn!("cannot handle Ctrl-C: {error}");
    }
    stop
}

/// Ends the program at Ctrl-C or SIGTERM, with what `said` returns: for work that can be cut off at any moment.
pub fn exit_on_signals(said: impl Fn() -> String + Send + 'static) {
    let set = ctrlc::set_handler(move || {
        note(format_args!("{}", said()));
        exit(1);
    });
    if let Err(error) = set {
        log::warn!("cannot handle Ctrl-C: {error}");
    }
}

/// That the work was stopped with so many games missing.
pub fn games_to_go(left: u64) -> CliError {
    CliError::Stopped(format!(
        "stopped with {left} games to go; the same command resumes from here"
    ))
}

/// Stops long work cleanly after some time, unless dropped before.
pub struct Alarm {
    rung: Arc<Stop>,
    /// Nothing is sent; dropping it cancels the alarm.
    _off: Sender<()>,
}

impl Alarm {
    /// Wants `stop` after that time.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn new(after: Duration, stop: Arc<Stop>) -> Result<Alarm, CliError> {
        let (off, is_off) = bounded(0);
        let rung = Arc::new(Stop::default());
        let ours = Arc::clone(&rung);
        let wait = move || {
            if is_off.recv_timeout(after) == Err(RecvTimeoutError::Timeout) {
                ours.now();
                stop.now();
            }
        };
        let thread = thread::Builder::new().spawn(wait);
        thread.map_err(CliError::Thread)?;
        Ok(Alarm { rung, _off: off })
    }

    /// Whether the time is over.
    pub fn has_rung(&self) -> bool {
        self.rung.is_wanted()
    }
}
