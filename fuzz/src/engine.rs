//! The engine in this process, and its two pipes.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use petteia::protocol::server::{Config, Outcome, Server};
use petteia::variants::VARIANTS;

/// Longer than any answer takes here.
const PATIENCE: Duration = Duration::from_secs(20);

/// A conversation that goes on from one input to the next, because to begin one costs more than most inputs.
#[derive(Debug)]
pub struct Engine {
    input: Sender<Vec<u8>>,
    output: Receiver<String>,
    thread: JoinHandle<io::Result<Outcome>>,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// It has ended.
    Ended,
    /// It does not answer.
    Hangs,
}

impl Engine {
    /// A new one.
    ///
    /// # Panics
    /// When there is no memory or no thread for it.
    #[must_use]
    pub fn start() -> Self {
        let (input, lines) = channel();
        let (sender, output) = channel();
        let config = Config { variants: VARIANTS, variant: &VARIANTS[0], batch: false, files: true };
        let serve = move || {
            let server = Server::new(config, Mouth { sender, line: Vec::new() }).expect("random bytes");
            server.run(None, Ear { lines, line: Vec::new(), at: 0 })
        };
        let thread = thread::Builder::new().name("server".into()).stack_size(8 << 20).spawn(serve);
        Self { input, output, thread: thread.expect("a thread") }
    }

    /// Says lines.
    pub fn say(&self, mut lines: Vec<u8>) {
        lines.push(b'\n');
        // Whether it has ended is heard when its answer is read.
        drop(self.input.send(lines));
    }

    /// Hears a line.
    ///
    /// # Errors
    /// There is none.
    pub fn hear(&self) -> Result<String, Silence> {
        self.output.recv_timeout(PATIENCE).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Hangs,
            RecvTimeoutError::Disconnected => Silence::Ended,
        })
    }

    /// How it went, once the output has ended.
    #[must_use]
    pub fn end(self) -> Option<Outcome> {
        drop(self.input);
        self.thread.join().ok()?.ok()
    }
}

struct Ear {
    lines: Receiver<Vec<u8>>,
    line: Vec<u8>,
    at: usize,
}

impl Read for Ear {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Ear {
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

struct Mouth {
    sender: Sender<String>,
    line: Vec<u8>,
}

impl Write for Mouth {
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
