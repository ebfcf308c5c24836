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
    let mut stream = TcpStream::connect(&server.host).expect("a connection");
    let head = format!(
        "GET /room HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.host
    );
    stream.write_all(head.as_bytes()).expect("a request");
    let mut response = [0; 12];
    stream.read_exact(&mut response).expect("a response");
    assert_eq!(&response, b"HTTP/1.1 101");
    // A masked text frame of 100 bytes, of which 3 come. Then a frame without mask on another connection.
    stream.write_all(&[0x81, 0xe4, 1, 2, 3, 4, 5, 6, 7]).expect("half a frame");
    let mut broken = TcpStream::connect(&server.host).expect("a connection");
    broken.write_all(head.as_bytes()).expect("a request");
    broken.write_all(&[0x81, 0x02, b'{', b'}']).expect("a frame");
    broken.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
    let mut rest = Vec::new();
    broken.read_to_end(&mut rest).expect("the end of the connection");
    let mut client = connect(&server, "/room").await;
    client.send(json!({"t": "ping"}).to_string()).await;
    assert_eq!(client.frame(|_| true).await["t"], "pong");
}
