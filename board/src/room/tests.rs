//! Tables without connections: whole games of each kind, secrets, agreement and journals.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use petteia_engine::GameKind;
use serde_json::{Value, json};

use super::frame::{Ask, ClientFrame, Id, Refusal};
use super::setup::{Event, Setup};
use super::table::{Kind, Request, Table};
use super::view::Viewer;
use crate::deck::{TableDeck, tests as deck_tests};

/// Numbers for random games (a linear congruential generator).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

fn try_table(request: &Value) -> Result<Table, Refusal> {
    try_table_with(request, None)
}

fn try_table_with(request: &Value, deck: Option<&Arc<TableDeck>>) -> Result<Table, Refusal> {
    let frame = ClientFrame::read(&request.to_string()).map_err(|(_, refusal)| refusal)?;
    let ClientFrame::Create(create) = frame else { panic!("another frame") };
    Table::new(Setup::new(create, "room".into(), deck)?)
}

fn table(variant: &str, seats: usize) -> Table {
    let seats = vec![json!({"kind": "person"}); seats];
    let mut table = try_table(&json!({"t": "create", "id": 1, "variant": variant, "seats": seats})).expect("a game");
    for player in 0..table.players.len() {
        table.come(player, Some("Ann"), Instant::now()).expect("a seat");
    }
    table
}

fn view(table: &Table, viewer: Viewer) -> Value {
    let text = table.view(viewer, &[], true, Instant::now()).expect("a view");
    serde_json::from_str(&text).expect("JSON")
}

/// A request with an id of its own.
fn ask(table: &mut Table, player: usize, request: &Request) -> Result<u64, Refusal> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let id = Id::Number(NEXT.fetch_add(1, Ordering::Relaxed));
    table.request(player, &id, request, Instant::now())
}

fn play(table: &mut Table, player: usize, word: &str) -> Result<u64, Refusal> {
    ask(table, player, &Request::Move { version: table.turn, word: word.into() })
}

/// A legal action of a player.
fn any_action(table: &Table, player: usize, chance: &mut Chance) -> String {
    let seat = table.players[player].seat;
    if table.kind == GameKind::Party && table.acted.is_empty() && table.acting().len() == 1 {
        let scene = view(table, Viewer::Player(player));
        let areas = scene["scene"]["areas"].as_array().expect("areas");
        let hand = areas.iter().find(|area| area["name"] == "hand" && area["owner"] == seat).expect("a hand");
        let cards = hand["pieces"].as_array().expect("cards");
        let card = cards[chance.below(cards.len())]["label"].as_str().expect("a number");
        return format!("clue:{card}:word{}", chance.below(1_000));
    }
    let moves = match table.kind {
        GameKind::Sequential => table.session.moves(None),
        _ => table.session.moves(Some(seat)),
    };
    let moves = moves.expect("moves");
    moves[chance.below(moves.len())].clone()
}

fn random_game(table: &mut Table, seed: u64, mut visit: impl FnMut(&Table, usize, &str)) {
    let mut chance = Chance(seed);
    for _ in 0..3_000 {
        let acting = table.acting();
        if acting.is_empty() {
            return;
        }
        let player = table.in_seat(acting[chance.below(acting.len())]).expect("a player");
        let word = any_action(table, player, &mut chance);
        play(table, player, &word).unwrap_or_else(|refusal| panic!("seed {seed}: {word}: {}", refusal.text));
        visit(table, player, &word);
    }
    panic!("seed {seed}: the game does not end");
}

#[test]
fn whole_games_are_played_and_replayed_from_their_events() {
    for (variant, seats) in [("dvonn", 2), ("reversi", 2), ("gonu", 2), ("epigo", 2), ("dixit", 3), ("dixit", 6)] {
        for seed in 1..=2 {
            let mut table = table(variant, seats);
            random_game(&mut table, seed, |_, _, _| ());
            assert!(table.is_over(), "{variant}, seed {seed}");
            let text = serde_json::to_string(&table.setup).expect("JSON");
            let mut again = Table::new(serde_json::from_str(&text).expect("a setup")).expect("a table");
            for (event, cause) in &table.events {
                let text = serde_json::to_string(event).expect("JSON");
                let event: Event = serde_json::from_str(&text).expect("an event");
                again.replay(&event, cause.clone(), None, Instant::now()).expect("the same game");
            }
            for viewer in (0..seats).map(Viewer::Player).chain([Viewer::Spectator]) {
                assert_eq!(view(&again, viewer), view(&table, viewer), "{variant}, seed {seed}");
            }
        }
    }
}

