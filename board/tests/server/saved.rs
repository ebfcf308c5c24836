//! Games survive a server that is killed.

use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use super::common::{Folder, Server, connect, create};

#[tokio::test]
async fn a_killed_server_continues_its_games() {
    let folder = Folder::new("saved");
    let server = Server::run(&["--data", folder.path()]);
    let (room, tokens) = create(&server, "epigo", json!([{"kind": "person"}, {"kind": "person", "name": "Bo"}])).await;
    let (mut white, mut black) = (connect(&server, "/room").await, connect(&server, "/room").await);
    white.join(&room, &tokens[0]).await;
    black.join(&room, &tokens[1]).await;
    let order = json!({"t": "move", "id": "w", "v": 3, "move": "1234X567"}).to_string();
    white.send(order.clone()).await;
    assert_eq!(white.frame(|frame| frame["id"] == "w").await["t"], "done");
    let (dixit, seats) =
        create(&server, "dixit", json!([{"kind": "person"}, {"kind": "open"}, {"kind": "open"}])).await;
    let mut teller = connect(&server, "/room").await;
    let before = teller.join(&dixit, &seats[0]).await;
    server.kill();

    // The files hold secrets.
    for entry in std::fs::read_dir(&folder.0).expect("a folder").flatten() {
        let mode = entry.metadata().expect("metadata").permissions().mode();
        let is_journal = entry.path().extension().is_some_and(|end| end == "jsonl");
        assert!(!is_journal || mode & 0o777 == 0o600, "{:?}: {mode:o}", entry.path());
    }
    // An incomplete last line, as a machine without power leaves it.
    let journal = folder.0.join(format!("{}.jsonl", room.as_str().expect("a name")));
    let mut text = std::fs::read_to_string(&journal).expect("a journal");
    text.push_str(r#"{"e":"act","pla"#);
    std::fs::write(&journal, text).expect("a journal");

    let server = Server::run(&["--data", folder.path()]);
    let (mut white, mut black) = (connect(&server, "/room").await, connect(&server, "/room").await);
    let view = white.join(&room, &tokens[0]).await;
    assert_eq!((&view["mine"], &view["seats"][1]["name"]), (&json!("1234X567"), &json!("Bo")));
    // The order is not done twice.
    white.send(order).await;
    assert_eq!(white.frame(|frame| frame["id"] == "w").await["t"], "done");
    let view = black.join(&room, &tokens[1]).await;
    assert_eq!((&view["mine"], &view["seats"][0]["ready"]), (&Value::Null, &json!(true)));
    assert_eq!(black.call(json!({"t": "move", "v": view["v"], "move": "7654X321"})).await["t"], "done");
    assert_eq!(white.view(|view| view["last"] != Value::Null).await["line"], json!(["1234X567/7654X321"]));
    let mut teller = connect(&server, "/room").await;
    let after = teller.join(&dixit, &seats[0]).await;
    assert_eq!(after["scene"], before["scene"], "the same hand");
    // A second server cannot use the folder.
    let output = std::process::Command::new(super::common::BINARY)
        .args(["--listen", "127.0.0.1:0", "--data", folder.path()])
        .output()
        .expect("the program");
    assert!(!output.status.success());
}

#[tokio::test]
async fn a_damaged_journal_is_left_alone() {
    let folder = Folder::new("damaged");
    let path = folder.0.join("abc.jsonl");
    std::fs::write(&path, "{\"format\":1}\n").expect("a file");
    let server = Server::run(&["--data", folder.path()]);
    let mut client = connect(&server, "/room").await;
    assert_eq!(client.call(json!({"t": "join", "room": "abc"})).await["code"], "no-room");
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), "{\"format\":1}\n");
}

/// Limits the size of the files that a process writes, as a full disk does. `None` takes the limit away.
fn limit_files(process: u32, bytes: Option<u64>) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let pid = Pid::from_raw(process.cast_signed());
    prlimit(pid, Resource::Fsize, Rlimit { current: bytes, maximum: None }).expect("a limit");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_game_on_a_full_disk_goes_on_and_is_saved_when_there_is_room_again() {
    let folder = Folder::new("full");
    // Without the signal a write above the limit fails like one on a full disk.
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", super::common::BINARY]);
    let server = Server::run_by(command, &["--data", folder.path()]);
    let (room, tokens) = create(&server, "dvonn", json!([{"kind": "person"}, {"kind": "person"}])).await;
    let (mut white, mut black) = (connect(&server, "/room").await, connect(&server, "/room").await);
    white.join(&room, &tokens[0]).await;
    let view = black.join(&room, &tokens[1]).await;
    assert_eq!(view["saved"], true);
    limit_files(server.process(), Some(1));
    assert_eq!(white.call(json!({"t": "move", "v": view["v"], "move": "a1"})).await["t"], "done");
    let view = black.view(|view| view["line"] == json!(["a1"])).await;
    assert_eq!(view["saved"], false);
    assert_eq!(black.call(json!({"t": "move", "v": view["v"], "move": "b1"})).await["t"], "done");
    let view = white.view(|view| view["line"] == json!(["a1", "b1"])).await;
    assert_eq!(view["saved"], false);
    let create = json!({"t": "create", "variant": "dvonn", "seats": [{"kind": "open"}, {"kind": "open"}]});
    assert_eq!(white.call(create).await["code"], "internal");
    limit_files(server.process(), None);
    assert_eq!(white.call(json!({"t": "move", "v": view["v"], "move": "c1"})).await["t"], "done");
    let view = black.view(|view| view["line"] == json!(["a1", "b1", "c1"])).await;
    assert_eq!(view["saved"], true);
    server.kill();
    let server = Server::run(&["--data", folder.path()]);
    let mut again = connect(&server, "/room").await;
    assert_eq!(again.join(&room, &tokens[1]).await["line"], json!(["a1", "b1", "c1"]));
}
