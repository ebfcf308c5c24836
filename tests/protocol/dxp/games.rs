//! Games that end as they should.

use std::net::TcpListener;
use std::process::Command;

use super::{Peer, Program, acceptance, request, squares};
use crate::common::BINARY;

/// Plays games between two programs; returns the records of each. The first one accepts.
fn play(arguments: &[&str], games: usize) -> Vec<[serde_json::Value; 2]> {
    let number = games.to_string();
    let (mut follower, address) = Program::listening(&["--games", &number]);
    let all = ["--connect", &address, "--games", &number, "--time", "0"];
    let mut initiator = Program::start(&[&all, arguments].concat());
    let records = (0..games).map(|_| [&follower, &initiator].map(Program::record)).collect();
    assert_eq!([follower.code(), initiator.code()], [Some(0); 2]);
    records
}

#[test]
fn both_sides_tell_the_same_of_a_game() {
    for (i, [one, other]) in play(&["--moves", "6"], 3).into_iter().enumerate() {
        for key in ["game", "white", "black", "start", "moves", "result", "reason"] {
            assert_eq!(one[key], other[key], "{key}");
        }
        assert_eq!((one["game"].as_u64(), one["result"].as_str()), (Some(i as u64 + 1), Some("none")));
        assert_eq!((one["reason"].as_str(), one["moves"].as_array().map(Vec::len)), (Some("max-moves"), Some(12)));
        assert_eq!(one["times"].as_array().map(Vec::len), Some(12));
        let name = concat!("petteia ", env!("CARGO_PKG_VERSION"));
        assert_eq!((one["white"].as_str(), one["black"].as_str()), (Some(name), Some(name)));
    }
}

#[test]
fn games_end_by_the_rules() {
    for (position, colour, result, reason) in [
        // White takes the last piece, as the initiator and as the follower.
        ("W:W28,K50:B22", "white", "p1win", "no-moves"),
        ("W:W28,K50:B22", "black", "p1win", "no-moves"),
        ("B:WK28:BK1,K6,36,37,K50", "alternate", "p2win", "no-moves"),
        ("W:WK46:BK1", "white", "draw", ""),
    ] {
        let [one, other] = play(&["--position", position, "--colour", colour], 1).remove(0);
        for key in ["start", "moves", "result", "reason"] {
            assert_eq!(one[key], other[key], "{key} of {position}");
        }
        assert_eq!((one["start"].as_str(), one["result"].as_str()), (Some(position), Some(result)), "{one}");
        assert!(one["reason"].as_str().is_some_and(|found| reason.is_empty() || found == reason), "{one}");
    }
}

#[test]
fn a_peer_plays_ends_and_plays_again() {
    let (program, address) = Program::listening(&[]);
    let mut peer = Peer::connect(&address);
    peer.send("Chello");
    peer.send("R02 another version");
    assert!(peer.wants("Apetteia ").ends_with('1'));
    // A man on its own crowning row, and a position without a legal move.
    for start in [[(50, 'z'), (1, 'Z')], [(46, 'z'), (41, 'e')]] {
        peer.send(request('W', &format!("BW{}", squares(&start))));
        assert!(peer.wants("Apetteia ").ends_with('2'));
    }
    peer.request('W');
    let first = peer.wants("M");
    assert_eq!((first.len(), &first[9..]), (11, "00"));
    peer.send(b"Cz\xeat?\nyes\r");
    peer.send("B001W");
    assert_eq!(peer.hear().as_deref(), Some("K1"));
    peer.send("K0");
    // It is the turn of the peer, which gives up.
    peer.send("E10");
    assert_eq!(peer.hear().as_deref(), Some("E00"));
    assert_eq!(program.result(), ("p1win".into(), "resignation".into()));
    peer.send("E00");
    peer.send("B001W");
    assert_eq!(peer.hear().as_deref(), Some("K1"));

    for (end, result) in [
        ("E00", ("none", "no-reason")),
        ("E20", ("draw", "draw-claim")),
        ("E30", ("p1win", "win-claim")),
        // It wants no other game.
        ("E11", ("p2win", "resignation")),
    ] {
        peer.request('Z');
        peer.send("M0000322800");
        let reply = peer.wants("M");
        assert_eq!(&reply[9..], "00");
        peer.send(end);
        assert_eq!(peer.hear().as_deref(), Some("E00"));
        assert_eq!(program.result(), (result.0.into(), result.1.into()));
    }
    assert_eq!(peer.hear(), None);
    program.says("closed ");
}

