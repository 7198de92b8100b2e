//! A program that we run, together with whatever it starts in turn.

use std::io;
use std::process::{Child, Command, ExitStatus};

/// A running program in a group of processes of its own: Ctrl-C is for us, and what a script has started ends when the script
/// ends or when this is dropped. Elsewhere than on Unix the program stands for all of its group.
#[derive(Debug)]
pub struct ChildGroup {
    child: Child,
    /// Whether it was waited for, so that its number may be another's.
    is_reaped: bool,
}

impl ChildGroup {
    /// Starts a program.
    ///
    /// # Errors
    /// Those of [`Command::spawn`].
    pub fn start(command: &mut Command) -> io::Result<ChildGroup> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        // `CREATE_NEW_PROCESS_GROUP` of the Windows API.
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(command, 0x200);
        Ok(ChildGroup {
            child: command.spawn()?,
            is_reaped: false,
        })
    }

    /// The program itself, for its pipes.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// How the program ended, if it has. What it has started ends with it.
    pub fn status(&mut self) -> Option<ExitStatus> {
        if !self.is_reaped && has_ended(&self.child) {
            self.kill();
        }
        let status = self.child.try_wait().ok().flatten();
        self.is_reaped |= status.is_some();
        status
    }

    /// Ends all of the group. The program must not have been waited for, so that its number is still its own.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id())
            .ok()
            .and_then(rustix::process::Pid::from_raw)
        {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
    }
}

impl Drop for ChildGroup {
    fn drop(&mut self) {
        if !self.is_reaped {
            self.kill();
        }
        let _ = self.child.wait();
    }
}

/// Whether a program has ended; it is not waited for, so that its number remains its own.
#[cfg(unix)]
fn has_ended(child: &Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else {
        return false;
    };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(waitid(WaitId::Pid(pid), options), Ok(Some(_)))
}

#[cfg(not(unix))]
fn has_ended(_: &Child) -> bool {
    false
}
