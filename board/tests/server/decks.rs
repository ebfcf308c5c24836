//! Tables with the deck of the server and its images.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::common::{BINARY, Client, Folder, Server, connect};

/// Writes a deck of 30 cards. The first have images.
fn write_deck(folder: &Folder, title: &str) -> PathBuf {
    let mut text = "number\ttitle\tcaption\ttags\timage\n".to_owned();
    for number in 1..=30 {
        let image = format!("image-{number}.png");
        fs::write(folder.0.join(&image), [b"\x89PNG\r\n\x1a\n".as_slice(), &[number]].concat()).expect("an image");
        writeln!(text, "{number}\t{title} {number}\tA card\ta,b\t{image}").expect("a text");
    }
    let path = folder.0.join("deck.tsv");
    fs::write(&path, text).expect("a deck");
    path
}

fn path(deck: &Path) -> &str {
    deck.to_str().expect("text")
}

async fn create_with_deck(server: &Server, seats: Value) -> Value {
    let mut client = connect(server, "/room").await;
    client.call(json!({"t": "create", "variant": "dixit", "deck": true, "seats": seats})).await
}

fn cards(view: &Value) -> Vec<&Value> {
    let areas = view["scene"]["areas"].as_array().expect("areas");
    let pieces = areas.iter().flat_map(|area| area["pieces"].as_array().expect("pieces"));
    pieces.filter(|piece| piece["kind"] == "card").collect()
}

