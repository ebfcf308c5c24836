//! Peers that break the protocol, are gone or say nothing. None of them ends the program.

use std::io::Write;
use std::time::{Duration, Instant};

use super::{Peer, Program, request};
use crate::common::TIMEOUT;

/// What a peer says, and the error of the program.
type Case<'a> = (&'a [&'a str], &'a str);

#[test]
fn an_error_ends_the_connection_and_nothing_else() {
    let (program, address) = Program::listening(&[]);
    let long = "C".repeat(128);
    let endless = "C".repeat(5_000);
    let game = request('Z', "A");
    let cases: [Case; 14] = [
        (&["garbage\0"], "column 1: expected a message"),
        (&["\x01\x02\u{fffd}\0"], "column 1: expected a message"),
        (&["R01\0"], "column 4: expected a name in 32 columns, found the end"),
        (&["\0"], "expected a message, found an empty one"),
        (&[&long, "\0"], "expected a NUL after at most 127 bytes"),
        (&[&endless], "expected a NUL after at most 127 bytes"),
        (&["M0000322800\0"], "expected a game request, found a move"),
        (&["A a peer                        0\0"], "column 34: expected an acceptance code"),
        (&[&format!("A{:32}0\0", "a peer")], "expected a game request, found a game acceptance"),
        (&[&game, "\0M0000322900\0"], "expected a legal move, found 32-29 in W:W31,"),
        (&[&game, "\0M000032280119\0"], "expected a legal move, found 32x28x19 in W:W31,"),
        (&[&game, "\0M0000322800\0M0000332900\0"], "move out of turn"),
        (&[&game, "\0", &game, "\0"], "expected a move in turn, found a game request"),
        (&[&game, "\0M00003228"], "closed the connection within a message"),
    ];
    for (said, error) in cases {
        let mut peer = Peer::connect(&address);
        drop(peer.0.write_all(said.concat().as_bytes()));
        if error.contains("closed") {
            peer.wants("A");
        } else {
            // The peer may hear why, after other answers. Then the connection ends.
            let heard: Vec<String> = std::iter::from_fn(|| peer.hear()).collect();
            assert!(heard.iter().all(|text| text.len() <= 127), "{heard:?}");
        }
        drop(peer);
        program.says("connected to ");
        let told = program.says("127.0.0.1:");
        assert!(told.starts_with("error: ") && told.contains(error), "expected '{error}', found '{told}'");
        if said[0] == game {
            assert_eq!(program.result(), ("none".into(), "disconnected".into()));
        }
    }
    let mut peer = Peer::connect(&address);
    peer.request('W');
    peer.wants("M");
}

#[test]
fn the_peer_hears_why() {
    let (_program, address) = Program::listening(&[]);
    let mut peer = Peer::connect(&address);
    peer.request('Z');
    peer.send("M0000322900");
    peer.wants("Cerror: expected a legal move, found 32-29 in W:W31,");
    assert_eq!(peer.hear(), None);
}

#[test]
fn a_second_connection_is_refused_while_the_game_goes_on() {
    let (program, address) = Program::listening(&[]);
    let mut peer = Peer::connect(&address);
    peer.request('W');
    peer.wants("M");
    for _ in 0..3 {
        let mut second = Peer::connect(&address);
        // It may be told why, unless its own message is not read.
        assert!(second.hear().is_none_or(|text| text == "Cerror: another program is connected"));
        assert_eq!(second.hear(), None);
        program.says("another program is connected");
    }
    peer.send("B001W");
    assert_eq!(peer.hear().as_deref(), Some("K1"));
    peer.send("E20");
    assert_eq!(peer.hear().as_deref(), Some("E00"));
    assert_eq!(program.result(), ("draw".into(), "draw-claim".into()));
    drop(peer);
    program.says("closed ");
    Peer::connect(&address).request('Z');
}

#[test]
fn silence_ends_a_connection_without_a_game() {
    let (program, address) = Program::listening(&["--wait", "1"]);
    let started = Instant::now();
    let mut silent = Peer::connect(&address);
    assert_eq!(silent.wants("C"), "Cerror: the input: no reply within 1 s");
    assert_eq!(silent.hear(), None);
    program.says("within 1 s");
    // Talk is no request.
    let mut talking = Peer::connect(&address);
    let talk = std::iter::repeat_with(|| {
        std::thread::sleep(Duration::from_millis(50));
        talking.0.write_all(b"Cwait\0")
    });
    assert!(talk.take_while(|sent| sent.is_ok() && started.elapsed() < TIMEOUT).count() > 3);
    program.says("within 1 s");
    assert!(started.elapsed() < TIMEOUT / 2, "{:?}", started.elapsed());
    // In a game the peer may think longer.
    let mut thinking = Peer::connect(&address);
    thinking.request('Z');
    std::thread::sleep(Duration::from_millis(1_300));
    thinking.send("M0000322800");
    thinking.wants("M");
}

#[test]
fn a_peer_that_goes_in_a_search_stops_it() {
    let (program, address) = Program::listening(&["--option", "Default Move Time=60000"]);
    let started = Instant::now();
    let mut peer = Peer::connect(&address);
    peer.request('W');
    drop(peer);
    assert_eq!(program.result(), ("none".into(), "disconnected".into()));
    program.says("error: 127.0.0.1:");
    // An end out of turn stops the search too.
    let mut peer = Peer::connect(&address);
    peer.request('W');
    peer.send("Chow long?");
    peer.send("B001W");
    assert_eq!(peer.hear().as_deref(), Some("K1"));
    peer.send("E20");
    assert_eq!(peer.hear().as_deref(), Some("E00"));
    assert_eq!(program.result(), ("draw".into(), "draw-claim".into()));
    peer.request('Z');
    peer.send("E01");
    assert_eq!((peer.hear().as_deref(), peer.hear()), (Some("E00"), None));
    assert!(started.elapsed() < TIMEOUT, "{:?}", started.elapsed());
}