/// The numbers of cards that stand in a view anywhere but in points, coordinates and versions.
fn cards_in(view: &Value) -> Vec<String> {
    let areas = view["scene"]["areas"].as_array().expect("areas");
    let pieces = areas.iter().flat_map(|area| area["pieces"].as_array().expect("pieces"));
    pieces.filter(|piece| piece["kind"] == "card").map(|piece| piece["label"].as_str().expect("text").into()).collect()
}

#[test]
fn a_view_of_dixit_has_no_hidden_card() {
    for seed in 1..=3 {
        let seats = 3 + seed as usize;
        let mut table = table("dixit", seats);
        random_game(&mut table, seed, |table, actor, word| {
            let views: Vec<Value> =
                (0..seats).map(Viewer::Player).chain([Viewer::Spectator]).map(|viewer| view(table, viewer)).collect();
            let scene = petteia::protocols::ugi::SceneJson::new(
                &*table.session,
                "dixit",
                &table.session.scene(),
                table.session.fen(),
                None,
                |_| None,
            );
            let all: Value = serde_json::from_str(&scene.to_text()).expect("JSON");
            let in_areas = |names: &[&str], owner: Option<u32>| -> Vec<String> {
                let areas = all["areas"].as_array().expect("areas");
                let chosen = areas.iter().filter(|area| {
                    names.contains(&area["name"].as_str().expect("a name"))
                        && owner.is_none_or(|owner| area["owner"] == owner)
                });
                chosen
                    .flat_map(|area| area["pieces"].as_array().expect("pieces"))
                    .map(|piece| piece["label"].as_str().unwrap_or_default().to_owned())
                    .collect()
            };
            let public = in_areas(&["table", "discard"], None);
            for (index, view) in views.iter().enumerate() {
                let own = if index < seats { in_areas(&["hand", "given"], Some(index as u32 + 1)) } else { Vec::new() };
                for card in cards_in(view) {
                    assert!(own.contains(&card) || public.contains(&card), "seed {seed}: {card} in {view}");
                }
                // Neither the action itself, nor the key, nor a token is anywhere.
                let text = view.to_string();
                let is_hidden = !word.starts_with("clue") && index != actor;
                assert!(!is_hidden || !text.contains(word), "seed {seed}: {word} in {text}");
                assert!(!text.contains(&table.key), "seed {seed}");
                for player in &table.players {
                    let Kind::Person { token, .. } = &player.kind else { continue };
                    assert!(!text.contains(token.as_str()), "seed {seed}");
                }
                assert_eq!(view["line"], Value::Null);
            }
            // The legal moves of a seat are its own.
            for (index, view) in views.iter().enumerate().take(seats) {
                let legal = view["legal"].as_array().into_iter().flatten();
                let prefix = format!(":{}:", index + 1);
                assert!(legal.into_iter().all(|word| word.as_str().is_some_and(|word| word.contains(&prefix))));
            }
        });
    }
}

/// A table of Dixit with a deck whose cards all have an image of their own.
fn table_with_images(name: &str, seats: usize) -> (Table, Arc<TableDeck>) {
    let images: Vec<String> = (1..=30).map(|number| format!("{number}.png")).collect();
    let folder = deck_tests::folder(name, &images.iter().map(String::as_str).collect::<Vec<_>>());
    for (number, image) in (1..).zip(&images) {
        std::fs::write(folder.join(image), deck_tests::png(number, 40)).expect("a file");
    }
    let deck = Arc::new(deck_tests::open(&folder).expect("a deck"));
    std::fs::remove_dir_all(&folder).expect("the folder");
    let seats = vec![json!({"kind": "person"}); seats];
    let request = json!({"t": "create", "id": 1, "variant": "dixit", "seats": seats, "deck": true});
    let mut table = try_table_with(&request, Some(&deck)).expect("a game");
    for player in 0..table.players.len() {
        table.come(player, Some("Ann"), Instant::now()).expect("a seat");
    }
    (table, deck)
}

