//! Connections that are silent, slow, or gone.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::common::{BINARY, PATIENCE, Server, connect, create};

#[tokio::test]
async fn a_silent_connection_is_closed() {
    let server = Server::start(&["--silence", "1"]);
    let begun = Instant::now();
    let mut silent = server.raw_socket("/room");
    let mut rest = Vec::new();
    // It is pinged, and closed after a second without an answer.
    silent.read_to_end(&mut rest).expect("the end of the connection");
    let waited = begun.elapsed();
    assert!(waited >= Duration::from_millis(900) && waited < Duration::from_secs(20), "{waited:?}");
    assert!(rest.windows(2).any(|bytes| bytes == [0x89, 0]), "a ping: {rest:?}");
    // A client that answers pings stays.
    let mut client = connect(&server, "/room").await;
    let waited = tokio::time::timeout(Duration::from_millis(2_500), client.text()).await;
    assert!(waited.is_err(), "{waited:?}");
    client.send(json!({"t": "ping", "n": 1}).to_string()).await;
    assert_eq!(client.frame(|_| true).await["n"], 1);
}

#[tokio::test]
async fn a_slow_reader_gets_the_newest_view_and_skips_others() {
    /// Changes of the table while nobody reads.
    const CHANGES: u64 = 1_500;
    let server = Server::start(&[]);
    let (room, tokens) = create(&server, "draughts", json!([{"kind": "person"}, {"kind": "person"}])).await;
    let mut slow = connect(&server, "/room").await;
    slow.join(&room, &tokens[0]).await;
    // Several connections, since each has a limit of frames.
    let mut left = CHANGES;
    let mut last = Value::Null;
    while left > 0 {
        let mut fast = connect(&server, "/room").await;
        fast.join(&room, &tokens[1]).await;
        for _ in 0..left.min(300) {
            last = fast.call(json!({"t": "name", "name": format!("player {left}")})).await;
            assert_eq!(last["t"], "done", "{last}");
            left -= 1;
        }
    }
    slow.view(|view| view["v"] == last["v"]).await;
    let views = slow.seen.iter().filter(|text| text.contains(r#""t":"view""#)).count() as u64;
    assert!(views < CHANGES, "{views}");
    let versions: Vec<u64> =
        slow.seen.iter().filter_map(|text| serde_json::from_str::<Value>(text).ok()?["v"].as_u64()).collect();
    assert!(versions.is_sorted(), "{versions:?}");
}

#[tokio::test]
async fn a_peer_that_vanishes_leaves_its_seat() {
    let server = Server::start(&["--connections", "6"]);
    let (room, tokens) = create(&server, "dvonn", json!([{"kind": "person"}, {"kind": "person"}])).await;
    let mut watcher = connect(&server, "/room").await;
    watcher.join(&room, &Value::Null).await;
    for round in 0..10 {
        let mut peer = connect(&server, "/room").await;
        peer.join(&room, &tokens[0]).await;
        watcher.view(|view| view["seats"][0]["here"] == true).await;
        // Views are on their way while the connection is reset.
        peer.send(json!({"t": "name", "id": round, "name": format!("Ann {round}")}).to_string()).await;
        peer.reset();
        watcher.view(|view| view["seats"][0]["here"] == false).await;
    }
    assert!(server.get("/config.json", "").starts_with("HTTP/1.1 200 "));
}

#[tokio::test]
async fn a_server_whose_link_nobody_reads_serves() {
    let listen = std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port");
    let mut child = Command::new(BINARY)
        .args(["--no-data", "--listen", &listen.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    drop(child.stdout.take());
    let begun = Instant::now();
    let mut response = String::new();
    while begun.elapsed() < PATIENCE && response.is_empty() {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let Ok(mut stream) = std::net::TcpStream::connect(listen) else { continue };
        std::io::Write::write_all(&mut stream, b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            .expect("a request");
        stream.read_to_string(&mut response).expect("a response");
    }
    child.kill().expect("a process that runs");
    child.wait().expect("its end");
    assert!(response.starts_with("HTTP/1.1 200 OK"), "{response}");
}