#[test]
fn the_program_ends_a_game_on_its_turn() {
    let (mut program, address) = Program::listening(&["--games", "2"]);
    let mut peer = Peer::connect(&address);
    // The peer is Black and loses its last piece, so it has to end the game itself.
    peer.send(request('W', &format!("BW{}", squares(&[(28, 'w'), (22, 'z')]))));
    peer.wants("A");
    assert_eq!(&peer.wants("M")[5..], "28170122");
    peer.send("E10");
    assert_eq!(peer.hear().as_deref(), Some("E00"));
    assert_eq!(program.result(), ("p1win".into(), "no-moves".into()));
    // The program is Black, has no piece left and gives up. It is the last game. Captured pieces come in any order.
    peer.send(request('Z', &format!("BW{}", squares(&[(28, 'w'), (22, 'z'), (12, 'z')]))));
    peer.wants("A");
    peer.send("M00042808021222");
    assert_eq!(peer.hear().as_deref(), Some("E11"));
    assert_eq!(program.result(), ("p1win".into(), "no-moves".into()));
    peer.send("Cwell played");
    peer.send("E00");
    assert_eq!((peer.hear(), program.code()), (None, Some(0)));
}

#[test]
fn requests_of_the_initiator() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let arguments = ["--connect", &address, "--colour", "black", "--time", "1", "--moves", "300", "--games", "1"];
    let mut program = Program::start(&arguments);
    let mut peer = Peer::accept(&listener);
    let name = concat!("petteia ", env!("CARGO_PKG_VERSION"));
    assert_eq!(peer.hear(), Some(format!("R01{name:32}W001300A")));
    peer.send(acceptance('0'));
    peer.send("M0012322800");
    peer.wants("M");
    peer.send("E31");
    assert_eq!(peer.hear().as_deref(), Some("E01"));
    let record = program.record();
    assert_eq!((record["white"].as_str(), record["minutes"].as_u64()), (Some("a peer"), Some(1)));
    assert_eq!(record["times"][0].as_u64(), Some(12_000));
    assert_eq!((record["result"].as_str(), record["reason"].as_str()), (Some("p1win"), Some("win-claim")));
    assert_eq!((peer.hear(), program.code()), (None, Some(0)));

    // Declined, gone at once, and a follower that connects.
    for (code, text) in [('1', "another version"), ('2', "not this game"), ('3', "no game at all")] {
        let mut program = Program::start(&["--connect", &address]);
        let mut peer = Peer::accept(&listener);
        peer.wants("R01");
        peer.send(acceptance(code));
        program.says(text);
        assert_eq!(program.code(), Some(3));
    }
    let mut program = Program::start(&["--connect", &address]);
    drop(Peer::accept(&listener));
    program.says("closed the connection");
    assert_eq!(program.code(), Some(3));
    let mut program = Program::start(&["--connect", &address, "--role", "follower"]);
    let mut peer = Peer::accept(&listener);
    peer.request('Z');
    peer.send("E01");
    assert_eq!((peer.hear().as_deref(), peer.hear(), program.code()), (Some("E00"), None, Some(0)));
}

#[test]
fn a_signal_ends_a_game_and_the_program() {
    // On the turn of the peer after a move and before it, and in a search.
    for (follower, moves, time) in [('W', 1, "4"), ('Z', 0, "4"), ('W', 0, "60000")] {
        let (mut program, address) = Program::listening(&["--option", &format!("Default Move Time={time}")]);
        let mut peer = Peer::connect(&address);
        peer.request(follower);
        (0..moves).for_each(|_| drop(peer.wants("M")));
        let kill = Command::new("kill").args(["-INT", &program.child.id().to_string()]).status();
        assert!(kill.expect("kill runs").success());
        assert_eq!((peer.hear().as_deref(), peer.hear()), (Some("E01"), None));
        assert_eq!(program.result(), ("none".into(), "interrupted".into()));
        assert_eq!(program.code(), Some(0));
    }
    let (mut program, _) = Program::listening(&[]);
    let kill = Command::new("kill").args(["-TERM", &program.child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    assert_eq!(program.code(), Some(0));
}

#[test]
fn a_wrong_command_line_is_refused() {
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").to_string();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = taken.local_addr().map(|address| (address.to_string(), taken)).expect("an address");
    let cases: [(&[&str], i32, &str); 10] = [
        (&["--game", "dvonn", "dxp"], 2, "expected the game draughts"),
        (&["dxp", "--listen", "--connect"], 2, "cannot be used with"),
        (&["dxp", "--time", "5"], 2, "--time: expected --role initiator"),
        (&["dxp", "--connect", "--time", "1000"], 2, "1000"),
        (&["dxp", "--connect", "--position", "W:W1:B2"], 2, "--position: "),
        (&["dxp", "--connect", "--position", "W:W:B2"], 2, "a legal move"),
        (&["dxp", "--option", "Hash=0"], 2, "--option Hash: "),
        (&["dxp", "--connect", &free], 4, "refused"),
        (&["dxp", "--listen", &taken.0], 4, "in use"),
        (&["dxp", "--listen", "127.0.0.1:x"], 4, "127.0.0.1:x: "),
    ];
    for (arguments, code, text) in cases {
        let output = Command::new(BINARY).args(arguments).env_remove("RUST_LOG").output().expect("it runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {told}");
        assert!(told.contains(text) && output.stdout.is_empty(), "{arguments:?}: {told}");
    }
}