#[test]
fn images_are_those_of_cards_that_a_seat_sees() {
    let (mut table, _) = table_with_images("views", 3);
    let mut seen = 0;
    random_game(&mut table, 5, |table, _, _| {
        for viewer in (0..3).map(Viewer::Player).chain([Viewer::Spectator]) {
            let view = view(table, viewer);
            let areas = view["scene"]["areas"].as_array().expect("areas");
            let pieces = areas.iter().flat_map(|area| area["pieces"].as_array().expect("pieces"));
            let known = pieces.filter(|piece| piece["kind"] == "card").count();
            for area in areas {
                for piece in area["pieces"].as_array().expect("pieces") {
                    let image = piece["image"].as_str().unwrap_or_default();
                    assert_eq!(image.starts_with("/deck/"), piece["kind"] == "card", "{piece}");
                }
            }
            let round = view["scene"]["round"]["table"].as_array().map_or(0, Vec::len);
            assert_eq!(view.to_string().matches("/deck/").count(), known + round, "{view}");
            seen += known;
        }
    });
    assert!(seen > 100, "{seen}");
}

#[test]
fn a_room_needs_the_deck_that_it_began_with() {
    let (table, deck) = table_with_images("journal", 3);
    let text = serde_json::to_string(&table.setup).expect("JSON");
    let read = || -> Setup { serde_json::from_str(&text).expect("a setup") };
    let mut setup = read();
    setup.find_deck(Some(&deck)).expect("the same deck");
    let again = Table::new(setup).expect("a table");
    assert_eq!(again.session.fen(), table.session.fen());
    let (_, other) = table_with_images("other", 4);
    assert_eq!(other.fingerprint(), deck.fingerprint());
    let folder = deck_tests::folder("plain", &[]);
    let other = Arc::new(deck_tests::open(&folder).expect("a deck"));
    std::fs::remove_dir_all(&folder).expect("the folder");
    for (server, found) in [(None, "none".to_owned()), (Some(&other), other.fingerprint())] {
        let error = read().find_deck(server).expect_err("another deck").to_string();
        assert!(error.contains(&deck.fingerprint()) && error.contains(&format!("found {found}")), "{error}");
    }
    // A room without a deck of the server needs none, and a deck can be too small for a table.
    let request = |seats: usize| json!({"t": "create", "id": 1, "variant": "dixit", "deck": true, "seats": vec![json!({"kind": "open"}); seats]});
    assert_eq!(try_table_with(&request(4), Some(&other)).map(|_| ()), Ok(()));
    let refused = try_table_with(&request(6), Some(&other)).map(|_| ()).expect_err("30 cards");
    assert_eq!((refused.code.as_str(), refused.text.contains(".tsv")), ("bad-option", false), "{refused:?}");
    assert_eq!(try_table(&request(4)).map(|_| ()).expect_err("no deck").code, "bad-option");
    let reversi = json!({"t": "create", "id": 1, "variant": "reversi", "deck": true, "seats": [{"kind": "open"}, {"kind": "open"}]});
    assert_eq!(try_table_with(&reversi, Some(&other)).map(|_| ()).expect_err("no cards").code, "bad-option");
}

