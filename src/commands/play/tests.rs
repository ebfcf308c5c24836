//! Games without a terminal.

mod secrets;

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;

use petteia_core::{Outcome, Side};
use petteia_engine::{Level, VARIANTS, Variant};

use super::console::{Console, ConsoleInput, Prompt};
use super::diagram::{Colour, Diagram, Look, RenderStyle};
use super::host::{Event, GameLoop};
use super::recovery::Recovery;
use super::table::{MoveRejected, Next, PlayConfig, PlayState};

fn setup(game: &str, options: &[&str]) -> PlayConfig {
    let variant = Variant::find(VARIANTS, game).expect("a game");
    let options = options.iter().map(ToString::to_string).collect();
    PlayConfig { variant, options, start: None, files: true, events: Arc::new(|_| ()) }
}

fn table(game: &str, side: &str) -> PlayState {
    PlayState::open(setup(game, &["Seed=1"]), &[], side, Level::default())
        .unwrap_or_else(|(_, error)| panic!("{error}"))
}

/// Plays a legal move for whoever is to act, another one each time.
fn step(table: &mut PlayState, ply: usize) -> bool {
    let (Next::Person(seat) | Next::Engine(seat)) = table.next() else { return false };
    let moves = table.moves(seat);
    let typed = &moves[ply * 7 % moves.len()];
    let typed = if typed.starts_with("clue") { format!("{typed}sea") } else { typed.clone() };
    table.play(seat, &typed).unwrap_or_else(|error| panic!("{typed}: {error:?}"));
    true
}

const PLAIN: RenderStyle = RenderStyle { look: Look::Plain, width: 80 };

#[test]
fn colours_of_diagrams_are_those_of_the_pieces() {
    for variant in VARIANTS.iter().filter(|variant| !variant.secrets) {
        let mut table = table(variant.name, "both");
        for ply in 0..120 {
            let view = table.game().board_view().expect("a board");
            let colours = Diagram::read(&table.view(None)).colours();
            let count = |colour| colours.iter().filter(|&&found| found == colour).count();
            let white = if table.seats().name(1) == "white" { Side::First } else { Side::Second };
            let found = [count(Colour::White), count(Colour::Black)];
            assert_eq!(found, [view.pieces(white), view.pieces(!white)], "{} {}", variant.name, table.game().fen());
            if !step(&mut table, ply) {
                break;
            }
        }
    }
}

#[test]
fn boards_fit_forty_columns() {
    let narrow = RenderStyle { look: Look::Plain, width: 40 };
    for variant in VARIANTS.iter().filter(|variant| variant.name != "dixit") {
        let mut table = table(variant.name, "both");
        // Lists of choices are long.
        for ply in 0..if variant.secrets { 6 } else { 60 } {
            let diagram = Diagram::read(&table.view(None));
            let drawn = diagram.draw(None, narrow);
            assert!(drawn.lines().all(|line| line.len() <= 40), "{}\n{drawn}", variant.name);
            let squeezed = |text: &str| text.split_whitespace().collect::<String>();
            assert_eq!(squeezed(&drawn), squeezed(&table.view(None)), "{}", variant.name);
            if !step(&mut table, ply) {
                break;
            }
        }
    }
}

#[test]
fn changed_cells_are_marked() {
    let mut table = table("reversi", "both");
    let before = Diagram::read(&table.view(None));
    assert_eq!(before.draw(None, PLAIN), table.view(None));
    table.play(1, "f5").expect("legal");
    let after = Diagram::read(&table.view(None));
    let drawn = after.draw(Some(&before), PLAIN);
    assert!(drawn.contains("\n5 . . . X*X*X . . 5\n"), "{drawn}");
    assert_eq!(drawn.matches('*').count(), 2, "{drawn}");
    let coloured = after.draw(Some(&before), RenderStyle { look: Look::Letters, width: 80 });
    assert_eq!(console::strip_ansi_codes(&coloured), table.view(None));
    // Reverse video.
    assert_eq!(coloured.matches("\x1b[7m").count(), 2, "{coloured:?}");
}

#[test]
fn undo_goes_back_to_the_person() {
    let mut table = table("reversi", "second");
    assert_eq!(table.undo(), Err("nothing to undo".into()));
    table.play(1, "f5").expect("legal");
    assert_eq!(table.undo(), Err("nothing to undo".into()));
    assert_eq!(table.game().played_moves(), ["f5"], "nothing has changed");
    table.play(2, "d6").expect("legal");
    table.play(1, "c3").expect("legal");
    assert_eq!((table.undo(), table.next()), (Ok(2), Next::Person(2)));
    assert_eq!(table.game().played_moves(), ["f5"]);
    table.resign(2).expect("a game of two");
    assert_eq!((table.result(), table.next()), (Some(Outcome::Win(Side::First).into()), Next::Nobody));
    assert_eq!((table.undo(), table.next()), (Ok(0), Next::Person(2)));
}

