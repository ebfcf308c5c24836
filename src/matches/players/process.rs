//! An engine as a process with lines in and out.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::PlayerFault;

/// Longest line that is read, in bytes. The rest of a longer one is another line.
const LONGEST: u64 = 1 << 20;

/// A running engine.
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Process {
    /// Starts a program. Its standard error is not read.
    pub(super) fn start(command: &[String]) -> Result<Self, PlayerFault> {
        let crash = |error: std::io::Error| PlayerFault::Crash(format!("{}: {error}", command.join(" ")));
        let (program, arguments) = command.split_first().ok_or_else(|| PlayerFault::Unable("no command".into()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(crash)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(PlayerFault::Crash("no pipes".into()));
        };
        let (sender, lines) = channel();
        let read = move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while std::io::Read::take(&mut output, LONGEST).read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                if sender.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                    return;
                }
                line.clear();
            }
        };
        thread::Builder::new().spawn(read).map_err(crash)?;
        Ok(Self { child, input, lines })
    }

    /// Writes a line.
    pub(super) fn send(&mut self, line: &str) -> Result<(), PlayerFault> {
        log::debug!("to {}: {line}", self.child.id());
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|error| PlayerFault::Crash(error.to_string()))
    }

    /// The next line that `wanted` makes something of; the others are passed over.
    pub(super) fn read<T>(
        &mut self,
        timeout: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, PlayerFault> {
        let started = Instant::now();
        loop {
            let left = timeout.saturating_sub(started.elapsed());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    log::debug!("from {}: {line}", self.child.id());
                    if let Some(found) = wanted(&line) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(PlayerFault::Silence(timeout)),
                Err(RecvTimeoutError::Disconnected) => return Err(PlayerFault::Crash("the output has ended".into())),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
