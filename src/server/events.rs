//! The events of a connection, and the thread that reads the input.

use std::io::{self, BufRead};
use std::sync::mpsc::{self, Sender};
use std::thread;

use petteia_engine::JobEvent;
use petteia_files::{InputLine, read_line};

/// An event that the loop waits for.
#[derive(Debug)]
pub(super) enum Event {
    Line(InputLine),
    EndOfInput,
    Unreadable(io::Error),
    Interrupted,
    /// The reader of the output has closed it.
    OutputClosed,
    Job(JobEvent),
}

/// A handle that ends a connection from another thread, as `quit` does.
#[derive(Clone, Debug)]
pub struct ShutdownHandle(pub(super) Sender<Event>);

impl ShutdownHandle {
    /// Ends the connection.
    pub fn interrupt(&self) {
        drop(self.0.send(Event::Interrupted));
    }

    /// Ends the connection at once, because nobody reads its output any more.
    pub fn output_closed(&self) {
        drop(self.0.send(Event::OutputClosed));
    }
}

/// Starts a thread that reads one line for each request on the returned channel. It never reads ahead, so that the rest
/// of the input stays unread after `quit`.
///
/// # Errors
/// The system refuses the thread.
pub(super) fn read_on_request(
    mut input: impl BufRead + Send + 'static,
    events: Sender<Event>,
) -> io::Result<Sender<()>> {
    let (request_line, requests) = mpsc::channel();
    let read = move || {
        for () in requests {
            let event = match read_line(&mut input) {
                Ok(Some(line)) => Event::Line(line),
                Ok(None) => Event::EndOfInput,
                Err(error) => Event::Unreadable(error),
            };
            if events.send(event).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("reader".into()).spawn(read)?;
    Ok(request_line)
}
