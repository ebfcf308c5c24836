//! Where replies are written.

use std::io::{self, Write};

use super::reply::Reply;
use super::server::ExitStatus;

/// The one place where text leaves, and what went wrong in it.
#[derive(Debug)]
pub(super) struct Output<W> {
    output: W,
    status: ExitStatus,
    /// Why nothing can be written any more.
    broken: Option<io::Error>,
}

impl<W: Write> Output<W> {
    /// Nothing said yet.
    pub(super) fn new(output: W) -> Self {
        Self { output, status: ExitStatus::default(), broken: None }
    }

    /// Writes a reply; an error once nothing can be written any more.
    pub(super) fn say(&mut self, reply: &Reply) -> Result<(), Broken> {
        if let Reply::Error(error) = reply {
            self.status = self.status.max(error.code.into());
        }
        log::debug!("says: {reply}");
        writeln!(self.output, "{reply}").and_then(|()| self.output.flush()).map_err(|error| {
            self.broken.get_or_insert(error);
            Broken
        })
    }

    /// Whether nothing can be written any more.
    pub(super) fn is_broken(&self) -> bool {
        self.broken.is_some()
    }

    /// The worst that was said.
    pub(super) fn finish(self) -> io::Result<ExitStatus> {
        match self.broken {
            Some(error) => Err(error),
            None => Ok(self.status),
        }
    }
}

/// Nothing can be written any more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Broken;
