//! Ending long work in order.

use crate::tournament::Stop;
use std::process::exit;
use std::sync::Arc;

/// The first Ctrl-C, or SIGTERM, ends the work in order, the second at once.
pub(super) fn stop_on_signals() -> Arc<Stop> {
    let stop = Arc::new(Stop::default());
    let ours = Arc::clone(&stop);
    let set = ctrlc::set_handler(move || {
        if ours.is_wanted() {
            exit(130);
        }
        ours.now();
    });
    if let Err(error) = set {
        log::warn!("cannot hear Ctrl-C: {error}");
    }
    stop
}