#[test]
fn an_order_of_epigo_is_seen_by_its_side_only_until_the_turn_is_played() {
    for seed in 1..=3 {
        let mut table = table("epigo", 2);
        random_game(&mut table, seed, |table, actor, word| {
            let seat = table.players[actor].seat as usize;
            let is_committed = table.orders[seat - 1].is_some();
            for viewer in [Viewer::Player(1 - actor), Viewer::Spectator] {
                let seen = view(table, viewer);
                if is_committed {
                    assert!(!seen.to_string().contains(word), "seed {seed}: {word} in {seen}");
                    assert_eq!(seen["seats"][seat - 1]["ready"], true);
                    assert_eq!(seen["mine"], Value::Null);
                } else {
                    // The reveal has both plans and what they did.
                    let last = seen["last"]["move"].as_str().expect("a turn");
                    assert_eq!(last.split('/').nth(seat - 1), Some(word));
                    assert!(!seen["last"]["effects"].as_array().expect("effects").is_empty());
                }
            }
            let own = view(table, Viewer::Player(actor));
            assert_eq!(own["mine"].as_str(), is_committed.then_some(word));
        });
    }
}

#[test]
fn an_order_can_be_changed_until_the_other_one_comes() {
    let mut table = table("epigo", 2);
    let turn = table.turn;
    play(&mut table, 1, "7654X321").expect("an order");
    play(&mut table, 1, "X7654321").expect("another order");
    assert_eq!((table.turn, table.session.played_moves().len()), (turn, 0));
    // An order for a version of the same turn is welcome.
    let request = Request::Move { version: turn, word: "1234X567".into() };
    ask(&mut table, 0, &request).expect("an order");
    assert_eq!(table.session.played_moves(), ["1234X567/X7654321"]);
    assert_eq!(ask(&mut table, 0, &request).expect_err("a late order").code, "old-version");
}

#[test]
fn a_resent_request_has_no_second_effect() {
    let mut table = table("dvonn", 2);
    let now = Instant::now();
    let first = Request::Move { version: table.version, word: "a1".into() };
    let version = table.request(0, &Id::Text("7".into()), &first, now).expect("a move");
    assert_eq!(table.request(0, &Id::Text("7".into()), &first, now), Ok(version));
    assert_eq!(table.session.played_moves(), ["a1"]);
    let other = Request::Move { version, word: "b1".into() };
    assert_eq!(table.request(0, &Id::Text("7".into()), &other, now).expect_err("another").code, "duplicate-id");
    // The ids of another player are others.
    table.request(1, &Id::Text("7".into()), &other, now).expect("a move");
    assert_eq!(table.request(1, &Id::Text("8".into()), &first, now).expect_err("an old move").code, "old-version");
    let early = Request::Move { version: table.version, word: "c1".into() };
    assert_eq!(table.request(1, &Id::Text("9".into()), &early, now).expect_err("not its turn").code, "not-your-turn");
    let illegal = Request::Move { version: table.version, word: "a1".into() };
    assert_eq!(table.request(0, &Id::Text("10".into()), &illegal, now).expect_err("taken").code, "illegal-move");
}

#[test]
fn players_agree_on_undo_draw_and_rematch() {
    let mut table = table("reversi", 2);
    play(&mut table, 0, "d3").expect("a move");
    assert_eq!(ask(&mut table, 1, &Request::Ask(Ask::Undo)).expect_err("no move").code, "state");
    play(&mut table, 1, "c5").expect("a move");
    ask(&mut table, 0, &Request::Ask(Ask::Undo)).expect("a question");
    assert_eq!(table.session.played_moves().len(), 2);
    ask(&mut table, 1, &Request::Answer { what: Ask::Undo, yes: true }).expect("an answer");
    assert_eq!(table.session.played_moves().len(), 0);
    ask(&mut table, 1, &Request::Ask(Ask::Draw)).expect("a question");
    play(&mut table, 0, "d3").expect("a move");
    assert!(table.asks.is_empty(), "a move ends questions");
    assert_eq!(ask(&mut table, 0, &Request::Answer { what: Ask::Draw, yes: true }).expect_err("none").code, "state");
    ask(&mut table, 0, &Request::Ask(Ask::Draw)).expect("a question");
    ask(&mut table, 1, &Request::Ask(Ask::Draw)).expect("the same");
    assert_eq!(table.result().map(|(result, reason, _)| (result, reason)), Some(("draw".into(), "agreed".into())));
    ask(&mut table, 0, &Request::Ask(Ask::Rematch)).expect("a question");
    ask(&mut table, 1, &Request::Answer { what: Ask::Rematch, yes: true }).expect("an answer");
    assert_eq!((table.game, table.players[0].seat, table.acting()), (2, 2, vec![1]));
    play(&mut table, 1, "d3").expect("the other player begins");
    ask(&mut table, 1, &Request::Resign).expect("an end");
    assert_eq!(table.result().map(|(result, ..)| result), Some("p2win".into()));
    // Games with secrets have no undo, and in a party an engine plays on.
    let mut table = self::table("dixit", 3);
    assert_eq!(ask(&mut table, 0, &Request::Ask(Ask::Undo)).expect_err("secrets").code, "unsupported");
    ask(&mut table, 2, &Request::Resign).expect("a substitute");
    assert!(matches!(table.players[2].kind, Kind::Engine(_)));
    assert_eq!(view(&table, Viewer::Player(2))["seat"], Value::Null);
}

