//! Work without the interpreter's lock, which Ctrl-C ends.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use petteia_engine::{Control, STACK_SIZE};
use petteia_search::perft::{Aborted, PerftOptions};
use petteia_ugi::{Code, Error};
use pyo3::prelude::*;

use crate::errors::exception;

/// How often signals of the operating system are looked for.
const INTERVAL: Duration = Duration::from_millis(50);

/// Counts leaves while other threads of Python go on.
///
/// # Errors
/// A signal, such as Ctrl-C, has ended the count, or there is no thread for it.
pub fn count<T: Send>(
    py: Python,
    threads: usize,
    job: impl FnOnce(&PerftOptions) -> Result<T, Aborted> + Send,
) -> PyResult<T> {
    let control = Control::new();
    let options = PerftOptions { threads: threads.max(1), table: None, control: &control };
    let (sender, mut receiver) = mpsc::channel();
    let counted = thread::scope(|scope| -> PyResult<Option<T>> {
        let work = move || sender.send(job(&options));
        thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work)?;
        loop {
            // One thread has the receiver at a time.
            let waiting = &mut receiver;
            match py.detach(move || waiting.recv_timeout(INTERVAL)) {
                Ok(counted) => return Ok(counted.ok()),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| control.stop())?,
            }
        }
    });
    counted?.ok_or_else(|| exception(py, Error::new(Code::Internal, "the count ended early"), ""))
}
