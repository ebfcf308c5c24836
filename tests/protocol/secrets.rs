//! Games with hidden information: neither errors, nor the seed, nor the choice among equal moves reveal it.

use std::collections::HashSet;
use std::fmt::Write;
use std::time::{Duration, Instant};

use crate::common::{BINARY, Engine, with_input};

/// Four seats that vote; seat 4 has given card 4, which lies in slot 1.
const VOTE: &str = "vote 1 28,0,5,0 7,8,9,10,11/12,13,14,15,16/17,18,19,20,21/22,23,24,25,26 1,2,3,4 zzz 4,3,2,1 \
    -,4,3,- 27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,\
    62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84 5,6";

/// Seat 4 is to give one of six cards to a clue that fits none.
const GIVE: &str = "give 2 5,3,8,0 #6/#5/#6/6,12,25,38,47,50 -,#,-,- zzz - -,-,-,- #52 3,8,10,15,16,20,24,31";

/// Runs a search; returns its `bestmove` line.
fn best_move(engine: &mut Engine, go: &str) -> String {
    engine.send(go);
    engine.until("bestmove")
}

fn dixit() -> Engine {
    Engine::start(&["--game", "dixit"])
}

#[test]
fn errors_reveal_no_hidden_cards() {
    let mut engine = dixit();
    engine.send(format!("position fen {VOTE}"));
    let legal = "move 1: expected a legal move, found";
    for (asked, answer) in [
        ("effects vote:4:1", format!("illegal-move: {legal} 'vote:4:1': a seat does not vote for its own card")),
        ("moves vote:2:1", format!("illegal-move: {legal} 'vote:2:1': seat 2 has voted already")),
        ("moves give:4:22", format!("illegal-move: {legal} 'give:4:22': it is time to vote")),
        ("moves vote:4:9", format!("illegal-move: {legal} 'vote:4:9': there are 4 slots")),
        ("go seat 4 searchmoves vote:3:1", format!("illegal-move: {legal} 'vote:3:1': it is not an action of seat 4")),
    ] {
        assert_eq!(engine.ask(asked), format!("info string error {answer}"));
        if asked.starts_with("go") {
            engine.until("bestmove");
        }
    }
    // Errors in a position do not name cards that seats hold, gave or will draw.
    for (old, new, answer) in [
        ("7,8,9,10,11/", "7,8,9,10,11,", "column 32: expected 4 entries, one for each seat, found 3"),
        ("7,8,9,10,11/", "7,8,9,10/", "column 102: expected 5 cards in the hand of seat 1, found 4"),
        ("11/12", "11/11", "column 44: expected every card once, found one again"),
        (" 1,2,3,4 ", " 1,2+5,3,4 ", "column 90: expected 1 cards of seat 2, found 2"),
        ("4,3,2,1 -", "84,3,2,1 -", "column 98: expected every card once, found one again"),
        ("4,3,2,1 -", "4,3,2,4 -", "column 98: expected every card once, found one again"),
        (" 5,6", " 5,6 7,8", "column 300: expected the end after the discard, found something else"),
        ("-,4,3,-", "-,4,3,1", "column 112: expected no vote of seat 4 for its own card, found one"),
        (" 27,28,", " 27,", "column 114: expected 58 cards in the pile, for 84 in all, found 57"),
    ] {
        let fen = VOTE.replacen(old, new, 1);
        let error = engine.ask(&format!("position fen {fen}"));
        let (start, said) = error.split_once(": ").expect("a code and a text");
        assert_eq!(start, "info string error bad-fen");
        let (_, wish) = said.split_once(": ").expect("a place and a wish");
        assert_eq!(wish, answer.split_once(": ").expect("the same").1, "{fen}");
    }
}

