//! Games of some milliseconds a move, with random options.

use std::thread;
use std::time::{Duration, Instant};

use petteia_engine::VARIANTS;
use rand::Rng;
use rand_xoshiro::Xoshiro256StarStar;

use super::{report, seeded_rng};
use crate::common::Engine;

/// Number of games.
const GAMES: u64 = 300;
/// Limit of turns; a longer game is abandoned.
const MAX_TURNS: usize = 300;
/// Tolerance beyond the time limit of a move.
const GRACE: Duration = Duration::from_millis(100);

/// Statistics of late moves.
#[derive(Default)]
struct Late {
    moves: usize,
    beyond_grace: usize,
    worst: (Duration, String),
}

#[test]
#[ignore = "takes minutes"]
fn fast_games_have_only_legal_moves() {
    let mut late = Late::default();
    for seed in 0..GAMES {
        Game::new(seed).play(&mut late);
    }
    let Late { moves, beyond_grace, worst } = late;
    report(&format!("{GAMES} games, {moves} moves, {beyond_grace} later than their limit and {GRACE:?}"));
    report(&format!("the latest came {:?} after its limit, in {}", worst.0, worst.1));
}

struct Game {
    engine: Engine,
    rng: Xoshiro256StarStar,
    name: String,
    variant: &'static str,
    /// Time limit of every move.
    limit: Duration,
    ponder: bool,
}

impl Game {
    fn new(seed: u64) -> Self {
        let rng = &mut seeded_rng(seed);
        let variant = VARIANTS[seed as usize % VARIANTS.len()].name;
        let mut engine = Engine::start(&["--game", variant]);
        let ponder = rng.random_bool(0.3);
        engine.send(if ponder { "uci" } else { "ugi" });
        engine.until(if ponder { "uciok" } else { "ugiok" });
        let options = [
            ("Threads", rng.random_range(1..=4).to_string()),
            ("Hash", (1_u32 << rng.random_range(0..=6)).to_string()),
            ("MultiPV", rng.random_range(1..=5).to_string()),
            ("Ponder", ponder.to_string()),
            ("Move Overhead", rng.random_range(0..=20).to_string()),
            ("UCI_ShowWDL", rng.random_bool(0.5).to_string()),
            ("Seed", seed.to_string()),
        ];
        for (name, value) in &options {
            engine.send(format!("setoption name {name} value {value}"));
        }
        let limit = Duration::from_millis(rng.random_range(5..=20));
        let name = format!("game {seed}, {variant}, {limit:?} a move, {options:?}");
        Self { engine, rng: seeded_rng(!seed), name, variant, limit, ponder }
    }

    fn play(mut self, late: &mut Late) {
        for _ in 0..MAX_TURNS {
            if self.ask("query gameover") == "response true" {
                break;
            }
            let m = if self.variant == "epigo" {
                [1, 2].map(|seat| self.go(&format!("seat {seat} "), &format!("moves seat {seat}"), late)).join("/")
            } else {
                self.go("", "moves", late)
            };
            // After an illegal move the answer would be an error.
            self.engine.send(format!("moves {m}"));
            assert!(self.ask("query line").ends_with(&m), "{}: {m}", self.name);
        }
        let (rest, code) = self.engine.finish();
        assert_eq!((rest.len(), code), (0, Some(0)), "{}: {rest:?}", self.name);
    }

    fn ask(&mut self, question: &str) -> String {
        self.engine.send(question);
        self.engine.line().unwrap_or_else(|| panic!("{}: no answer to {question}", self.name))
    }

    /// Asks for a move within the limit.
    fn go(&mut self, seat: &str, moves: &str, late: &mut Late) -> String {
        let legal = self.ask(moves);
        let line = format!("go {seat}movetime {}", self.limit.as_millis());
        let asked = Instant::now();
        self.engine.send(&line);
        let best = self.engine.until("bestmove");
        let over = asked.elapsed().saturating_sub(self.limit);
        late.moves += 1;
        late.beyond_grace += usize::from(over > GRACE);
        if over > late.worst.0 {
            late.worst = (over, self.name.clone());
        }
        let words: Vec<&str> = best.split(' ').collect();
        let m = words[1];
        // Any clue is legal; the list has only those that the engine suggests.
        assert!(m.starts_with("clue:") || legal.split(' ').any(|legal| legal == m), "{}: {best}", self.name);
        if self.ponder && words.len() == 4 && self.rng.random_bool(0.5) {
            self.ponder_on(m, words[3]);
        }
        m.into()
    }

    /// Ponders; the search ends by `ponderhit` or by `stop`.
    fn ponder_on(&mut self, m: &str, reply: &str) {
        self.engine.send(format!("position current moves {m} {reply}"));
        self.engine.send(format!("go ponder movetime {}", self.limit.as_millis()));
        thread::sleep(Duration::from_millis(self.rng.random_range(0..5)));
        self.engine.send(["ponderhit", "stop"][self.rng.random_range(0..2)]);
        self.engine.until("bestmove");
        self.engine.send("undo 2");
    }
}