#[test]
fn undo_where_seats_act_together() {
    let mut table = table("dixit", "2");
    while table.game().played_moves().len() < 9 {
        let line = table.game().played_moves().len();
        assert!(step(&mut table, line));
    }
    let line = table.game().played_moves();
    table.undo().expect("a move of seat 2");
    let left = table.game().played_moves();
    let of_second = |word: &String| word.split(':').nth(1) == Some("2");
    let [taken, after @ ..] = &line[left.len()..] else { panic!("{line:?} {left:?}") };
    // The second clue of the game is that of seat 2.
    assert!(of_second(taken) || taken.starts_with("clue"), "{line:?} {left:?}");
    assert!(!after.iter().any(of_second), "{line:?} {left:?}");
    assert!(!table.moves(2).is_empty());

    let mut table = self::table("epigo", "both");
    assert_eq!(table.play(1, "1234X567"), Ok(Vec::new()), "a secret");
    assert_eq!(table.next(), Next::Person(2));
    assert_eq!((table.undo(), table.next()), (Ok(0), Next::Person(1)));
}

#[test]
fn the_rules_give_their_reasons() {
    let mut table = table("epigo", "both");
    assert!(matches!(table.play(1, "dance"), Err(MoveRejected::NoMove(_))));
    assert!(matches!(table.play(2, "1234X567/1234X567"), Err(MoveRejected::Illegal(_))));
    table.play(2, "1234x567").expect("legal");
    table.play(1, "7654X321").expect("legal");
    assert_eq!(table.game().played_moves(), ["7654X321/1234X567"]);
    let mut table = self::table("dixit", "1");
    assert!(matches!(
        table.play(1, "vote 3"),
        Err(MoveRejected::NoMove("clue CARD TEXT, such as clue 17 a quiet harbour"))
    ));
    assert!(matches!(table.play(1, "d3"), Err(MoveRejected::NoMove(_))));
}

#[test]
fn a_saved_game_has_the_same_deal() {
    let open = PlayState::open(setup("dixit", &[]), &[], "1,3", Level::default());
    let mut table = open.unwrap_or_else(|(_, error)| panic!("{error}"));
    for ply in 0..20 {
        assert!(step(&mut table, ply));
    }
    let saved = table.to_saved();
    assert!(saved.options.contains_key("Seed") && saved.side.as_deref() == Some("1,3"), "{saved:?}");
    let again = PlayState::from_saved(&setup("reversi", &["Hash=1"]), &saved, Level::default()).expect("the same game");
    assert_eq!(again.game().fen(), table.game().fen());
    assert_eq!((&again.persons, again.level), (&table.persons, table.level));
    assert_eq!(again.setup().options[0], "Hash=1");
    assert_eq!(again.to_saved(), saved);
    let mut again = again;
    again = again.another(again.setup().variant).unwrap_or_else(|(_, error)| panic!("{error}"));
    assert_ne!(again.to_saved().options["Seed"], saved.options["Seed"], "a new game has cards of its own");
}

#[test]
fn another_game_begins_with_another_deal() {
    let open = PlayState::open(setup("dixit", &[]), &[], "1,3", Level::default());
    let mut table = open.unwrap_or_else(|(_, error)| panic!("{error}"));
    let first = table.game().fen();
    table = table.another(table.setup().variant).unwrap_or_else(|(_, error)| panic!("{error}"));
    assert_ne!(table.game().fen(), first);
    let gonu = Variant::find(VARIANTS, "gonu").expect("gonu");
    table = table.another(gonu).unwrap_or_else(|(_, error)| panic!("{error}"));
    assert_eq!(table.persons.to_string(), "1", "there is no third seat");
    assert_eq!((table.seats().name(1), table.seats().name(2)), ("white".into(), "black".into()));
}

/// A terminal with persons that type these.
struct Script {
    typed: VecDeque<ConsoleInput>,
    said: String,
    secrets: usize,
}

impl Console for Script {
    fn ask(&mut self, prompt: Prompt) -> io::Result<ConsoleInput> {
        assert!(!prompt.is_secret || prompt.words.is_empty(), "completion would tell");
        self.secrets += usize::from(prompt.is_secret);
        self.said += &format!("[{}]", prompt.text);
        Ok(self.typed.pop_front().unwrap_or(ConsoleInput::End))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.said += text;
        Ok(())
    }

    fn look(&self) -> RenderStyle {
        PLAIN
    }

    fn is_terminal(&self) -> bool {
        true
    }

    fn check_secrecy(&self) -> Result<(), String> {
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        self.said += "[clear]";
        Ok(())
    }
}

/// What persons see who type these lines; `^C` is an interrupt. Second, the number of secret lines.
fn script(game: &str, side: &str, lines: &[&str]) -> (String, usize) {
    let (sender, events) = channel();
    let events_of_jobs = Arc::new(move |event| drop(sender.send(Event::Job(event))));
    let setup = PlayConfig { events: events_of_jobs, ..setup(game, &["Hash=1", "Seed=1"]) };
    let level = Level::read("1").expect("a level");
    let table = PlayState::open(setup, &[], side, level).unwrap_or_else(|(_, error)| panic!("{error}"));
    let typed = |line: &&str| if *line == "^C" { ConsoleInput::Interrupt } else { ConsoleInput::Line((*line).into()) };
    let mut console = Script { typed: lines.iter().map(typed).collect(), said: String::new(), secrets: 0 };
    let host =
        GameLoop::new(table, &mut console, events, Arc::new(AtomicBool::new(false)), Arc::new(Recovery::new(false)));
    host.run().expect("a game");
    (console.said, console.secrets)
}