/// A Dixit position of four seats in which seat 1 is the storyteller. For equal `phase` and `seat` the view of the seat
/// is equal; `shift` says where the cards are that are hidden from it.
fn world(phase: &str, seat: usize, shift: usize) -> String {
    let list = |cards: &[u32]| cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let has_given = |other: usize| phase == "vote" || (phase == "give" && other == 1);
    let mut hidden_gifts: Vec<u32> = (1..=4).filter(|&other| other != seat).map(|other| 80 + other as u32).collect();
    hidden_gifts.rotate_left(shift % 3);
    let gifts_on_table = if phase == "vote" { 4 } else { 0 };
    let own = if has_given(seat) { 5 } else { 6 };
    let mut hidden: Vec<u32> = (own + 1..=84 - gifts_on_table).collect();
    hidden.rotate_left(shift * 11);
    let (mut hands, mut given) = (Vec::new(), Vec::new());
    for other in 1..=4 {
        let count = if has_given(other) { 5 } else { 6 };
        let hand: Vec<u32> = if other == seat { (1..=own).collect() } else { hidden.drain(..count).collect() };
        hands.push(list(&hand));
        given.push(match phase {
            "vote" if other == seat => (80 + seat as u32).to_string(),
            "vote" => hidden_gifts.remove(0).to_string(),
            _ if has_given(other) => hidden.remove(0).to_string(),
            _ => "-".into(),
        });
    }
    let (clue, table) = match phase {
        "clue" => ("-", "-"),
        "give" => ("sea", "-"),
        _ => ("sea", "84,83,82,81"),
    };
    let (hands, given, pile) = (hands.join("/"), given.join(","), list(&hidden));
    format!("{phase} 1 0,0,0,0 {hands} {given} {clue} {table} -,-,-,- {pile} -")
}

