//! A fault of the engine is answered like any other error, and the conversation goes on.

use std::io::Cursor;

use petteia::engine::Variant;
use petteia::game::Evaluate;
use petteia::games::dvonn::Dvonn;
use petteia::protocol::server::{Config, ExitStatus, Server};

/// An evaluation that was not thought through.
#[derive(Clone, Default)]
struct Faulty;

impl Evaluate<Dvonn> for Faulty {
    fn evaluate(&self, _: &Dvonn) -> i32 {
        panic!("not thought through");
    }
}

static VARIANTS: &[Variant] =
    &[Variant::sequential::<Dvonn, Faulty>("faulty", "........./........../.........../........../......... w p")];

fn talk(script: &'static str) -> (String, ExitStatus) {
    let mut output = Vec::new();
    let config = Config { variants: VARIANTS, variant: &VARIANTS[0], batch: true, files: true };
    let server = Server::new(config, &mut output).expect("random bytes");
    let outcome = server.run(None, Cursor::new(script)).expect("memory can be written");
    (String::from_utf8(output).expect("text"), outcome)
}

#[test]
fn in_a_search() {
    let (said, outcome) = talk("go depth 3\nisready\n");
    assert_eq!(said, "info string error internal: not thought through\nbestmove (none)\nreadyok\n");
    assert_eq!(outcome, ExitStatus::Internal);
}

#[test]
fn in_a_query() {
    let (said, outcome) = talk("query eval\nquery fen\nposition startpos\nquery line\n");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "info string error internal: not thought through");
    assert!(lines[1].starts_with("info string error no-position: "), "{said}");
    assert_eq!(lines[2..], ["response"]);
    assert_eq!(outcome, ExitStatus::Internal);
}

#[test]
fn in_bench() {
    let (said, outcome) = talk("bench 3\nisready\n");
    assert_eq!(said, "info string error internal: not thought through\nreadyok\n");
    assert_eq!(outcome, ExitStatus::Internal);
}