#[test]
fn two_interrupts_leave() {
    let (said, _) = script("gonu", "first", &["^C", "moves", "^C", "^C", "board"]);
    assert_eq!(said.matches("Ctrl-C again").count(), 2, "{said}");
    assert_eq!(said.matches("[white> ]").count(), 4, "{said}");
}

#[test]
fn persons_with_secrets_pass_the_keyboard() {
    let lines = ["", "1234X567", "", "7654X321"];
    let (said, secrets) = script("epigo", "both", &lines);
    assert_eq!(secrets, 6, "Enter before each order, and twice at the end");
    let order =
        ["[clear][White: press Enter", "[white> ]", "[clear][Black: press Enter", "[black> ]", "plays 1234X567"];
    let found: Vec<usize> =
        order.iter().map(|part| said.find(part).unwrap_or_else(|| panic!("{part}: {said}"))).collect();
    assert!(found.is_sorted(), "{found:?} {said}");
}

/// The number of cards that a screen shows.
fn cards(screen: &str) -> usize {
    let is_card =
        |line: &&str| line.strip_prefix("  ").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    screen.lines().filter(is_card).count()
}

#[test]
fn each_person_reads_what_happened_and_no_hand_of_another() {
    let mut dealt = table("dixit", "1,2");
    let clue = dealt.moves(1)[0].clone() + "a quiet sea";
    dealt.play(1, &clue).expect("legal");
    let gift = dealt.moves(2)[0].clone();
    let (said, secrets) = script("dixit", "1,2", &["", &clue, "", &gift]);
    assert_eq!(secrets, 6, "Enter before each action, and twice at the end: {said}");
    let screens: Vec<&str> = said.split("[clear]").collect();
    let of_second = screens.iter().find(|screen| screen.contains("[seat 2> ]")).expect("a screen of seat 2");
    let news = "Seat 1 says: a quiet sea\nSeat 3 has given.\nSeat 4 has given.\n[Seat 2: press Enter";
    assert!(of_second.starts_with(news), "{of_second}");
    assert_eq!((of_second.matches("Your hand:\n").count(), cards(of_second)), (1, 6), "{of_second}");
}

#[test]
fn one_person_against_engines_passes_no_keyboard() {
    let (said, secrets) = script("dixit", "first", &["moves"]);
    assert!(!said.contains("press Enter") && secrets == 0, "{said}");
    // The hands of the others are hidden.
    assert_eq!(cards(&said), 6, "{said}");
}

#[test]
fn games_are_explained_and_analysed() {
    let (said, _) = script("reversi", "both", &["analyse", "f5", "d6", "rules", "analyse", "status", "status off"]);
    assert!(said.contains("no move has been played") && said.contains("All such rows are flipped"), "{said}");
    assert!(said.contains("    2  d6 ") && said.contains("Second player: 1 moves"), "{said}");
    assert!(
        said.contains("[black 0:00, white 0:00]") && said.contains("status is off: [black 0:00, white 0:00]\n"),
        "{said}"
    );
    let (said, _) = script("epigo", "first", &["1234X567", "analyse", "resign", "analyse"]);
    assert!(said.contains("its analysis would tell secrets") && said.contains("turn 1: "), "{said}");
    let (said, _) = script("gonu", "first", &["a1a3", "status 3"]);
    assert!(said.contains(" for black]") && said.contains("status: expected on or off"), "{said}");
}

#[test]
fn commands_change_the_game() {
    let lines = ["level 7", "flip", "side both", "new tablut", "side none", "quit"];
    let (said, _) = script("reversi", "first", &lines[..1]);
    assert!(said.contains("level 7 of 20"), "{said}");
    let (said, _) = script("reversi", "both", &["f5", "flip", "hint", "^C", "^C"]);
    assert!(said.contains("the engine plays all sides") && !said.contains("resignation"), "{said}");
    let (said, _) = script("reversi", "first", &["hint", "go", "new tablut", "resign"]);
    assert!(said.contains("a good move: ") && said.contains("black plays") && said.contains("white plays"), "{said}");
    let (said, _) = script("reversi", "both", &["f5", "eval", "hint", "takeback", "board"]);
    assert!(said.contains("score ") && said.contains(", for white") && said.contains("1 move taken back"), "{said}");
    assert!(said.contains("a good move: ") && said.contains(" (score "), "{said}");
    assert!(script("dixit", "first", &["eval"]).0.contains("this game has no evaluation"));
    let (said, _) = script("reversi", "first", &["hint", "go", "new tablut", "resign"]);
    assert!(said.contains("a new game of tablut") && said.contains("white wins (resignation)"), "{said}");
}