#[tokio::test]
async fn a_seat_sees_the_images_of_its_cards() {
    let folder = Folder::new("images");
    let deck = write_deck(&folder, "Moon");
    let server = Server::start(&["--deck", path(&deck)]);
    let config = server.get("/config.json", "");
    assert!(config.contains(r#""deck":{"cards":30}"#), "{config}");
    let seats = json!([{"kind": "person"}, {"kind": "engine", "level": 1}, {"kind": "engine", "level": 1}]);
    let created = create_with_deck(&server, seats).await;
    let mut ann = connect(&server, "/room").await;
    let view = ann.join(&created["room"], &created["tokens"][0]).await;
    let hand = cards(&view);
    assert_eq!(hand.len(), 7);
    for card in hand {
        let image = card["image"].as_str().expect("an image");
        let number: u8 = card["label"].as_str().expect("a number").parse().expect("a number");
        assert!(image.starts_with("/deck/") && !image.contains("image-"), "{image}");
        let response = server.get(image, "");
        for part in [
            "HTTP/1.1 200 OK\r\n",
            "\r\ncontent-type: image/png\r\n",
            "\r\nx-content-type-options: nosniff\r\n",
            "\r\ncache-control: private, max-age=31536000, immutable\r\n",
            "\r\ncontent-security-policy: ",
        ] {
            assert!(response.contains(part), "{part}: {response}");
        }
        assert!(response.as_bytes().ends_with(&[number]), "{response}");
    }
    for name in ["/deck/", "/deck/image-1.png", "/deck/deck.tsv", "/deck/..%2fdeck.tsv", "/deck/0000000000000000.png"] {
        assert!(server.get(name, "").starts_with("HTTP/1.1 404 "), "{name}");
    }
    // Engines know the cards: a round by a person and two engines.
    play_a_round(&mut ann, &created).await;
}

/// Plays until a round is over.
async fn play_a_round(ann: &mut Client, created: &Value) {
    let mut view = Value::Null;
    for _ in 0..20 {
        ann.send(json!({"t": "resync"}).to_string()).await;
        view = ann.view(|view| view["seats"][0]["acting"] == true || view["scene"]["round"].is_object()).await;
        if view["scene"]["round"].is_object() {
            break;
        }
        let word = match view["legal"].as_array() {
            Some(legal) => legal[0].as_str().expect("an action").to_owned(),
            None => format!("clue:{}:the%20moon", cards(&view)[0]["label"].as_str().expect("a number")),
        };
        let done = ann.call(json!({"t": "move", "v": view["v"], "move": word})).await;
        assert_eq!(done["t"], "done", "{done} {created}");
        view = ann.view(|view| view["v"] != done["v"] || view["seats"][0]["acting"] == true).await;
    }
    assert!(view["scene"]["round"].is_object(), "{view}");
}

#[tokio::test]
async fn an_engine_that_cannot_read_the_deck_is_in_trouble() {
    let folder = Folder::new("lost");
    let deck = write_deck(&folder, "Moon");
    let server = Server::start(&["--deck", path(&deck)]);
    fs::remove_file(&deck).expect("the deck");
    let seats = json!([{"kind": "engine", "level": 1}, {"kind": "person"}, {"kind": "person"}]);
    let created = create_with_deck(&server, seats).await;
    let (mut bob, mut eve) = (connect(&server, "/room").await, connect(&server, "/room").await);
    bob.join(&created["room"], &created["tokens"][1]).await;
    eve.join(&created["room"], &created["tokens"][2]).await;
    let view = bob.view(|view| view["seats"][0]["trouble"].is_string()).await;
    assert_eq!(view["seats"][0]["trouble"], "the engine refuses the position");
    // Images are in memory.
    let image = cards(&view)[0]["image"].as_str().expect("an image").to_owned();
    assert!(server.get(&image, "").starts_with("HTTP/1.1 200 "));
}

#[tokio::test]
async fn a_restart_with_another_deck_keeps_the_game_for_its_own() {
    let (folder, data) = (Folder::new("deck"), Folder::new("deck-data"));
    let deck = write_deck(&folder, "Moon");
    let server = Server::run(&["--data", data.path(), "--deck", path(&deck)]);
    let created = create_with_deck(&server, json!([{"kind": "person"}, {"kind": "open"}, {"kind": "open"}])).await;
    let (room, token) = (&created["room"], &created["tokens"][0]);
    let before = connect(&server, "/room").await.join(room, token).await;
    server.kill();
    let journal = data.0.join(format!("{}.jsonl", room.as_str().expect("a name")));
    let text = fs::read_to_string(&journal).expect("a journal");
    // One word of a card is another deck, and so is none.
    write_deck(&folder, "Sun");
    for arguments in [vec!["--deck", path(&deck)], Vec::new()] {
        let server = Server::run(&[&["--data", data.path()], &arguments[..]].concat());
        let refused = connect(&server, "/room").await.call(json!({"t": "join", "room": room, "token": token})).await;
        assert_eq!(refused["code"], "no-deck", "{refused}");
        let why = refused["text"].as_str().expect("a text");
        assert!(why.starts_with("expected the deck with the fingerprint ") && why.contains(", found "), "{why}");
    }
    assert_eq!(fs::read_to_string(&journal).expect("a journal"), text);
    write_deck(&folder, "Moon");
    let server = Server::run(&["--data", data.path(), "--deck", path(&deck)]);
    assert_eq!(connect(&server, "/room").await.join(room, token).await["scene"], before["scene"]);
}

#[test]
fn a_deck_that_is_none_ends_the_server() {
    let folder = Folder::new("no-deck");
    let deck = write_deck(&folder, "Moon");
    fs::write(folder.0.join("image-4.png"), "<svg xmlns=\"http://www.w3.org/2000/svg\"/>").expect("an image");
    let wrong_image = format!("{}: line 5: expected an image, PNG, JPEG, WebP or GIF, found another file", path(&deck));
    for (value, code, text) in [
        (path(&deck), 1, wrong_image.as_str()),
        ("no/such/deck.tsv", 1, "no/such/deck.tsv: "),
        ("a.tsv;", 2, "expected the name of a file, or several joined by ;, found 'a.tsv;'"),
        ("", 2, "expected the name of a file"),
    ] {
        let output = Command::new(BINARY).args(["--listen", "127.0.0.1:0", "--no-data", "--deck", value]).output();
        let output = output.expect("the program");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{value}: {said}");
        assert!(said.contains(text), "{value}: {said}");
        assert!(code == 2 || said.lines().count() == 1, "{said}");
    }
}
