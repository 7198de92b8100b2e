//! Work in rounds that several processes share.

use crate::LabError;
use kamen_files::{Pause, Stop, Team, note};
use kamen_training::Helped;

/// Says that the process which leads a team has done its part, if that is why it ends: `what` is the round at hand.
pub(crate) fn waits_for_others(team: Team, stop: &Stop, what: &str) -> bool {
    let is_so = !team.waits && !stop.is_wanted();
    if is_so {
        note(format_args!(
            "{what} waits for parts of other processes; the same command goes on when they are there"
        ));
    }
    is_so
}

/// Does a part of each round until all is finished, or of one round if nobody waits. `help` does the part that is at hand.
pub(crate) fn help(
    team: Team,
    stop: &Stop,
    what: &str,
    mut help: impl FnMut() -> Result<Helped, LabError>,
) -> Result<(), LabError> {
    let (mut last, mut pause) = (0, Pause::default());
    loop {
        let helped = help()?;
        if helped == Helped::Over {
            return Ok(());
        }
        if stop.is_wanted() || helped == Helped::Stopped {
            let left = "stopped; the same command goes on with this part";
            return Err(LabError::Stopped(left.to_owned()));
        }
        let Helped::Part(number) = helped else {
            continue;
        };
        if !team.waits {
            note(format_args!(
                "part {} of {what} {number} is there",
                team.shard
            ));
            return Ok(());
        }
        if number != last {
            (last, pause) = (number, Pause::default());
        }
        pause.wait();
    }
}
