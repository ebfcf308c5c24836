//! The engine in this process, with channels for its input and its output.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use petteia::exit_status::ExitStatus;
use petteia::protocols::ugi::Ugi;
use petteia::server::{Config, ConnectionError, Server};
use petteia_engine::VARIANTS;

/// Time limit of each read. An answer takes less unless the engine hangs.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A running engine, shared by many inputs, because a start costs more than most inputs.
#[derive(Debug)]
pub struct Engine {
    input: Sender<Vec<u8>>,
    output: Receiver<String>,
    thread: JoinHandle<Result<ExitStatus, ConnectionError>>,
}

/// Reason for a missing line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The engine has ended.
    Ended,
    /// The engine does not answer.
    TimedOut,
}

impl Engine {
    /// Starts a new engine.
    ///
    /// # Panics
    /// If there is not enough memory, or the system cannot start a thread.
    #[must_use]
    pub fn start() -> Self {
        let (input, lines) = channel();
        let (sender, output) = channel();
        let config = Config { variants: VARIANTS, variant: &VARIANTS[0], batch: false, files: true };
        let serve = move || {
            let server =
                Server::new(config, Box::<Ugi>::default(), Output { sender, line: Vec::new() }).expect("random bytes");
            server.run(Input { lines, line: Vec::new(), at: 0 })
        };
        let thread = thread::Builder::new().name("server".into()).stack_size(8 << 20).spawn(serve);
        Self { input, output, thread: thread.expect("a thread") }
    }

    /// Sends lines.
    pub fn send(&self, mut lines: Vec<u8>) {
        lines.push(b'\n');
        // A failure shows when the answer is read.
        drop(self.input.send(lines));
    }

    /// Reads a line.
    ///
    /// # Errors
    /// The engine has ended or does not answer.
    pub fn read_line(&self) -> Result<String, ReadError> {
        self.output.recv_timeout(TIMEOUT).map_err(|error| match error {
            RecvTimeoutError::Timeout => ReadError::TimedOut,
            RecvTimeoutError::Disconnected => ReadError::Ended,
        })
    }

    /// Waits for the end of the engine; returns its exit status.
    #[must_use]
    pub fn end(self) -> Option<ExitStatus> {
        drop(self.input);
        self.thread.join().ok()?.ok()
    }
}

/// Input of the engine: lines from a channel.
struct Input {
    lines: Receiver<Vec<u8>>,
    line: Vec<u8>,
    at: usize,
}

impl Read for Input {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.line.len() {
            (self.line, self.at) = (self.lines.recv().unwrap_or_default(), 0);
        }
        Ok(&self.line[self.at..])
    }

    fn consume(&mut self, count: usize) {
        self.at += count;
    }
}

/// Output of the engine: lines to a channel.
struct Output {
    sender: Sender<String>,
    line: Vec<u8>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned();
                self.sender.send(line).map_err(|_| io::ErrorKind::BrokenPipe)?;
            } else {
                self.line.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