/// What the engine says to these lines in a position.
fn answers(position: &str, lines: &[String]) -> String {
    let mut command = std::process::Command::new(BINARY);
    let input = format!("setoption name Seed value 1\nposition fen {position}\n{}\n", lines.join("\n"));
    let output = with_input(command.args(["--game", "dixit"]), input.as_bytes());
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn equal_views_get_equal_answers() {
    for (phase, seats) in [("clue", 1..=1), ("give", 2..=4), ("vote", 2..=4)] {
        for seat in seats {
            // All actions of all seats, and the illegal ones of this seat.
            let others = || if phase == "vote" { 6..=84 } else { 7..=84 };
            let mut lines = ["observe seat K", "observe seat K json", "moves seat K"]
                .map(|line| line.replace('K', &seat.to_string()))
                .to_vec();
            for actor in 1..=5 {
                let searched = (1..=85).map(|card| format!("go seat {seat} nodes 1 searchmoves give:{actor}:{card}"));
                lines.extend(searched);
                lines.extend((1..=5).map(|slot| format!("go seat {seat} nodes 1 searchmoves vote:{actor}:{slot}")));
            }
            lines.extend((1..=85).map(|card| format!("go seat {seat} nodes 1 searchmoves clue:{card}:sea")));
            for command in ["effects", "moves"] {
                lines.extend(others().map(|card| format!("{command} give:{seat}:{card}")));
                let slots = (1..=6).filter(|&slot| phase != "vote" || slot > 4 || slot == 5 - seat);
                lines.extend(slots.map(|slot| format!("{command} vote:{seat}:{slot}")));
                if seat == 1 {
                    lines.extend(others().map(|card| format!("{command} clue:{card}:sea")));
                }
            }
            let said: HashSet<String> =
                [0, 1, 4].map(|shift| answers(&world(phase, seat, shift), &lines)).into_iter().collect();
            assert_eq!(said.len(), 1, "{phase}, seat {seat}: {said:?}");
            let said = said.iter().next().expect("an answer");
            assert!(said.matches("info string error").count() > 500, "{said}");
            // Cards that the seat does not hold differ in their numbers only.
            let refusals = said.lines().filter(|line| line.contains("is not in the hand of seat"));
            let kinds: HashSet<&str> = refusals.map(|line| &line[line.len() - 28..]).collect();
            assert!(kinds.len() <= 1, "{kinds:?}");
        }
    }
}

#[test]
fn every_process_deals_its_own_cards() {
    let deal = |seed: Option<&str>| {
        let mut engine = dixit();
        if let Some(seed) = seed {
            engine.send(format!("setoption name Seed value {seed}"));
        }
        engine.ask("query fen")
    };
    assert_ne!(deal(None), deal(None));
    assert_eq!(deal(Some("1")), deal(Some("1")));
    assert_ne!(deal(Some("1")), deal(Some("2")));
    // Each process also samples its own choice from the mixed strategy.
    let draw = || best_move(&mut Engine::start(&["--game", "epigo"]), "go nodes 1");
    assert!(draw() != draw() || draw() != draw());
}

#[test]
fn a_game_keeps_its_deal() {
    let mut engine = dixit();
    let deal = engine.ask("query fen");
    engine.send("position startpos");
    assert_eq!(engine.ask("query fen"), deal);
    let moves = engine.ask("moves");
    let clue = moves.split(' ').nth(1).expect("a clue");
    engine.send(format!("position startpos moves {clue}"));
    engine.send("undo");
    assert_eq!(engine.ask("query fen"), deal);
    let mut deals = HashSet::from([deal]);
    let other_game = "setoption name UCI_Variant value dvonn\nsetoption name UCI_Variant value dixit";
    for anew in ["ucinewgame", other_game, "uginewgame"] {
        engine.send(anew);
        assert!(deals.insert(engine.ask("query fen")), "{anew}");
    }
    // With a seed, a new game has the same deal.
    engine.send("setoption name Seed value 9");
    let deal = engine.ask("query fen");
    engine.send("ucinewgame");
    assert_eq!(engine.ask("query fen"), deal);
}

#[test]
fn the_seed_is_shown_only_after_the_game() {
    let mut engine = Engine::start(&[]);
    assert_eq!(engine.ask("query seed"), "response 1");
    engine.send("setoption name UCI_Variant value epigo");
    assert!(engine.ask("query seed").starts_with("info string error unsupported: "));
    engine.send("position fen b1b2b3b4/.....b5/......../......../......../......../....../w1w2w3w4 9");
    assert!(engine.ask("query seed").starts_with("info string error unsupported: "), "a position that was set");
    let turns = "7654X321/1234X567 7S-6S-5S/1N-2N-3N";
    engine.send(format!("position startpos moves {turns}"));
    assert!(engine.ask("query seed").starts_with("info string error unsupported: "));
    let told = |engine: &mut Engine| {
        // White walks off the board.
        let turns = "1W-2W-3W/5N-6N-7N 2W-3W-1x/5S-6S-7S 3W-4E-5E/5N-6N-7N";
        engine.send(format!("position startpos moves 1234567X/1234567X {turns}"));
        assert_eq!(engine.ask("query gameover"), "response true");
        engine.ask("query seed")
    };
    let first = told(&mut engine);
    let key = first.strip_prefix("response ").expect("a key");
    assert!(key.len() == 64 && key.bytes().all(|b| b.is_ascii_hexdigit()), "{first}");
    engine.send("ucinewgame");
    assert_ne!(told(&mut engine), first);
    engine.send("setoption name Seed value 12");
    assert_eq!(engine.ask("query seed"), "response 12");
}

#[test]
fn equal_actions_are_chosen_at_random() {
    let mut engine = dixit();
    for (fen, choices) in [(GIVE, 6), (VOTE, 3)] {
        let mut answers = HashSet::new();
        for seed in 0..60 {
            engine.send(format!("setoption name Seed value {seed}"));
            engine.send(format!("position fen {fen}"));
            let answer = best_move(&mut engine, "go seat 4 nodes 1000");
            assert_eq!(best_move(&mut engine, "go seat 4 nodes 1000"), answer);
            answers.insert(answer);
        }
        assert_eq!(answers.len(), choices, "{answers:?}");
    }
    // The same holds with `searchmoves`.
    engine.send(format!("position fen {GIVE}"));
    let asked = "go seat 4 nodes 1000 searchmoves give:4:6 give:4:12 give:4:25";
    let mut answers = HashSet::new();
    for seed in 0..60 {
        engine.send(format!("setoption name Seed value {seed}"));
        answers.insert(best_move(&mut engine, asked));
    }
    assert_eq!(answers.len(), 3, "{answers:?}");
}

/// A deck with very many different words.
fn wordy_deck() -> String {
    let mut deck = String::new();
    for card in 1..=84 {
        write!(deck, "{card}\tcard {card}\t").expect("a text");
        (0..1_000).for_each(|i| write!(deck, "w{:07x} ", card * 7_919 + i * 104_729).expect("a text"));
        deck += "\ta,b\n";
    }
    deck
}

/// Tolerance of an answer: 20 ms, and the delay of a loaded machine.
const TOLERANCE: Duration = Duration::from_millis(250);

/// Checks that a new engine answers `go` within `most` milliseconds. One of four attempts must be in time.
fn assert_in_time(start: impl Fn() -> Engine, go: &str, most: u64) {
    let most = Duration::from_millis(most) + TOLERANCE;
    let taken = || {
        let mut engine = start();
        engine.send("isready");
        engine.until("readyok");
        let start = Instant::now();
        best_move(&mut engine, go);
        start.elapsed()
    };
    let taken: Vec<Duration> = (0..4).map(|_| taken()).take_while(|&taken| taken > most).collect();
    assert!(taken.len() < 4, "{go}: {taken:?}");
}

#[test]
fn a_party_player_keeps_the_search_limits() {
    let file = std::env::temp_dir().join(format!("petteia-deck-{}.tsv", std::process::id()));
    std::fs::write(&file, wordy_deck()).expect("the folder for temporary files");
    let wordy = || {
        let mut engine = dixit();
        engine.send(format!("setoption name Deck value {}", file.display()));
        engine
    };
    assert_in_time(wordy, "go movetime 20", 20);
    assert_in_time(wordy, "go movetime 0", 0);
    assert_in_time(wordy, "go nodes 1", 0);
    assert_in_time(wordy, "go p1time 1000 p2time 1000 movestogo 40", 25);
    assert_in_time(wordy, "go infinite\nstop", 0);
    std::fs::remove_file(&file).expect("the file");
    // A clue as long as a line.
    let clue: Vec<String> = (0..90_000).map(|i| format!("q{i:x}")).collect();
    let long = || {
        let mut engine = dixit();
        engine.send(format!("position fen {}", VOTE.replace("zzz", &clue.join("%20"))));
        engine
    };
    assert_in_time(long, "go seat 4 movetime 20", 20);
}

#[test]
fn a_simultaneous_search_keeps_its_time_limit() {
    let turn = || {
        let mut engine = Engine::start(&["--game", "epigo"]);
        engine.send("position startpos moves 1234X567/7654X321");
        engine
    };
    assert_in_time(turn, "go movetime 1000", 1_000);
    assert_in_time(turn, "go movetime 100", 100);
    assert_in_time(turn, "go infinite\nstop", 0);
}

#[test]
fn the_storyteller_must_have_a_seat() {
    let mut engine = dixit();
    for (setting, expected) in [
        ("Storyteller value 5", "column 34: expected a value from 1 to 4, found '5'"),
        ("Seats value 6", ""),
        ("Storyteller value 5", ""),
        ("Seats value 4", "column 28: expected a value from 5 to 6, found '4'"),
        ("Storyteller value 0", "column 34: expected a value from 1 to 6, found '0'"),
    ] {
        let before = engine.ask("query fen");
        engine.send(format!("setoption name {setting}"));
        if !expected.is_empty() {
            assert_eq!(engine.line(), Some(format!("info string error bad-option: {expected}")));
            assert_eq!(engine.ask("query fen"), before);
        }
    }
    // Options that wait for the end of a search are included in the check.
    engine.send("go infinite");
    engine.send("setoption name Storyteller value 1");
    engine.send("setoption name Seats value 3");
    engine.send("setoption name Storyteller value 4");
    assert!(engine.until("info").starts_with("info string error bad-option: column 34: expected a value from 1 to 3"));
}
