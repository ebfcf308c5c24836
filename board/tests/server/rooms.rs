//! Whole games in rooms over `WebSocket` connections.

use serde_json::{Value, json};

use super::common::{Client, Server, connect, create};

/// Sends a move for the view and returns the answer.
async fn play(client: &mut Client, view: &Value, word: &str) -> Value {
    client.call(json!({"t": "move", "v": view["v"], "move": word})).await
}

#[tokio::test]
async fn two_people_play_a_whole_game() {
    let server = Server::start(&[]);
    let (room, tokens) = create(&server, "gonu", json!([{"kind": "person"}, {"kind": "open"}])).await;
    assert_eq!(tokens[1], Value::Null);
    let mut first = connect(&server, "/room").await;
    assert_eq!(first.join(&room, &tokens[0]).await["state"], "waiting");
    let mut second = connect(&server, "/room").await;
    let joined = second.call(json!({"t": "join", "room": room, "take": true, "name": "Bob <b>"})).await;
    assert_eq!((&joined["seat"], joined["token"].as_str().map(str::len)), (&json!(2), Some(32)));
    let mut watcher = connect(&server, "/room").await;
    watcher.join(&room, &Value::Null).await;
    let mut players = [first, second];
    let mut views = Vec::new();
    for player in &mut players {
        views.push(player.view(|view| view["state"] == "playing").await);
    }
    assert_eq!(views[0]["seats"][1]["name"], "Bob <b>");
    for number in 0..2_000 {
        if views[0]["state"] == "over" {
            break;
        }
        let mover = usize::from(views[0]["seats"][1]["acting"] == true);
        let legal = views[mover]["legal"].as_array().expect("moves").clone();
        assert_eq!(views[1 - mover]["legal"], json!([]));
        let word = legal[number * 7 % legal.len()].as_str().expect("a move").to_owned();
        let v = views[mover]["v"].as_u64().expect("a version");
        let done = play(&mut players[mover], &views[mover].clone(), &word).await;
        assert_eq!((&done["t"], done["v"].as_u64()), (&json!("done"), Some(v + 1)), "{done}");
        players[0].send(json!({"t": "resync"}).to_string()).await;
        players[1].send(json!({"t": "resync"}).to_string()).await;
        for (index, player) in players.iter_mut().enumerate() {
            views[index] = player.view(|view| view["v"].as_u64() > Some(v)).await;
        }
    }
    assert_eq!(views[0]["state"], "over");
    let result = views[0]["result"].clone();
    let seen = watcher.view(|view| view["state"] == "over").await;
    assert_eq!((&seen["seat"], &seen["result"]), (&Value::Null, &result));
    let refused = watcher.call(json!({"t": "resign"})).await;
    assert_eq!(refused["code"], "no-seat");
}

#[tokio::test]
async fn an_engine_plays_at_a_table() {
    let server = Server::start(&[]);
    for (variant, moves) in [("reversi", 3), ("epigo", 2)] {
        let (room, tokens) =
            create(&server, variant, json!([{"kind": "engine", "level": 2}, {"kind": "person"}])).await;
        let mut client = connect(&server, "/room").await;
        client.join(&room, &tokens[1]).await;
        for number in 0..moves {
            // The view that the loop waits for can have come already, since the engine answers at once.
            client.send(json!({"t": "resync"}).to_string()).await;
            let view = client.view(|view| view["seats"][1]["acting"] == true).await;
            let mut rules = connect(&server, "/rules").await;
            let fen = view["scene"]["fen"].as_str().expect("a position");
            let seat = if variant == "epigo" { " seat 2" } else { "" };
            let lines = format!("setoption name UCI_Variant value {variant}\nposition fen {fen}\nmoves{seat}");
            let words = rules.ask(&lines, "moves").await;
            let word = words.split(' ').nth(1).expect("a move");
            assert_eq!(play(&mut client, &view, word).await["t"], "done");
            client.send(json!({"t": "resync"}).to_string()).await;
            client.view(|view| view["line"].as_array().is_some_and(|line| line.len() > number)).await;
        }
    }
}

