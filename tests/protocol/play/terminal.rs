//! A program in a pseudo-terminal.

use std::io::{Read, Write};
use std::process::Child;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Instant;

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

use crate::common::{BINARY, TIMEOUT, root};

/// `petteia play` in a terminal of its own.
pub struct Terminal {
    child: Child,
    pty: Arc<Pty>,
    output: Receiver<Vec<u8>>,
    /// What the program has written and nobody has read.
    unread: String,
    /// Everything that it has written.
    pub screen: String,
    /// The mode of the terminal before the program began.
    pub first_mode: String,
}

/// The mode of a terminal: echo, special keys and the rest.
fn mode(pty: &Pty) -> String {
    format!("{:?}", rustix::termios::tcgetattr(pty).expect("a mode"))
}

impl Terminal {
    /// Starts `petteia play` with arguments, in a terminal with this many columns.
    pub fn start(arguments: &[&str], columns: u16, variables: &[(&str, &str)]) -> Self {
        Self::start_program(&[&["play"], arguments].concat(), columns, variables)
    }

    /// Starts `petteia` with arguments, in a terminal with this many columns.
    pub fn start_program(arguments: &[&str], columns: u16, variables: &[(&str, &str)]) -> Self {
        let (pty, pts) = open().expect("a terminal");
        pty.resize(Size::new(24, columns)).expect("a size");
        let mut command = Command::new(BINARY).args(arguments).current_dir(root());
        command = command.env("TERM", "xterm-256color").env_remove("NO_COLOR").env_remove("RUST_LOG");
        let first_mode = mode(&pty);
        let child = command.envs(variables.iter().copied()).spawn(pts).expect("the binary starts");
        let pty = Arc::new(pty);
        let (sender, output) = channel();
        let reader = Arc::clone(&pty);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The end of the program is an error here.
            while let Ok(count @ 1..) = (&*reader).read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self { child, pty, output, unread: String::new(), screen: String::new(), first_mode }
    }

    /// Types keys.
    pub fn type_keys(&self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    /// Types a line.
    pub fn enter(&self, line: &str) {
        self.type_keys(&format!("{line}\r"));
    }

    /// The mode of the terminal at the moment.
    pub fn mode(&self) -> String {
        mode(&self.pty)
    }

    /// Sends a signal to the program.
    pub fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("the program is there");
    }

    /// Waits until a signal has stopped the program.
    pub fn wait_for_stop(&self) {
        let (_, status) = waitpid(Some(self.pid()), WaitOptions::UNTRACED).expect("a child").expect("a state");
        assert!(status.stopped(), "{status:?}");
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Changes the size of the terminal.
    pub fn resize(&self, columns: u16) {
        self.pty.resize(Size::new(24, columns)).expect("a size");
    }

    /// Reads up to a text and returns what stands before it.
    ///
    /// # Panics
    /// If the text does not come.
    pub fn until(&mut self, text: &str) -> String {
        self.until_one_of(&[text]).1
    }

    /// Reads up to the first of some texts; returns its index and what stands before it.
    ///
    /// # Panics
    /// If none comes.
    pub fn until_one_of(&mut self, texts: &[&str]) -> (usize, String) {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let found = texts.iter().enumerate().filter_map(|(i, text)| Some((self.unread.find(text)?, i)));
            if let Some((at, i)) = found.min() {
                let before = self.unread[..at].to_owned();
                self.unread.drain(..at + texts[i].len());
                return (i, before);
            }
            match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.hear(&bytes),
                Err(error) => panic!("expected {texts:?}, found {error} after:\n{}", self.screen),
            }
        }
    }

    fn hear(&mut self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        self.screen += &text;
        self.unread += &text;
    }

    /// Waits for the end of the program and returns what it has written, and its exit code.
    ///
    /// # Panics
    /// If it does not end, or leaves the terminal in another mode than it found.
    pub fn finish(mut self) -> (String, Option<i32>) {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.hear(&bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it does not end after:\n{}", self.screen),
            }
        }
        let code = self.child.wait().expect("the program ends").code();
        assert_eq!(self.mode(), self.first_mode, "{}", self.screen);
        (std::mem::take(&mut self.screen), code)
    }
}

impl Drop for Terminal {
    /// Kills the process, so that a failed test leaves nothing running.
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// A text without the escape sequences of terminals.
pub fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\x1b' => {
                // A control sequence ends with a letter or ~.
                if letters.next() == Some('[') {
                    letters.find(|c| ('@'..='~').contains(c));
                }
            }
            '\r' => {}
            other => plain.push(other),
        }
    }
    plain
}