#[test]
fn a_clock_ends_a_game() {
    let seats = json!([{"kind": "person"}, {"kind": "open"}]);
    let clock = json!({"base": 1_000, "increment": 500});
    let request = json!({"t": "create", "id": 1, "variant": "dvonn", "seats": seats, "clock": clock});
    let mut table = try_table(&request).expect("a game");
    let start = Instant::now();
    let after = |milliseconds| start + Duration::from_millis(milliseconds);
    table.come(0, None, start).expect("a seat");
    assert!(!table.flag(after(5_000)), "nobody plays yet");
    table.take(None, Some("Bob"), after(5_000)).expect("a seat");
    let request = Request::Move { version: table.version, word: "a1".into() };
    table.request(0, &Id::Text("1".into()), &request, after(5_800)).expect("a move");
    assert_eq!(table.clock.as_ref().map(super::clock::Clock::milliseconds), Some(vec![700, 1_000]));
    assert!(!table.flag(after(6_700)));
    assert!(table.flag(after(6_800)));
    assert_eq!(table.result(), Some(("p1win".into(), "time".into(), vec![1])));
}

#[test]
fn rooms_that_cannot_be_are_refused() {
    let persons = |count: usize| vec![json!({"kind": "person"}); count];
    for (extra, code) in [
        (json!({"variant": "chess", "seats": persons(2)}), "bad-option"),
        (json!({"variant": "dvonn", "seats": persons(3)}), "bad-option"),
        (json!({"variant": "dixit", "seats": persons(2)}), "bad-option"),
        (json!({"variant": "dixit", "seats": persons(7)}), "bad-option"),
        (json!({"variant": "dixit", "seats": persons(4), "options": {"Seats": 5}}), "bad-option"),
        (json!({"variant": "dixit", "seats": persons(4), "options": {"Seed": 1}}), "bad-option"),
        (json!({"variant": "dixit", "seats": persons(4), "options": {"Deck": "/etc/passwd"}}), "bad-option"),
        (json!({"variant": "dixit", "seats": persons(4), "options": {"Storyteller": 5}}), "bad-option"),
        (json!({"variant": "dixit", "seats": persons(4), "clock": {"base": 1}}), "unsupported"),
        (json!({"variant": "dvonn", "seats": persons(2), "fen": "nonsense"}), "bad-fen"),
        (json!({"variant": "dvonn", "seats": persons(2), "clock": {"base": 0}}), "bad-option"),
        (json!({"variant": "dvonn", "seats": [{"kind": "engine", "level": 21}, {"kind": "open"}]}), "bad-option"),
        (json!({"variant": "dvonn"}), "bad-frame"),
    ] {
        let mut request = json!({"t": "create", "id": 1});
        request.as_object_mut().expect("an object").extend(extra.as_object().expect("an object").clone());
        let refusal = try_table(&request).err().unwrap_or_else(|| panic!("{request}"));
        assert_eq!(refusal.code, code, "{request}: {}", refusal.text);
    }
    let seats = persons(4);
    let request = json!({"t": "create", "id": 1, "variant": "dixit", "seats": seats, "options": {"Seats": "4", "Storyteller": 3}});
    assert!(try_table(&request).is_ok());
}