#[tokio::test]
async fn a_table_of_dixit_with_engines_shows_each_seat_its_own_hand() {
    let server = Server::start(&["--searches", "2"]);
    let seats =
        json!([{"kind": "person"}, {"kind": "person"}, {"kind": "engine", "level": 1}, {"kind": "engine", "level": 1}]);
    let (room, tokens) = create(&server, "dixit", seats).await;
    let mut players = [connect(&server, "/room").await, connect(&server, "/room").await];
    for (player, token) in players.iter_mut().zip(&tokens) {
        player.join(&room, token).await;
    }
    for round in 0..6 {
        for (index, player) in players.iter_mut().enumerate() {
            // Whoever is to act does so: clue, give or vote. An engine's clue is waited for.
            loop {
                player.send(json!({"t": "resync"}).to_string()).await;
                let view = player.view(|_| true).await;
                if view["seats"][index]["acting"] != true {
                    break;
                }
                let word = match view["legal"].as_array() {
                    Some(legal) => legal[0].as_str().expect("an action").to_owned(),
                    None => format!("clue:{}:round{round}", own_card(&view, index + 1)),
                };
                let done = play(player, &view, &word).await;
                assert!(done["t"] == "done" || done["code"] == "not-your-turn", "{done}");
            }
        }
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    for (index, player) in players.iter().enumerate() {
        for text in player.seen.iter().filter(|text| text.contains(r#""t":"view""#)) {
            let view: Value = serde_json::from_str(text).expect("JSON");
            let areas = view["scene"]["areas"].as_array().expect("areas");
            for area in
                areas.iter().filter(|area| ["hand", "given", "vote"].contains(&area["name"].as_str().unwrap_or("")))
            {
                let is_own = area["owner"] == index + 1;
                let pieces = area["pieces"].as_array().expect("pieces");
                assert!(is_own || pieces.iter().all(|piece| piece["kind"] == "hidden"), "{area}");
            }
        }
    }
}

/// A card of the hand of a seat.
fn own_card(view: &Value, seat: usize) -> String {
    let areas = view["scene"]["areas"].as_array().expect("areas");
    let hand = areas.iter().find(|area| area["name"] == "hand" && area["owner"] == seat).expect("a hand");
    hand["pieces"][0]["label"].as_str().expect("a number").to_owned()
}

#[tokio::test]
async fn orders_stay_secret_until_both_are_there() {
    let server = Server::start(&[]);
    let (room, tokens) = create(&server, "epigo", json!([{"kind": "person"}, {"kind": "person"}])).await;
    let (mut white, mut black) = (connect(&server, "/room").await, connect(&server, "/room").await);
    white.join(&room, &tokens[0]).await;
    let view = black.join(&room, &tokens[1]).await;
    assert_eq!(play(&mut white, &view, "1234X567").await["t"], "done");
    let view = black.view(|view| view["seats"][0]["ready"] == true).await;
    assert_eq!((&view["mine"], &view["line"]), (&Value::Null, &json!([])));
    assert!(black.seen.iter().all(|text| !text.contains("1234X567")));
    // The version of the black side is older by now, but its turn is the same.
    assert_eq!(play(&mut black, &view, "7654X321").await["t"], "done");
    let view = black.view(|view| view["last"] != Value::Null).await;
    assert_eq!(view["last"]["move"], "1234X567/7654X321");
    let seen = white.view(|view| view["last"] != Value::Null).await;
    assert_eq!(seen["last"], view["last"]);
}

#[tokio::test]
async fn seats_belong_to_their_tokens() {
    let server = Server::start(&[]);
    let (room, tokens) = create(&server, "dvonn", json!([{"kind": "person"}, {"kind": "person"}])).await;
    let mut client = connect(&server, "/room").await;
    for (frame, code) in [
        (json!({"t": "join", "room": room, "token": "guess"}), "no-seat"),
        (json!({"t": "join", "room": room, "token": room}), "no-seat"),
        (json!({"t": "join", "room": room, "take": true}), "no-seat"),
        (json!({"t": "join", "room": room, "take": 1}), "no-seat"),
        (json!({"t": "join", "room": "other"}), "no-room"),
        (json!({"t": "move", "v": 1, "move": "a1"}), "no-seat"),
    ] {
        let refused = client.call(frame.clone()).await;
        assert_eq!((&refused["t"], &refused["code"]), (&json!("refused"), &json!(code)), "{frame}");
    }
    // A spectator cannot act, and a token of another room is no seat of this one.
    client.join(&room, &Value::Null).await;
    let refused = client.call(json!({"t": "move", "v": 1, "move": "a1"})).await;
    assert_eq!(refused["code"], "no-seat");
    let (other, _) = create(&server, "dvonn", json!([{"kind": "person"}, {"kind": "person"}])).await;
    let refused = client.call(json!({"t": "join", "room": other, "token": tokens[0]})).await;
    assert_eq!(refused["code"], "no-seat");
    // Seat 2 cannot move for seat 1.
    let (mut first, mut second) = (connect(&server, "/room").await, connect(&server, "/room").await);
    first.join(&room, &tokens[0]).await;
    let view = second.join(&room, &tokens[1]).await;
    assert_eq!(play(&mut second, &view, "a1").await["code"], "not-your-turn");
}

#[tokio::test]
async fn a_move_that_is_sent_again_after_a_broken_connection_counts_once() {
    let server = Server::start(&[]);
    let (room, tokens) = create(&server, "dvonn", json!([{"kind": "person"}, {"kind": "person"}])).await;
    let (mut first, mut second) = (connect(&server, "/room").await, connect(&server, "/room").await);
    first.join(&room, &tokens[0]).await;
    let view = second.join(&room, &tokens[1]).await;
    let frame = json!({"t": "move", "id": "the-same", "v": view["v"], "move": "a1"}).to_string();
    first.send(frame.clone()).await;
    drop(first);
    let mut again = connect(&server, "/room").await;
    again.join(&room, &tokens[0]).await;
    again.send(frame).await;
    let done = again.frame(|frame| frame["id"] == "the-same").await;
    assert_eq!(done["t"], "done", "{done}");
    let view = second.view(|view| view["line"] == json!(["a1"])).await;
    assert_eq!(play(&mut second, &view, "b1").await["t"], "done");
    let seen = again.view(|view| view["line"].as_array().is_some_and(|line| line.len() == 2)).await;
    assert_eq!(seen["line"], json!(["a1", "b1"]));
    // A move for the position before is refused, and the newest view follows.
    let old = again.call(json!({"t": "move", "v": 1, "move": "c1"})).await;
    assert_eq!(old["code"], "old-version");
}
