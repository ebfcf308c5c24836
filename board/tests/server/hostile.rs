//! Frames and connections that mean no good.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio_tungstenite::tungstenite::{Bytes, Message};

use super::common::{Server, connect, create};

#[tokio::test]
async fn frames_that_are_too_long_or_binary_end_the_connection() {
    let server = Server::start(&[]);
    for path in ["/rules", "/engine", "/room"] {
        for message in [Message::text("x".repeat((64 << 10) + 1)), Message::Binary(Bytes::from_static(b"d"))] {
            let mut client = connect(&server, path).await;
            client.send_message(message).await;
            assert_eq!(client.text().await, None, "{path}");
        }
    }
    let mut client = connect(&server, "/rules").await;
    assert_eq!(client.ask("isready", "readyok").await, "readyok");
}

#[tokio::test]
async fn nonsense_is_refused() {
    let server = Server::start(&[]);
    let mut client = connect(&server, "/room").await;
    for text in
        ["", "{", "null", "[]", "{\"t\":7}", "{\"t\":\"view\"}", "\u{0}", "{\"t\":\"move\",\"id\":1}", "<script>"]
    {
        client.send(text).await;
        let refused = client.frame(|frame| frame["t"] == "refused").await;
        assert_eq!(refused["code"], "bad-frame", "{text}");
    }
    let deep = "[".repeat(10_000);
    client.send(deep).await;
    assert_eq!(client.frame(|frame| frame["t"] == "refused").await["code"], "bad-frame");
    client.send(json!({"t": "ping", "n": 5}).to_string()).await;
    assert_eq!(client.frame(|_| true).await, json!({"t": "pong", "n": 5}));
}

#[tokio::test]
async fn a_flood_delays_nobody_else() {
    let server = Server::start(&[]);
    let (room, tokens) = create(&server, "dvonn", json!([{"kind": "person"}, {"kind": "person"}])).await;
    let mut floods = Vec::new();
    for path in ["/rules", "/room", "/engine"] {
        let mut client = connect(&server, path).await;
        floods.push(tokio::spawn(async move {
            let text = "x ".repeat(2_000);
            while client.send_message(Message::text(text.clone())).await {}
        }));
    }
    let (mut first, mut second) = (connect(&server, "/room").await, connect(&server, "/room").await);
    first.join(&room, &tokens[0]).await;
    let view = second.join(&room, &tokens[1]).await;
    let begun = Instant::now();
    assert_eq!(first.call(json!({"t": "move", "v": view["v"], "move": "a1"})).await["t"], "done");
    second.view(|view| view["line"] == json!(["a1"])).await;
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    floods.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test]
async fn rooms_have_a_limit() {
    let server = Server::start(&["--rooms", "3"]);
    let mut client = connect(&server, "/room").await;
    let mut codes = Vec::new();
    for _ in 0..5 {
        let seats = json!([{"kind": "person"}, {"kind": "open"}]);
        let answer = client.call(json!({"t": "create", "variant": "dvonn", "seats": seats})).await;
        codes.push(answer["code"].as_str().unwrap_or("created").to_owned());
    }
    assert_eq!(codes, ["created", "created", "created", "limit", "limit"]);
}

#[tokio::test]
async fn connections_have_a_limit_and_half_requests_an_end() {
    let server = Server::start(&["--connections", "4"]);
    // Half of a head, half of a body, half of a frame.
    let mut half = TcpStream::connect(&server.host).expect("a connection");
    half.write_all(b"GET / HTTP/1.1\r\nHost: loc").expect("half a request");
    let mut other = TcpStream::connect(&server.host).expect("a connection");
    other.write_all(b"GET / HT").expect("half a request");
    std::thread::sleep(Duration::from_millis(300));
    let mut third = TcpStream::connect(&server.host).expect("a connection");
    third.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
    let mut rest = Vec::new();
    let closed = third.read_to_end(&mut rest);
    assert!(closed.is_err() || rest.is_empty(), "an address has half of all connections");
    // The first ones are closed after some seconds.
    half.set_read_timeout(Some(Duration::from_secs(40))).expect("a timeout");
    let begun = Instant::now();
    let _ = half.read_to_end(&mut rest);
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    assert!(server.get("/", "").starts_with("HTTP/1.1 200 "));
}

