//! Writes replies to the output.

use std::fmt::Display;
use std::io::{self, Write};

use petteia_ugi::Code;

use crate::exit_status::ExitStatus;

impl From<Code> for ExitStatus {
    fn from(code: Code) -> Self {
        match code {
            Code::Internal => Self::Internal,
            Code::Io => Self::Io,
            Code::PerftMismatch => Self::Mismatch,
            _ => Self::Rejected,
        }
    }
}

/// The output of a connection and the exit status of its replies. All text is written here.
pub(super) struct Output<'a> {
    writer: Box<dyn Write + Send + 'a>,
    status: ExitStatus,
    /// The first error of the output, after which nothing more can be written.
    broken: Option<io::Error>,
}

impl<'a> Output<'a> {
    /// An output to which nothing has been written.
    pub(super) fn new(writer: Box<dyn Write + Send + 'a>) -> Self {
        Self { writer, status: ExitStatus::default(), broken: None }
    }

    /// Writes a reply.
    ///
    /// # Errors
    /// [`Broken`] if the output cannot be written to.
    pub(super) fn write_line(&mut self, reply: &dyn Display) -> Result<(), Broken> {
        log::debug!("says: {reply}");
        writeln!(self.writer, "{reply}").and_then(|()| self.writer.flush()).map_err(|error| {
            self.broken.get_or_insert(error);
            Broken
        })
    }

    /// Writes nothing more, because the reader has closed the output.
    pub(super) fn close(&mut self) {
        self.broken.get_or_insert(io::ErrorKind::BrokenPipe.into());
    }

    /// Takes an error into the status.
    pub(super) fn count_error(&mut self, code: Code) {
        self.status = self.status.max(code.into());
    }

    /// Whether the output cannot be written to any more.
    pub(super) fn is_broken(&self) -> bool {
        self.broken.is_some()
    }

    /// The worst status of all replies.
    ///
    /// # Errors
    /// The output could not be written to.
    pub(super) fn finish(self) -> io::Result<ExitStatus> {
        match self.broken {
            Some(error) => Err(error),
            None => Ok(self.status),
        }
    }
}

/// The output cannot be written to any more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Broken;
