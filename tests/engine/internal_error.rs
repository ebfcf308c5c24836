//! A panic in the engine is answered as an error, and the connection continues.

use std::io::Cursor;

use petteia::exit_status::ExitStatus;
use petteia::protocols::ugi::Ugi;
use petteia::server::{Config, Server};
use petteia_core::Evaluate;
use petteia_engine::Variant;
use petteia_games::dvonn::Dvonn;

/// An evaluation that panics.
#[derive(Clone, Default)]
struct Faulty;

impl Evaluate<Dvonn> for Faulty {
    fn evaluate(&self, _: &Dvonn) -> i32 {
        panic!("not thought through");
    }
}

static VARIANTS: &[Variant] =
    &[Variant::sequential::<Dvonn, Faulty>("faulty", "........./........../.........../........../......... w p")];

fn run_script(script: &'static str) -> (String, ExitStatus) {
    let mut output = Vec::new();
    let config = Config { variants: VARIANTS, variant: &VARIANTS[0], batch: true, files: true };
    let server = Server::new(config, Box::<Ugi>::default(), &mut output).expect("random bytes");
    let outcome = server.run(Cursor::new(script)).expect("memory can be written");
    (String::from_utf8(output).expect("text"), outcome)
}

#[test]
fn a_panic_in_a_search_is_an_internal_error() {
    let (said, outcome) = run_script("go depth 3\nisready\n");
    assert_eq!(said, "info string error internal: not thought through\nbestmove (none)\nreadyok\n");
    assert_eq!(outcome, ExitStatus::Internal);
}

#[test]
fn a_panic_in_a_query_loses_only_the_position() {
    let (said, outcome) = run_script("query eval\nquery fen\nposition startpos\nquery line\n");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "info string error internal: not thought through");
    assert!(lines[1].starts_with("info string error no-position: "), "{said}");
    assert_eq!(lines[2..], ["response"]);
    assert_eq!(outcome, ExitStatus::Internal);
}

#[test]
fn a_panic_in_bench_is_an_internal_error() {
    let (said, outcome) = run_script("bench 3\nisready\n");
    assert_eq!(said, "info string error internal: not thought through\nreadyok\n");
    assert_eq!(outcome, ExitStatus::Internal);
}
