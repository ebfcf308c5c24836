//! DXP peers that do not do what they should.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use rustix::process::Signal;

use super::hostile;
use crate::siege::case::Case;
use crate::siege::process::Running;

const REQUEST: &str = "R01a peer                          Z005075A\0";

/// What a peer sends.
fn messages() -> Vec<(&'static str, Vec<u8>)> {
    let mut messages = vec![
        ("an empty message", b"\0".to_vec()),
        ("many empty messages", vec![0; 100_000]),
        ("half a message", b"R01a pe".to_vec()),
        ("a request of a future version", b"R99\0".to_vec()),
        ("a move without a game", b"M0000322800\0".to_vec()),
        ("an illegal move", format!("{REQUEST}M0001322900\0").into_bytes()),
        ("a capture of 99 pieces", format!("{REQUEST}M000132289901\0").into_bytes()),
        ("a game twice", format!("{REQUEST}{REQUEST}").into_bytes()),
        ("an end and more", format!("{REQUEST}E00\0E00\0M0000322800\0").into_bytes()),
        ("a start position without pieces", format!("R01{:32}Z005075BW{}\0", "x", "e".repeat(50)).into_bytes()),
        ("chat without an end", b"Cx\0".repeat(50_000)),
    ];
    messages.extend(hostile());
    messages
}

/// Sends bytes to the program, and closes the connection.
fn send(port: u16, bytes: &[u8]) -> Result<(), String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).map_err(|error| error.to_string())?;
    // The program may close the connection before all is sent.
    drop(stream.write_all(bytes));
    Ok(())
}

/// A new peer gets an answer to its request.
fn is_served(running: &mut Running, port: u16) -> Result<(), String> {
    for _ in 0..100 {
        let answer = TcpStream::connect(("127.0.0.1", port)).and_then(|mut stream| {
            stream.set_read_timeout(Some(Duration::from_secs(5)))?;
            stream.write_all(REQUEST.as_bytes())?;
            let mut first = [0];
            stream.read_exact(&mut first)?;
            Ok(first[0])
        });
        // Another connection may not be closed yet.
        if matches!(answer, Ok(b'A')) {
            return Ok(());
        }
        running.pause(50);
    }
    Err("expected an answer to a game request, found none".into())
}

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let listen = "dxp --listen 127.0.0.1:0 --wait 1 --option 'Default Move Time=50'";
    for (what, bytes) in messages() {
        let sent = bytes.clone();
        cases.push(Case::new(format!("peers/listen: {what}"), listen).any_error().memory(200).during(move |running| {
            let port = running.port()?;
            send(port, &sent)?;
            is_served(running, port)?;
            running.signal(Signal::INT)
        }));
        cases.push(connect(&format!("peers/connect: {what}"), move |stream| {
            drop(stream.write_all(&bytes));
        }));
    }
    cases.push(connect("peers/connect: vanishes", |_| ()));
    cases.push(connect("peers/connect: never answers", |_| std::thread::sleep(Duration::from_secs(3))));
    cases.push(connect("peers/connect: never answers and reads nothing", |stream| {
        drop(stream.set_nodelay(true));
        std::thread::sleep(Duration::from_secs(3));
    }));
    cases.extend([
        Case::new("peers/listen: nobody speaks", listen).any_error().during(|running| {
            let port = running.port()?;
            let stream = TcpStream::connect(("127.0.0.1", port)).map_err(|error| error.to_string())?;
            running.wait_for("error")?;
            drop(stream);
            running.signal(Signal::TERM)
        }),
        Case::new("peers/listen: many connections", listen).any_error().during(|running| {
            let port = running.port()?;
            let streams: Vec<_> = (0..200).map(|_| TcpStream::connect(("127.0.0.1", port))).collect();
            running.pause(200);
            drop(streams);
            is_served(running, port)?;
            running.signal(Signal::INT)
        }),
        Case::new("peers/connect: nobody listens", "dxp --connect 127.0.0.1:1").fails("io", ""),
        Case::new("peers/connect: no such host", "dxp --connect host.invalid:27531").fails("io", ""),
        Case::new("peers/connect: a port that is none", "dxp --connect 127.0.0.1:99999")
            .codes(&["usage", "io"])
            .one_error(),
        Case::new("peers/listen: an address of another machine", "dxp --listen 192.0.2.1:1").fails("io", ""),
    ]);
    for (name, signal) in [("SIGINT", Signal::INT), ("SIGTERM", Signal::TERM)] {
        cases.push(Case::new(format!("peers/listen: {name} in a game"), listen).any_error().during(move |running| {
            let port = running.port()?;
            let mut stream = TcpStream::connect(("127.0.0.1", port)).map_err(|error| error.to_string())?;
            drop(stream.write_all(REQUEST.as_bytes()));
            running.wait_for("connected")?;
            running.pause(200);
            running.signal(signal)
        }));
    }
    cases
}

/// The program connects to a peer, which does this. It is an error of the connection.
fn connect(name: &str, act: impl Fn(&mut TcpStream) + Send + Sync + 'static) -> Case {
    let Ok(listener) = TcpListener::bind("127.0.0.1:0") else { return Case::new(name, "--version").fails("io", "") };
    let port = listener.local_addr().map_or(0, |address| address.port());
    Case::new(name, format!("dxp --connect 127.0.0.1:{port} --wait 1 --games 1"))
        .codes(&["rejected"])
        .any_error()
        .during(move |_| {
            let (mut stream, _) = listener.accept().map_err(|error| error.to_string())?;
            act(&mut stream);
            Ok(())
        })
}
