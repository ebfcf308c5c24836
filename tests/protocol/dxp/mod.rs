//! `petteia dxp`: games against itself, and against peers that keep to the protocol or not.

mod faults;
mod games;
mod scan;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use serde_json::Value;

use crate::common::{BINARY, TIMEOUT, root};

/// The program as a process.
struct Program {
    child: Child,
    output: Receiver<String>,
    errors: Receiver<String>,
}

/// The lines of a pipe.
fn lines(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    let pipe = BufReader::new(pipe);
    thread::spawn(move || pipe.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    lines
}

impl Program {
    fn start(arguments: &[&str]) -> Self {
        let quick = ["dxp", "--option", "Default Move Time=4", "--option", "Hash=1"];
        let mut child = Command::new(BINARY)
            .args(quick)
            .args(arguments)
            .current_dir(root())
            .env_remove("RUST_LOG")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let output = lines(child.stdout.take().expect("piped"));
        let errors = lines(child.stderr.take().expect("piped"));
        Self { child, output, errors }
    }

    /// A program that listens, and its address.
    fn listening(arguments: &[&str]) -> (Self, String) {
        let program = Self::start(&[&["--listen", "127.0.0.1:0"], arguments].concat());
        let line = program.says("listening on ");
        let address = line.strip_prefix("listening on ").expect("an address").to_owned();
        (program, address)
    }

    /// The next line on standard error with this text in it.
    fn says(&self, text: &str) -> String {
        loop {
            let line = self.errors.recv_timeout(TIMEOUT).unwrap_or_else(|error| panic!("expected '{text}': {error}"));
            if line.contains(text) {
                return line;
            }
        }
    }

    /// The record of the next game.
    fn record(&self) -> Value {
        self.output.recv_timeout(TIMEOUT).expect("a record").parse().expect("JSON")
    }

    /// Result and reason of the next game.
    fn result(&self) -> (String, String) {
        let record = self.record();
        let text = |name: &str| record[name].as_str().expect("a text").to_owned();
        (text("result"), text("reason"))
    }

    /// The exit code.
    fn code(&mut self) -> Option<i32> {
        self.child.wait().expect("the process ends").code()
    }
}

impl Drop for Program {
    /// Kills the process, so that a failed test leaves nothing running.
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The other program of a game, played by the test.
struct Peer(TcpStream);

impl Peer {
    fn new(stream: TcpStream) -> Self {
        stream.set_read_timeout(Some(TIMEOUT)).expect("a time limit");
        Self(stream)
    }

    fn connect(address: &str) -> Self {
        Self::new(TcpStream::connect(address).expect("a connection"))
    }

    /// Waits for a program.
    fn accept(listener: &TcpListener) -> Self {
        Self::new(listener.accept().expect("a connection").0)
    }

    /// Writes a message. The program may have closed the connection.
    fn send(&mut self, message: impl AsRef<[u8]>) {
        drop(self.0.write_all(&[message.as_ref(), b"\0"].concat()));
    }

    /// The next message; `None` at the end of the connection.
    fn hear(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        loop {
            let mut byte = [0];
            match self.0.read(&mut byte) {
                Ok(0) => return None,
                Ok(_) if byte == [0] => return Some(String::from_utf8(bytes).expect("ASCII")),
                Ok(_) => bytes.push(byte[0]),
                // A system that stops and continues the process interrupts a read with a timeout.
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => return None,
                Err(error) => panic!("no message: {error}"),
            }
        }
    }

    /// The next message, which begins so.
    fn wants(&mut self, start: &str) -> String {
        let message = self.hear().unwrap_or_else(|| panic!("expected {start}, found the end"));
        assert!(message.starts_with(start), "expected {start}, found {message}");
        message
    }

    /// Requests a game without a clock in which the program has this colour. It is accepted.
    fn request(&mut self, follower: char) {
        self.send(request(follower, "A"));
        let accepted = self.wants("Apetteia ");
        assert!(accepted.len() == 34 && accepted.ends_with('0'), "{accepted}");
    }
}

/// A game request; the start is as in the last fields of the message.
fn request(follower: char, start: &str) -> String {
    format!("R01{:32}{follower}000075{start}", "a peer")
}

/// An acceptance by the test.
fn acceptance(code: char) -> String {
    format!("A{:32}{code}", "a peer")
}

/// The squares of a position in DXP.
fn squares(pieces: &[(usize, char)]) -> String {
    (1..=50).map(|square| pieces.iter().find(|(at, _)| *at == square).map_or('e', |(_, piece)| *piece)).collect()
}
