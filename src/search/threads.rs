//! The threads of a search: each searches the whole tree, and they help each other through the transposition
//! table (lazy SMP) and by deferring moves that another thread is searching (ABDADA, [`super::abdada`]).

use super::control::Control;
use super::host;
use super::limits::Limits;
use super::params::Reductions;
use super::result::{Handler, SearchResult};
use super::team::Team;
use super::worker::{Resources, Task, Worker};
use kamen_core::rules::{Game, Rules};
use kamen_core::score::Score;
use kamen_eval::Evaluator;
use kamen_files::panic_message;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// Enough for [`super::MAX_PLY`] plies and the captures beyond the horizon.
pub const STACK_BYTES: usize = 8 << 20;

/// As [`search`](super::search), by any evaluator; compiled where it is called.
pub fn search_by<R: Rules, E: Evaluator<R>>(
    game: &Game<R>,
    resources: Resources<'_, E>,
    limits: &Limits,
    control: &Control,
    handler: &mut dyn Handler<R>,
) -> SearchResult<R> {
    if limits.are_repeatable() {
        resources.tt.wait_until_whole(|| control.is_stopped());
    }
    resources.tt.grow_older();
    let team = Team::new(resources.threads.max(1));
    let tuned = limits.params.as_ref().map(Reductions::new);
    let usual = || Reductions::of(game.facts().objective);
    let task = Task {
        game,
        resources,
        limits,
        control,
        team: &team,
        reductions: tuned.as_ref().unwrap_or_else(usual),
    };
    let mut result = SearchResult::without_move(Score::DRAW);
    run(
        &team,
        control,
        &|thread| Worker::new(&task, thread).help(game),
        &mut || result = Worker::new(&task, 0).lead(game, handler),
    );
    result
}

/// Runs `lead` on this thread and `help` on all others of the team, which end with it. A helper that panics is no more
/// than missed, and so is one that cannot start; [`Control::failure`] tells it.
fn run(team: &Team, control: &Control, help: &(dyn Fn(usize) + Sync), lead: &mut dyn FnMut()) {
    let help = |thread: usize| {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| help(thread))) {
            control.fail(panic_message(&*panic));
        }
    };
    let mut lead = || {
        let _dismissal = Dismissal(team);
        lead();
    };
    let helpers = team.threads() - 1;
    match host::scope() {
        Some(scope) => scope(helpers, &help, &mut lead),
        None => on_threads_of_system(helpers, control, &help, &mut lead),
    }
}

/// A [`Scope`](host::Scope) on threads of the standard library.
fn on_threads_of_system(
    helpers: usize,
    control: &Control,
    help: &(dyn Fn(usize) + Sync),
    lead: &mut dyn FnMut(),
) {
    thread::scope(|scope| {
        for thread in 1..=helpers {
            let helper = thread::Builder::new()
                .name(format!("search {thread}"))
                .stack_size(STACK_BYTES);
            if let Err(error) = helper.spawn_scoped(scope, move || help(thread)) {
                control.fail(format!("search thread {thread} cannot start: {error}"));
                break;
            }
        }
        lead();
    });
}

/// Dismisses the helpers when the leader is done, even by a panic.
struct Dismissal<'a>(&'a Team);

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_helper_that_panics_is_told_and_the_leader_goes_on() {
        let (team, control) = (Team::new(3), Control::new());
        let mut led = false;
        let help = |thread: usize| assert_ne!(thread, 2, "the second helper");
        run(&team, &control, &help, &mut || led = true);
        assert!(led && team.is_done());
        let failure = control.failure().unwrap();
        assert!(failure.contains("the second helper"), "{failure}");
    }
}
