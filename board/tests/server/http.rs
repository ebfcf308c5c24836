//! Files, headers, hosts, origins, tokens, and `/convert`.

use serde_json::{Value, json};

use super::common::{Server, connect, connect_with};

fn body(response: &str) -> Value {
    let (_, body) = response.split_once("\r\n\r\n").expect("a body");
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {response}"))
}

#[test]
fn files_come_with_headers_that_isolate_the_page() {
    let server = Server::start(&[]);
    for (path, kind) in [("/", "text/html; charset=utf-8"), ("/config.json", "application/json")] {
        let response = server.get(path, "");
        assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
        for header in [
            &format!("content-type: {kind}"),
            "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';",
            "cross-origin-opener-policy: same-origin",
            "cross-origin-embedder-policy: require-corp",
            "cross-origin-resource-policy: same-origin",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(response.contains(&format!("\r\n{header}")), "{header}: {response}");
        }
        assert!(!response.contains("unsafe-inline") && !response.contains(" 'unsafe-eval'"), "{response}");
    }
    for path in ["/Cargo.toml", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/etc/passwd", "//etc/passwd"] {
        assert!(server.get(path, "").starts_with("HTTP/1.1 404 "), "{path}");
    }
    let config = body(&server.get("/config.json", ""));
    assert_eq!(config["server"], true);
    assert_eq!(config["variants"][0], "dvonn");
}

#[tokio::test]
async fn only_pages_of_the_server_reach_it() {
    let server = Server::start(&["--host", "board.example"]);
    let host = server.host.clone();
    let status = |host: &str| {
        let response = server.request(&format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        response.split(' ').nth(1).map(str::to_owned)
    };
    assert_eq!(status(&host).as_deref(), Some("200"));
    assert_eq!(status("board.example").as_deref(), Some("200"));
    assert_eq!(status("rebound.evil.example").as_deref(), Some("403"));
    for path in ["/rules", "/engine", "/room"] {
        for headers in [
            vec![],
            vec![("Origin", "http://evil.example")],
            vec![("Origin", "null")],
            vec![("Origin", "http://127.0.0.1:1")],
        ] {
            let refused = connect_with(&server, path, &headers).await.err().expect("a refusal").to_string();
            assert!(refused.contains("403"), "{path} {headers:?}: {refused}");
        }
        connect(&server, path).await;
    }
}

#[tokio::test]
async fn a_token_is_needed_where_there_is_one() {
    let server = Server::start(&["--token", "open-sesame-now"]);
    assert!(server.link.ends_with("/?token=open-sesame-now"), "{}", server.link);
    assert!(server.get("/", "").starts_with("HTTP/1.1 401 "));
    assert!(server.get("/?token=wrong", "").starts_with("HTTP/1.1 401 "));
    let response = server.get("/?token=open-sesame-now", "");
    assert!(response.starts_with("HTTP/1.1 303 "), "{response}");
    let cookie = "petteia-board=open-sesame-now";
    assert!(response.contains(&format!("set-cookie: {cookie}; Path=/; HttpOnly; SameSite=Lax")), "{response}");
    assert!(server.get("/", &format!("Cookie: a=b; {cookie}\r\n")).starts_with("HTTP/1.1 200 "));
    assert_eq!(body(&server.get("/config.json", &format!("Cookie: {cookie}\r\n")))["entry"], "?token=open-sesame-now");
    let origin = format!("http://{}", server.host);
    assert!(connect_with(&server, "/room", &[("Origin", &origin)]).await.is_err());
    assert!(connect_with(&server, "/room", &[("Origin", &origin), ("Cookie", cookie)]).await.is_ok());
}

#[test]
fn an_address_that_others_reach_needs_a_token() {
    let server = Server::run(&["--no-data", "--listen", "0.0.0.0:0"]);
    let (_, token) = server.link.split_once("/?token=").expect("a token");
    assert_eq!(token.len(), 32);
}

#[test]
fn games_are_converted() {
    let server = Server::start(&[]);
    let post = |body: &str, origin: &str| {
        let length = body.len();
        server.request(&format!(
            "POST /convert HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\nContent-Length: {length}\r\n\
             Connection: close\r\n\r\n{body}",
            server.host
        ))
    };
    let own = format!("http://{}", server.host);
    let request =
        json!({"game": "reversi", "from": null, "to": "json", "text": "startpos moves f5 d6 c3\n"}).to_string();
    let answer = body(&post(&request, &own));
    assert!(answer["text"].as_str().expect("games").contains("reversi"), "{answer}");
    assert!(post(&request, "http://evil.example").starts_with("HTTP/1.1 403 "));
    let request = json!({"game": "reversi", "to": "json", "text": "startpos moves f5 f5\n"}).to_string();
    let response = post(&request, &own);
    assert!(response.starts_with("HTTP/1.1 422 "), "{response}");
    assert!(body(&response)["error"].as_str().expect("a text").contains("game 1: "));
    assert!(post("nonsense", &own).starts_with("HTTP/1.1 400 "));
    let long = json!({"to": "json", "text": "x".repeat(1 << 20)}).to_string();
    assert!(post(&long, &own).starts_with("HTTP/1.1 413 "));
}

#[tokio::test]
async fn rules_are_answered_by_the_server() {
    let server = Server::start(&[]);
    let mut client = connect(&server, "/rules").await;
    client.send("setoption name UCI_Variant value reversi\nposition startpos moves d3\nmoves\nquery p1turn").await;
    assert_eq!(client.text().await.as_deref(), Some("moves c3 c5 e3\nresponse false"));
    let line = client.ask("go depth 1", "info").await;
    assert!(line.starts_with("info string error unsupported"), "{line}");
    client.send("quit").await;
    assert_eq!(client.text().await, None);
}