#[tokio::test]
async fn half_a_frame_blocks_nobody() {
    let server = Server::start(&[]);
    let mut stream = server.raw_socket("/room");
    // A masked text frame of 100 bytes, of which 3 come. Then a frame without mask on another connection.
    stream.write_all(&[0x81, 0xe4, 1, 2, 3, 4, 5, 6, 7]).expect("half a frame");
    let mut broken = server.raw_socket("/room");
    broken.write_all(&[0x81, 0x02, b'{', b'}']).expect("a frame");
    let mut rest = Vec::new();
    broken.read_to_end(&mut rest).expect("the end of the connection");
    let mut client = connect(&server, "/room").await;
    client.send(json!({"t": "ping"}).to_string()).await;
    assert_eq!(client.frame(|_| true).await["t"], "pong");
}

/// The numbers of responses with status 429 to requests for each of these headers, many for each.
fn refused_by_header(server: &Server, headers: &[&str]) -> Vec<usize> {
    let ask = |header: &&str| {
        let mut stream = TcpStream::connect(&server.host).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        let request = format!("HEAD /nothing HTTP/1.1\r\nHost: localhost\r\n{header}\r\n\r\n");
        let last = request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
        let mut writer = stream.try_clone().expect("another handle");
        let all = request.repeat(6_000) + &last;
        // A connection that is closed early takes the rest no more.
        let sender = std::thread::spawn(move || drop(writer.write_all(all.as_bytes())));
        let mut responses = Vec::new();
        let _ = stream.read_to_end(&mut responses);
        sender.join().expect("the sender");
        String::from_utf8_lossy(&responses).matches("HTTP/1.1 429 ").count()
    };
    headers.iter().map(ask).collect()
}

#[test]
fn visitors_of_a_trusted_proxy_have_limits_of_their_own() {
    let server = Server::start(&["--trusted-proxy", "192.0.2.0/24", "--trusted-proxy", "127.0.0.1"]);
    let first = "X-Forwarded-For: 203.0.113.9, 198.51.100.1";
    let [flood, other, spoofed] = refused_by_header(&server, &[first, "X-Forwarded-For: 198.51.100.2"])[..]
        .iter()
        .copied()
        .chain(refused_by_header(&server, &["X-Forwarded-For: 198.51.100.77, 198.51.100.1, 192.0.2.4"]))
        .collect::<Vec<_>>()[..]
    else {
        panic!("expected three numbers");
    };
    // Each visitor has a burst of its own; what a visitor writes itself into the header changes nothing.
    assert!(flood > 100 && other > 100 && spoofed > flood, "{flood} {other} {spoofed}");
    let by = |header: &str| server.get("/config.json", &format!("{header}\r\n"));
    assert!(by("Forwarded: for=198.51.100.3").starts_with("HTTP/1.1 200 "));
    assert!(by("X-Forwarded-For: nonsense").starts_with("HTTP/1.1 200 "));
}

#[test]
fn other_addresses_cannot_name_a_visitor() {
    let server = Server::start(&["--trusted-proxy", "192.0.2.0/24"]);
    let counts = refused_by_header(&server, &["X-Forwarded-For: 198.51.100.1", "X-Forwarded-For: 198.51.100.2"]);
    assert!(counts[0] > 100 && counts[1] > counts[0], "{counts:?}");
    for (address, code) in [("proxy.example", 2), ("10.0.0.0/33", 2)] {
        let output = std::process::Command::new(super::common::BINARY).args(["--trusted-proxy", address]).output();
        let output = output.expect("the program");
        assert_eq!(output.status.code(), Some(code), "{address}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("expected an address or a network"), "{address}");
    }
}
