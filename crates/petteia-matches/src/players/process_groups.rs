//! Process groups: an engine ends together with all processes that it has started, and none of them outlives the run.
//!
//! On Unix each engine has a process group, whose leader is a process of our own program. A pipe from the run is the
//! standard input of the leader. The pipe closes when the run ends, even by SIGKILL, and then the leader kills its
//! group. Without a leader, as in programs that use this library, the engine leads the group itself. On Windows each
//! engine has a job object, which ends its processes when the run closes it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use system::Group;
pub use system::lead_process_group;

/// The argument with which our program is started to call [`lead_process_group`].
pub const LEADER_ARGUMENT: &str = "lead-process-group";

/// The process groups of all engines of a run.
#[derive(Clone, Debug, Default)]
pub struct ProcessGroups {
    leader: Option<OsString>,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    is_terminated: bool,
    /// The groups by the process ids of their engines. Dropping a group kills its processes.
    groups: BTreeMap<u32, Group>,
}

impl ProcessGroups {
    /// Groups that are led by this program, which calls [`lead_process_group`] when its only argument is
    /// [`LEADER_ARGUMENT`].
    #[must_use]
    pub fn with_leader(program: OsString) -> Self {
        Self { leader: Some(program), ..Self::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Kills all engines, and starts no more of them.
    pub fn terminate(&self) {
        let mut state = self.state();
        state.is_terminated = true;
        state.groups.clear();
    }

    /// Whether [`Self::terminate`] has been called.
    #[must_use]
    pub fn is_terminated(&self) -> bool {
        self.state().is_terminated
    }

    /// Starts an engine in a group of its own.
    pub(super) fn spawn(&self, engine: &mut Command) -> io::Result<Child> {
        let mut state = self.state();
        if state.is_terminated {
            return Err(io::Error::other("the run has been terminated"));
        }
        let (child, group) = Group::spawn(engine, self.leader.as_deref())?;
        state.groups.insert(child.id(), group);
        Ok(child)
    }

    /// Kills an engine and its group, and waits for its end.
    pub(super) fn kill(&self, engine: &mut Child) {
        // The system gives the id of a process to another one after the wait, not before.
        let group = self.state().groups.remove(&engine.id());
        drop(group);
        let _ = engine.kill();
        let _ = engine.wait();
    }
}

#[cfg(unix)]
mod system {
    use std::ffi::OsStr;
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};

    use rustix::process::{Pid, Signal, getpgrp, getpid, kill_current_process_group, kill_process_group};

    use super::LEADER_ARGUMENT;

    /// The process group of an engine.
    #[derive(Debug)]
    pub(super) struct Group {
        id: Pid,
        leader: Option<Child>,
    }

    impl Group {
        pub(super) fn spawn(engine: &mut Command, leader: Option<&OsStr>) -> io::Result<(Child, Self)> {
            let Some(program) = leader else {
                let child = engine.process_group(0).spawn()?;
                let id = Pid::from_child(&child);
                return Ok((child, Self { id, leader: None }));
            };
            let mut leader = Command::new(program);
            leader.arg(LEADER_ARGUMENT).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            let leader = leader.process_group(0).spawn()?;
            let group = Self { id: Pid::from_child(&leader), leader: Some(leader) };
            // The engine enters the group before its program begins, so there is no time at which it is in none.
            let child = engine.process_group(group.id.as_raw_nonzero().get()).spawn()?;
            Ok((child, group))
        }
    }

    impl Drop for Group {
        fn drop(&mut self) {
            let _ = kill_process_group(self.id, Signal::KILL);
            if let Some(leader) = &mut self.leader {
                let _ = leader.kill();
                let _ = leader.wait();
            }
        }
    }

    /// Waits for the end of the standard input, and kills the process group of this process if it leads it.
    pub fn lead_process_group() {
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        if getpgrp() == getpid() {
            let _ = kill_current_process_group(Signal::KILL);
        }
    }
}

#[cfg(windows)]
mod system {
    use std::ffi::OsStr;
    use std::io;
    use std::os::windows::io::AsRawHandle;
    use std::process::{Child, Command};

    use win32job::{ExtendedLimitInfo, Job};

    /// The job object of an engine. Its processes end when it is closed.
    #[derive(Debug)]
    pub(super) struct Group {
        _job: Job,
    }

    impl Group {
        pub(super) fn spawn(engine: &mut Command, _: Option<&OsStr>) -> io::Result<(Child, Self)> {
            let job = Job::create_with_limit_info(ExtendedLimitInfo::new().limit_kill_on_job_close());
            let job = job.map_err(io::Error::other)?;
            let mut child = engine.spawn()?;
            if let Err(error) = job.assign_process(child.as_raw_handle() as isize) {
                let _ = child.kill();
                let _ = child.wait();
                return Err(io::Error::other(error));
            }
            Ok((child, Self { _job: job }))
        }
    }

    /// Does nothing, since job objects need no leader.
    pub fn lead_process_group() {}
}

#[cfg(not(any(unix, windows)))]
mod system {
    use std::ffi::OsStr;
    use std::io;
    use std::process::{Child, Command};

    /// A group of one process: this system has no groups.
    #[derive(Debug)]
    pub(super) struct Group;

    impl Group {
        pub(super) fn spawn(engine: &mut Command, _: Option<&OsStr>) -> io::Result<(Child, Self)> {
            Ok((engine.spawn()?, Self))
        }
    }

    /// Does nothing.
    pub fn lead_process_group() {}
}
